import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { showToSkill } from "@gaia/sandbox";
import { readAsset } from "@gaia/syntax";

/** Where they stand inside. */
export const DRIVERS = "/opt/gaia";

const FILES: Readonly<Record<string, string>> = {
  "driver.py": new URL("./python-driver.py", import.meta.url).href,
  "driver.mjs": new URL("./markdown-driver.mjs", import.meta.url).href,
  "shim/gaia_pytest_report.py": new URL("./pytest-report.py", import.meta.url).href,
  // Namespace packages, at the end of the path: where the real ones are installed, those are what is imported.
  "shim/gaia/agents/base/tools.py": new URL("./shim/gaia-tools.py", import.meta.url).href,
  "shim/aria_skills/base.py": new URL("./shim/aria-base.py", import.meta.url).href,
  "shim/aria_skills/registry.py": new URL("./shim/aria-registry.py", import.meta.url).href,
};

/** What a run mounts, in a directory that nobody else may enter. */
export interface RunFiles {
  /** The directory of what runs tools. */
  drivers: string;
  /** The directory of a copy of a skill's files, made from the bytes that were judged: what is swapped meanwhile is not run. */
  copyOf(loaded: { files: readonly PackageFile[] }): string;
}

/** Makes them in a fresh directory for the time of `use`, to be mounted read-only. */
export async function withRunFiles<T>(use: (files: RunFiles) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "gaia-run-"));
  let copies = 0;
  try {
    const drivers = join(directory, "drivers");
    for (const [path, address] of Object.entries(FILES)) write(join(drivers, path), readAsset(address));
    showToSkill(drivers);
    return await use({
      drivers,
      copyOf({ files }) {
        const copy = join(directory, `skill-${(copies += 1)}`);
        mkdirSync(copy);
        for (const { path, bytes } of files) write(join(copy, path), bytes);
        showToSkill(copy);
        return copy;
      },
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function write(place: string, content: Uint8Array | string): void {
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
}
