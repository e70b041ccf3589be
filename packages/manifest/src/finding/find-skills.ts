import { isSystemJunk } from "@gaia/archive";
import { isManifestName } from "../model/find-manifest.ts";
import { IGNORE_FILE } from "./skill-ignore.ts";

/** Names that no package holds, at any depth. */
export const NEVER_PACKED: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", IGNORE_FILE]);

const LIMITS = { depth: 6, entries: 200_000 };

/** A tree of files in which skills are looked for: a folder on a disk, or the files of an archive. Paths have slashes; the root is "". */
export interface SkillTree {
  /** What lies directly in a folder. A link is neither file nor folder. */
  list(folder: string): TreeEntry[] | Promise<TreeEntry[]>;
  /** Which folders and files are not looked at. */
  isLeftOut(path: string, isFolder: boolean): boolean;
}

interface TreeEntry {
  name: string;
  kind: "file" | "folder" | "other";
}

/**
 * The skills below a tree's root, sorted: a folder with a manifest is one and is not looked into further; in a folder without, every
 * `*.skill.md` is one by itself.
 */
export async function findSkillPlaces(tree: SkillTree): Promise<string[]> {
  const found: string[] = [];
  await look({ tree, found, left: LIMITS.entries }, "", 0);
  return found.toSorted();
}

/** Folders of packages that somebody else wrote. */
const INSTALLED = new Set(["site-packages", "venv"]);

/** Caches, packages of other managers, hidden folders, and what a system leaves. */
const isBeside = (name: string): boolean =>
  NEVER_PACKED.has(name) || INSTALLED.has(name) || name.startsWith(".") || isSystemJunk(name);

/** Whether a manifest is a skill by itself, without a folder: `counting.skill.md`. */
export const isLooseSkill = (name: string): boolean => /.\.skill\.md$/i.test(name);

async function look(
  search: { tree: SkillTree; found: string[]; left: number },
  folder: string,
  depth: number,
): Promise<void> {
  const { tree, found } = search;
  if (tree.isLeftOut(folder, true)) return;
  const entries = await tree.list(folder);
  search.left -= entries.length;
  if (search.left < 0) return;
  const at = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  const names = entries.filter(({ kind, name }) => kind === "file" && isManifestName(name)).map(({ name }) => name);
  const own = names.filter((name) => !isLooseSkill(name));
  // A package.json alone may belong to whatever holds the skills.
  if (depth > 0 && own.some((name) => name !== "package.json")) {
    found.push(folder);
    return;
  }
  const before = found.length;
  for (const place of names.filter(isLooseSkill).map(at)) if (!tree.isLeftOut(place, false)) found.push(place);
  if (depth < LIMITS.depth)
    for (const { kind, name } of entries)
      if (kind === "folder" && !isBeside(name)) await look(search, at(name), depth + 1);
  if (depth > 0 && found.length === before && own.includes("package.json")) found.push(folder);
}
