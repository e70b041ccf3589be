import { readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { notFound, refused } from "../failures.ts";
import { type HomePaths, isSkillName, kindOf, skillPaths } from "./home.ts";
import { writeWhole } from "./json-file.ts";
import { readRegularFile } from "./read-files.ts";

const GIT_ATTRIBUTES = ".gitattributes";
const SKILLS = join(".gaia", "skills");
/** What only a running install needs is nothing to commit, and neither is what it kept aside. */
const IGNORED = [".lock*", ".staging-*", ".previous-*", ".kept-*", ".pending-*", ".*.tmp", ""].join("\n");

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
 * @throws InstallError when `.gaia` or `.gaia/skills` is no directory, a link stands where an install reads and writes, or the
 * project's skills are the home's
 */
export async function projectPaths(root: string, home: HomePaths): Promise<HomePaths> {
  const skills = join(root, SKILLS);
  if (skills === home.skills) throw refused("not_a_project", `${root} is the home directory, not a project`);
  for (const path of [join(root, ".gaia"), skills]) {
    const kind = await kindOf(path);
    if (kind !== null && kind !== "directory")
      throw refused("not_a_directory", `${path} is a ${kind}, not a directory; nothing was changed`);
  }
  await ensureNoLinks(skills);
  return { ...home, ...skillPaths(skills), place: { scope: "project", root } };
}

/**
 * A repository that somebody else made may bring links to the caller's own files: no file of ours in it may be one, whatever its name is.
 * Directories of skills are judged where they are used.
 */
async function ensureNoLinks(skills: string): Promise<void> {
  const found = (await kindOf(skills)) === "directory" ? await readdir(skills, { withFileTypes: true }) : [];
  const link = found.find((one) => one.isSymbolicLink() && !isSkillName(one.name));
  if (link === undefined) return;
  const kind = link.name === ".pins" ? "directory" : "file";
  throw refused(
    `not_a_${kind}`,
    `${join(skills, link.name)} is a link, not a ${kind}; it was not followed, and nothing was changed`,
    "look where it leads, then take it away or put a file of its own there",
  );
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

/**
 * Keeps what only a running install needs out of version control, once, and has git leave the bytes of the others as they are. Call inside
 * `changeInstalled`.
 */
export async function settleProject({ skills, place }: HomePaths): Promise<void> {
  if (place.scope !== "project") return;
  for (const [name, text] of [
    [".gitignore", IGNORED],
    [GIT_ATTRIBUTES, "* -text\n"],
  ] as const) {
    const path = join(skills, name);
    if ((await kindOf(path)) === null) await writeWhole(path, text);
  }
}

/** Runs `work` in a project. One that had no directory of skills has none afterwards either, where nothing was put there. */
export async function sparingProject<T>({ skills }: HomePaths, work: () => Promise<T>): Promise<T> {
  const isNew = (await kindOf(skills)) === null;
  try {
    return await work();
  } finally {
    if (isNew) await takeAwayUnused(skills);
  }
}

/** Takes a project's directory of skills away that has nothing but the files of `settleProject`: somebody else may be at work in it. */
async function takeAwayUnused(skills: string): Promise<void> {
  const ours = [".gitignore", GIT_ATTRIBUTES];
  try {
    if ((await readdir(skills)).some((name) => !ours.includes(name))) return;
    for (const name of ours) await rm(join(skills, name), { force: true });
    for (const directory of [skills, dirname(skills)]) await rmdir(directory);
  } catch {
    // Gone, or in use again: both are as they should be.
  }
}

/**
 * Has git leave the bytes of a project's copy as they are, or (`isThere` false) be as it likes again: a line of `.gitattributes` for each
 * of its directories, in the one that it shares with other skills. With `core.autocrlf` a clone would have other bytes than were installed.
 * No link is followed.
 */
export async function keepBytes(
  { place }: HomePaths,
  directory: string,
  copies: readonly string[],
  isThere: boolean,
): Promise<void> {
  if (place.scope !== "project") return;
  const path = join(directory, GIT_ATTRIBUTES);
  const kind = await kindOf(path);
  if (kind !== "file" && (kind !== null || !isThere)) return;
  const before =
    kind === null ? "" : Buffer.from((await readRegularFile(path, 1024 * 1024))?.bytes ?? "").toString("utf8");
  const ours = copies.map((one) => `/${one}/** -text`);
  const lines = before.split("\n").map((one) => one.trimEnd());
  // Where they stand already they stay where they are: a restored copy changes nothing that is tracked.
  const missing = ours.filter((line) => !lines.includes(line));
  if (isThere && missing.length === 0) return;
  const others = before.split("\n").filter((one) => one !== "" && (isThere || !ours.includes(one.trimEnd())));
  const after = [...others, ...(isThere ? missing : []), ""].join("\n");
  if (after === before) return;
  if (others.length === 0 && !isThere) await rm(path, { force: true });
  else await writeWhole(path, after);
}
