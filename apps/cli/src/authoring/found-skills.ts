import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { findSkillPlaces, NEVER_PACKED } from "@gaia/manifest";
import { readLeavingOut } from "./leaving-out.ts";

/**
 * The skills below a directory, sorted, as `findSkillPlaces` finds them. Links are not followed. `isLeftOut` says which folders and files
 * are not looked at, by their whole path.
 */
export async function findSkills(
  directory: string,
  isLeftOut: (path: string, isDirectory: boolean) => boolean,
): Promise<string[]> {
  const found = await findSkillPlaces({
    async list(folder) {
      const entries = await readdir(join(directory, folder), { withFileTypes: true });
      return entries.map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other",
      }));
    },
    isLeftOut: (path, isFolder) => isLeftOut(join(directory, path), isFolder),
  });
  return found.map((place) => join(directory, place)).toSorted();
}

/** The skills below an author's folder, but for what the folder's own rules leave out: that is not the author's, or not done. */
export async function findOwnSkills(root: string): Promise<string[]> {
  const { ignores } = await readLeavingOut(root, NEVER_PACKED);
  return findSkills(root, (place, isDirectory) => {
    const path = relative(root, place).split(sep).join("/");
    return path !== "" && ignores(path, isDirectory);
  });
}
