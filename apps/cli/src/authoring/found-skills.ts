import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isSystemJunk } from "@gaia/archive";
import { isManifestName } from "@gaia/manifest";
import { readLeavingOut } from "./leaving-out.ts";
import { NEVER_PACKED } from "./skill-directory.ts";

const LIMITS = { depth: 6, entries: 200_000 };

/**
 * The skills below a directory, sorted: a folder with a manifest is one and is not looked into further; in a folder without, every
 * `*.skill.md` is one by itself. Links are not followed. `isLeftOut` says which folders and files are not looked at, by their whole path.
 */
export async function findSkills(
  directory: string,
  isLeftOut: (path: string, isDirectory: boolean) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  await look(directory, 0, { left: LIMITS.entries, isLeftOut }, found);
  return found.toSorted();
}

/** The skills below an author's folder, but for what the folder's own rules leave out: that is not the author's, or not done. */
export async function findOwnSkills(root: string): Promise<string[]> {
  const { ignores } = await readLeavingOut(root, NEVER_PACKED);
  return findSkills(root, (place, isDirectory) => {
    const path = relative(root, place).split(sep).join("/");
    return path !== "" && ignores(path, isDirectory);
  });
}

/** Folders of packages that somebody else wrote. */
const INSTALLED = new Set(["site-packages", "venv"]);

/** Caches, packages of other managers, hidden folders, and what a system leaves. */
const isBeside = (name: string): boolean =>
  NEVER_PACKED.has(name) || INSTALLED.has(name) || name.startsWith(".") || isSystemJunk(name);

async function look(
  directory: string,
  depth: number,
  budget: { left: number; isLeftOut: (path: string, isDirectory: boolean) => boolean },
  found: string[],
): Promise<void> {
  if (budget.isLeftOut(directory, true)) return;
  const entries = await readdir(directory, { withFileTypes: true });
  budget.left -= entries.length;
  if (budget.left < 0) return;
  const names = entries.filter((entry) => entry.isFile() && isManifestName(entry.name)).map(({ name }) => name);
  const isLoose = (name: string) => /.\.skill\.md$/i.test(name);
  const folder = names.filter((name) => !isLoose(name));
  // A package.json alone may belong to whatever holds the skills.
  if (depth > 0 && folder.some((name) => name !== "package.json")) {
    found.push(directory);
    return;
  }
  const before = found.length;
  for (const place of names.filter(isLoose).map((name) => join(directory, name)))
    if (!budget.isLeftOut(place, false)) found.push(place);
  if (depth < LIMITS.depth)
    for (const entry of entries)
      if (entry.isDirectory() && !isBeside(entry.name))
        await look(join(directory, entry.name), depth + 1, budget, found);
  if (depth > 0 && found.length === before && folder.includes("package.json")) found.push(directory);
}
