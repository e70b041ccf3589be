import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type PackageFile, withoutReserved } from "@gaia/archive";
import { type CanonicalSkill, readSkill } from "@gaia/manifest";
import { isSkillName, kindOf } from "../home/home.ts";
import { type FoundFiles, readFiles } from "../home/read-files.ts";

/** Where a repository keeps skills of its own: MiaOS's folder, and ours. */
export const LOCAL_FOLDERS = ["skills", ".gaia/skills"] as const;
const MAX_LOCAL = 100;
/** What stands in a working copy beside a skill, and is not looked at. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "__pycache__",
  ".pytest_cache",
  ".venv",
  ".DS_Store",
]);

/** Whether a path of a working copy may be a skill's: what lies in a directory that may not is never asked for. */
export const isLocalFile = (path: string): boolean => !LEFT_OUT.has(path.slice(path.lastIndexOf("/") + 1));

/** A skill that lies in a repository, as it is; nobody vouches for it. */
export interface LocalSkill {
  name: string;
  directory: string;
  manifest: CanonicalSkill;
  files: readonly PackageFile[];
  /** Everything in its directory that was looked at: what an install left there too. */
  looked: readonly PackageFile[];
}

/** A folder in one of those places: a skill, or why it is none. */
export type LocalFolder = { folder: string } & ({ skill: LocalSkill } | { reason: string });

/** What stands in a local skill's directory, without caches and version control; no link is followed. */
export function readLocalFiles(directory: string): Promise<FoundFiles> {
  return readFiles(directory, (path) => !isLocalFile(path));
}

/**
 * The skills of a repository's own folders (MiaOS: in-repo skills), in order, read one after the other. The first of a name counts.
 * `passedOver`: names in `.gaia/skills` that are somebody else's to judge.
 */
export async function* localSkills(root: string, passedOver: ReadonlySet<string>): AsyncGenerator<LocalFolder> {
  const seen = new Set<string>();
  for (const { directory, folder } of await foldersOf(root, passedOver)) {
    const found = await readLocal(directory, folder);
    if (typeof found === "string") yield { folder, reason: found };
    else if (seen.has(found.name)) yield { folder, reason: `another folder has a skill ${found.name} too` };
    else {
      seen.add(found.name);
      yield { folder, skill: found };
    }
  }
}

async function foldersOf(
  root: string,
  passedOver: ReadonlySet<string>,
): Promise<{ directory: string; folder: string }[]> {
  const found: { directory: string; folder: string }[] = [];
  for (const path of LOCAL_FOLDERS) {
    if (!(await isReachedWithoutLink(root, path))) continue;
    const entries = await readdir(join(root, path), { withFileTypes: true });
    const names = entries.filter((one) => one.isDirectory() && !one.name.startsWith(".")).map(({ name }) => name);
    for (const folder of names.toSorted())
      if (path === "skills" || !passedOver.has(folder)) found.push({ directory: join(root, path, folder), folder });
  }
  return found.slice(0, MAX_LOCAL);
}

async function isReachedWithoutLink(root: string, path: string): Promise<boolean> {
  let place = root;
  for (const part of path.split("/")) {
    place = join(place, part);
    if ((await kindOf(place)) !== "directory") return false;
  }
  return true;
}

/** The skill in a folder, or why there is none. */
async function readLocal(directory: string, folder: string): Promise<LocalSkill | string> {
  const { files, others, excess } = await readLocalFiles(directory);
  if (excess !== null) return "it holds more than a package may";
  if (others.length > 0) return `${others[0]?.path ?? ""} is no regular file`;
  // What an install left beside a skill is not the skill's.
  const own = withoutReserved(files);
  const { skill: manifest, diagnostics } = readSkill(own, { mode: "import", folder });
  if (manifest === null) {
    const error = diagnostics.find(({ severity }) => severity === "error");
    return `its manifest cannot be read: ${error?.message ?? "there is none"}`;
  }
  const name = manifest.name.value;
  return isSkillName(name) ? { name, directory, manifest, files: own, looked: files } : "its name is no skill's name";
}
