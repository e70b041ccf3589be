import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** What packages say of themselves: the READMEs that the lock file pins. */
export function readmes(): string[] {
  return globSync("node_modules/{*,@*/*}/{README,readme,Readme}.md", { cwd: ROOT })
    .sort()
    .map((path) => readFileSync(`${ROOT}${path}`, "utf8").slice(0, 60_000));
}

/** One in so many source files: their comments and messages are the prose of code. */
const EVERY = 12;

/** Source files of packages, by the end of their names. */
export function sources(): { path: string; text: string }[] {
  return (
    globSync(["node_modules/**/*.py", "node_modules/**/*.{js,mjs,d.ts,sh}"], { cwd: ROOT })
      // What a tool of ours installed beside the packages is of this machine.
      .filter((path) => !path.includes("/."))
      .sort()
      .filter((path, index) => path.endsWith(".py") || path.endsWith(".sh") || index % EVERY === 0)
      .map((path) => ({ path: path.slice(path.lastIndexOf("/") + 1), text: readFileSync(`${ROOT}${path}`, "utf8") }))
      .filter(({ text }) => text.length < 100_000)
  );
}
