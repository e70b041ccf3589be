import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { DEFAULT_LIMITS } from "@gaia/archive";
import { kindOf, readRegularFile } from "@gaia/install/installed";
import { refused } from "../failures/failures.ts";
import { fromFolder, IGNORE_FILE, type Ignores, readIgnoreRules } from "@gaia/manifest";

const GIT_IGNORE = ".gitignore";
const MAX_FILE_BYTES = 64 * 1024;
const MAX_RULES = 2_000;
const GIT_MS = 20_000;

/** What an author's rules leave out of a folder. */
export interface LeavingOut {
  /** The file that says so; null: there is none. */
  rulesFrom: typeof IGNORE_FILE | typeof GIT_IGNORE | null;
  ignores: Ignores;
  /** The same as one text, with paths from the folder, as a `.skillignore` would have it. */
  text: string;
}

/**
 * The rules that count in a skill's folder. Where it has a `.skillignore` that alone counts; else every `.gitignore` from the folder down,
 * and what git tracks is sent whatever they say. Directories of `skipped` names are not looked into. Throws CliError
 * `ignore_file_too_large` (exit 4): a rule that is not read would send what it names.
 */
export async function readLeavingOut(root: string, skipped: ReadonlySet<string>): Promise<LeavingOut> {
  const own = await ignoreFileIn(root, IGNORE_FILE);
  if (own !== null) return { rulesFrom: IGNORE_FILE, ignores: readIgnoreRules(own), text: own };
  const rules: string[] = [];
  await collect({ root, skipped, rules }, { folder: "", depth: 0, above: () => false });
  if (rules.length === 0) return { rulesFrom: null, ignores: () => false, text: "" };
  const tracked = await trackedFiles(root);
  const said = readIgnoreRules(rules.join("\n"));
  const ignores: Ignores = (path, isDirectory) =>
    said(path, isDirectory) && !tracked.has(isDirectory ? `${path}/` : path);
  return { rulesFrom: GIT_IGNORE, ignores, text: `${rules.join("\n")}\n` };
}

/** Rules of a folder come after those of the folder above it, and so before them where they differ. */
async function collect(
  into: { root: string; skipped: ReadonlySet<string>; rules: string[] },
  { folder, depth, above }: { folder: string; depth: number; above: Ignores },
): Promise<void> {
  const { root, skipped, rules } = into;
  const text = await ignoreFileIn(join(root, folder), GIT_IGNORE);
  if (text !== null) rules.push(...fromFolder(folder, text).filter((line) => line.trim() !== ""));
  if (rules.length > MAX_RULES) throw tooLarge(join(folder, GIT_IGNORE), `the folder has more than ${MAX_RULES} rules`);
  if (depth >= DEFAULT_LIMITS.depth) return;
  // Rules of folders beside this one say nothing of what is below it.
  const ignores = text === null ? above : readIgnoreRules(rules.join("\n"));
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = (folder === "" ? entry.name : `${folder}/${entry.name}`).normalize("NFC");
    if (entry.isDirectory() && !skipped.has(entry.name) && !ignores(path, true))
      await collect(into, { folder: path, depth: depth + 1, above: ignores });
  }
}

async function ignoreFileIn(folder: string, name: string): Promise<string | null> {
  const place = join(folder, name);
  if ((await kindOf(place)) !== "file") return null;
  const file = await readRegularFile(place, MAX_FILE_BYTES);
  if (file === null) throw tooLarge(place, `it has more than ${MAX_FILE_BYTES} bytes`);
  return Buffer.from(file.bytes).toString("utf8");
}

const tooLarge = (place: string, why: string) =>
  refused(
    "ignore_file_too_large",
    `${place} cannot be followed: ${why}`,
    `a ${IGNORE_FILE} at the skill's root counts alone`,
  );

/**
 * The files that git tracks below `root`, and the directories that hold them, which end in `/`; none where there is no git or no
 * repository. It reads the index, and runs nothing that a repository's settings name.
 */
async function trackedFiles(root: string): Promise<ReadonlySet<string>> {
  const tracked = new Set<string>();
  for (const name of await askGit(root, ["--cached"])) {
    tracked.add(name);
    for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1)) tracked.add(name.slice(0, at + 1));
  }
  return tracked;
}

/**
 * Of a folder in a repository below a `.gitignore`, what git ignores there and does not track: the rules above the folder are its, and not
 * a skill's. Empty where none lies above, and without git.
 */
export async function ignoredByGit(root: string): Promise<ReadonlySet<string>> {
  if (!(await hasRulesAbove(resolve(root)))) return new Set();
  const withoutPackages = ["--", ".", ":(exclude,glob)**/node_modules/**"];
  return new Set(await askGit(root, ["--others", "--ignored", "--exclude-standard", ...withoutPackages]));
}

async function hasRulesAbove(root: string): Promise<boolean> {
  let hasRules = false;
  for (let one = root; (await kindOf(join(one, ".git"))) === null;) {
    const above = dirname(one);
    if (above === one) return false;
    one = above;
    hasRules ||= (await kindOf(join(one, GIT_IGNORE))) === "file";
  }
  return hasRules;
}

async function askGit(root: string, asked: readonly string[]): Promise<string[]> {
  const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  const { stdout } = await promisify(execFile)("git", [...harmless, "ls-files", "-z", ...asked], {
    cwd: root,
    timeout: GIT_MS,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => ({ stdout: "" }));
  return stdout
    .split("\0")
    .filter((one) => one !== "")
    .map((path) => path.normalize("NFC"));
}
