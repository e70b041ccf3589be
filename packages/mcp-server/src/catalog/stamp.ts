import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type HomePaths, isMissing, LOCAL_FOLDERS, readEnabledLocals } from "@gaia/install/installed";
import type { ServeContext } from "./context.ts";

const MAX_ENTRIES = 64;

/**
 * A text that changes when anything is installed, removed, enabled or trusted, or when a local skill that is enabled is edited: times and
 * sizes of a few dozen files. Edits inside an installed skill show when something of it is used.
 */
export async function stampOf({ home, project }: ServeContext): Promise<string> {
  const places = [home.trust, home.locals, ...placesOf(home)];
  if (project !== null)
    places.push(...placesOf(project), ...LOCAL_FOLDERS.map((path) => join(project.place.root, path)));
  const marks = await Promise.all(places.map(markOf));
  if (project !== null) marks.push(...(await localMarks(home, project.place.root)));
  return marks.join("\n");
}

const placesOf = ({ skills, lockFile, publishers, certificates }: HomePaths): string[] => [
  skills,
  lockFile,
  publishers,
  certificates,
];

async function localMarks(home: HomePaths, root: string): Promise<string[]> {
  if ((await readEnabledLocals(home, root)).size === 0) return [];
  const marks: string[] = [];
  for (const folder of LOCAL_FOLDERS)
    for (const name of await namesIn(join(root, folder))) {
      const directory = join(root, folder, name);
      const inside = (await namesIn(directory)).slice(0, MAX_ENTRIES);
      marks.push(...(await Promise.all([directory, ...inside.map((one) => join(directory, one))].map(markOf))));
    }
  return marks;
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function markOf(path: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await lstat(path, { bigint: true });
    return `${path} ${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (isMissing(error)) return `${path} -`;
    throw error;
  }
}
