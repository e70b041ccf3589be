import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** What packages say of themselves: the READMEs that the lock file pins. */
export function readmes(): string[] {
  return globSync("node_modules/{*,@*/*}/{README,readme,Readme}.md", { cwd: ROOT })
    .sort()
    .map((path) => readFileSync(`${ROOT}${path}`, "utf8").slice(0, 60_000));
}
