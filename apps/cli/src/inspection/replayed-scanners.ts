import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { PackageFile } from "@gaia/archive";
import type { Finding, ScannerReport } from "@gaia/findings";
import { type CanonicalSkill, requirementsText } from "@gaia/manifest";
import { misused } from "../failures/failures.ts";

/** Those that go by the files alone. What pip-audit says also depends on the advisories and the index of the day. */
const REPLAYED = ["bandit", "detect-secrets"] as const;
const TIMEOUT_MS = 120_000;

/**
 * What Bandit and detect-secrets find in these files, by the environment that a registry installs them into (`SCANNER_DIR`, or
 * `DATA_DIR/scanners/…`), in the sandbox that the registry uses. Throws a usage error for what is no such environment.
 */
export async function scanOutside(
  files: PackageFile[],
  { skill, directory }: { skill: CanonicalSkill; directory: string },
): Promise<{ scanners: ScannerReport[]; findings: Finding[] }> {
  const binDir = join(resolve(directory), "bin");
  if (!existsSync(join(binDir, "python3")))
    throw misused(`${directory} is no environment of scanners: it has no bin/python3`);
  const [{ sandboxRunner }, { scanSkill }] = await Promise.all([
    import("@gaia/sandbox"),
    import("@gaia/scan/scanners"),
  ]);
  return scanSkill({
    files,
    requirements: requirementsText(skill, files),
    run: await sandboxRunner(),
    scanners: { binDir },
    // Neither of these asks it.
    osvUrl: "http://127.0.0.1:9",
    pipIndexUrl: null,
    timeoutMs: TIMEOUT_MS,
    only: REPLAYED,
  });
}
