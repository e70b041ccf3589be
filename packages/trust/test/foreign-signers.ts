import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Programs by other people that sign and verify; `install_foreign_signers` of `.ci/services.sh` says where they are. */
const HOME = process.env["FOREIGN_SIGNERS"] ?? "";
const REQUIRED = (process.env["REQUIRE_SERVICES"] ?? "").split(",");

export type ForeignSigner = "cosign" | "model_signing";

/** The program's path, or null with the reason in the suite's title. Throws when REQUIRE_SERVICES names it. */
export function findForeign(name: ForeignSigner): { path: string | null; title: string } {
  const path = [join(HOME, name), join(HOME, "venv/bin", name)].find(existsSync) ?? null;
  if (path === null && REQUIRED.includes(name)) throw new Error(`${name} is required and not installed`);
  return { path, title: path === null ? `against ${name} (skipped: ${name} is not installed)` : `against ${name}` };
}

/** Runs it without network but for what it tries itself, and gives its words; throws when it fails. */
export function runForeign(path: string | null, args: string[], cwd: string): string {
  const result = spawnSync(path ?? "", args, {
    cwd,
    env: { ...process.env, COSIGN_PASSWORD: "", HOME: cwd },
    encoding: "utf8",
    timeout: 60_000,
  });
  if (result.status !== 0) throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
  return `${result.stdout}${result.stderr}`;
}
