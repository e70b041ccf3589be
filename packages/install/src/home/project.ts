import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { notFound, refused } from "../failures.ts";
import { type HomePaths, kindOf, skillPaths } from "./home.ts";

const SKILLS = join(".gaia", "skills");
/** What only a running install needs is nothing to commit. */
const IGNORED = [".lock*", ".staging-*", ".previous-*", ".pending-*", ".*.tmp", ""].join("\n");

/**
 * The root of the project that a directory lies in: the nearest one that has skills of its own, else the nearest that is under version
 * control, else the directory itself. The home directory is no project: its `.gaia` is the person's own.
 */
export async function projectRoot(directory: string, home: HomePaths): Promise<string> {
  const found = await ancestor(directory, async (one) => {
    const skills = join(one, SKILLS);
    return skills !== home.skills && (await kindOf(join(skills, "skill-lock.json"))) === "file";
  });
  if (found !== null) return found;
  const versioned = await ancestor(directory, async (one) => (await kindOf(join(one, ".git"))) !== null);
  return versioned ?? directory;
}

async function ancestor(directory: string, fits: (one: string) => Promise<boolean>): Promise<string | null> {
  for (let one = directory; ; one = dirname(one)) {
    if (await fits(one)) return one;
    if (dirname(one) === one) return null;
  }
}

/**
 * The paths of a project's skills: they, their lock and who published them before are the project's, all else is the home's.
 * @throws InstallError when `.gaia` or `.gaia/skills` is no directory, or the project's skills are the home's
 */
export async function projectPaths(root: string, home: HomePaths): Promise<HomePaths> {
  const skills = join(root, SKILLS);
  if (skills === home.skills) throw refused("not_a_project", `${root} is the home directory, not a project`);
  for (const path of [join(root, ".gaia"), skills]) {
    const kind = await kindOf(path);
    if (kind !== null && kind !== "directory")
      throw refused("not_a_directory", `${path} is a ${kind}, not a directory; nothing was changed`);
  }
  return { ...home, ...skillPaths(skills), place: { scope: "project", root } };
}

/** The same for a project that has a lock. Throws exit 3 where it has none. */
export async function lockedProjectPaths(root: string, home: HomePaths): Promise<HomePaths> {
  const paths = await projectPaths(root, home);
  if ((await kindOf(paths.lockFile)) === "file") return paths;
  throw notFound(
    `${root} has no skills of its own: there is no ${SKILLS}/skill-lock.json`,
    "install some with --project",
  );
}

/** Keeps what only a running install needs out of version control, once. Call inside `changeInstalled`. */
export async function settleProject({ skills, place }: HomePaths): Promise<void> {
  if (place.scope !== "project") return;
  const path = join(skills, ".gitignore");
  if ((await kindOf(path)) === null) await writeFile(path, IGNORED, { flag: "wx" });
}
