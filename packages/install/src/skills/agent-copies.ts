import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures.ts";
import { ensureSkillName, type HomePaths, kindOf } from "../home/home.ts";
import { keepBytes } from "../home/project.ts";
import { expectedOf, ownWorkOf } from "./own-work.ts";
import { readFiles } from "../home/read-files.ts";
import { writeFiles } from "../home/write-files.ts";
import { agentDirectory, copyDirectories, ensureNoLink, hasLink } from "../copies/agent-directories.ts";
import type { AgentName } from "../home/agents.ts";

/** A directory that an interrupted copy left; agents pass over names that begin with a dot. */
const LEFTOVER = /^\.gaia-(?:new|old)-/;

/** How a copy stands to the files that were installed. */
export type CopyState = "same" | "missing" | "changed" | "foreign";

/** Compares a copy with the files it should have; `foreign`: no directory, or a link. */
export async function stateOfCopy(
  paths: HomePaths,
  { directory, name, files }: { directory: string; name: string; files: readonly PackageFile[] },
): Promise<CopyState> {
  if (await hasLink(paths, directory)) return "foreign";
  const target = join(directory, ensureSkillName(name));
  const kind = await kindOf(target);
  if (kind === null) return "missing";
  if (kind !== "directory") return "foreign";
  const found = await readFiles(target);
  if (found.excess !== null || found.others.length > 0 || found.files.length !== files.length) return "changed";
  const expected = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const isSame = found.files.every(({ path, bytes }) => {
    const other = expected.get(path);
    return other !== undefined && Buffer.compare(bytes, other) === 0;
  });
  return isSame ? "same" : "changed";
}

/**
 * Makes sure, before anything is written, that copies may be made. `was`: the files that are installed now and the agents they are copied
 * for. Throws for a directory that we did not put there, and for one that was edited since, unless `isForced`.
 */
export async function ensureCopiesPossible(
  paths: HomePaths,
  input: {
    name: string;
    agents: readonly AgentName[];
    was: { agents: readonly AgentName[]; files: readonly PackageFile[] } | null;
    isForced: boolean;
  },
): Promise<void> {
  const { name, agents, was, isForced } = input;
  const ours = new Set(copyDirectories(paths, was?.agents ?? []).values());
  for (const directory of copyDirectories(paths, agents).values()) {
    const target = join(directory, name);
    const state = await stateOfCopy(paths, { directory, name, files: was?.files ?? [] });
    if (state === "missing" || state === "same") continue;
    if (state === "foreign")
      throw refused(
        "not_a_directory",
        `${target} is, or lies behind, something other than a directory; nothing was changed`,
      );
    if (isForced) continue;
    if (ours.has(directory))
      throw refused(
        "edited",
        `${target} was edited since it was installed; nothing was changed`,
        "keep your edits elsewhere, then add --force",
      );
    throw refused(
      "not_ours",
      `${target} is there already, and was not installed from here; nothing was changed`,
      "move it away, or add --force to replace it",
    );
  }
}

/** Puts a skill's files where its agents look, each in one piece. Call inside `changeInstalled`. */
export async function placeCopies(
  paths: HomePaths,
  { name, files, agents }: { name: string; files: readonly PackageFile[]; agents: readonly AgentName[] },
): Promise<void> {
  const directories = new Set(copyDirectories(paths, agents).values());
  for (const directory of directories) {
    await ensureNoLink(paths, directory);
    await mkdir(directory, { recursive: true, mode: 0o755 });
    const staging = join(directory, `.gaia-new-${name}-${randomUUID()}`);
    await writeFiles(staging, files);
    await takeDirectory(directory, name);
    await rename(staging, join(directory, name));
    await keepBytes(paths, directory, name, true);
    await sweep(directory);
  }
  // An agent that shares a copy from now on has no second one, unless a person wrote in it.
  for (const directory of agents.map((agent) => agentDirectory(paths, agent)))
    if (
      directory !== null &&
      !directories.has(directory) &&
      !(await hasLink(paths, directory)) &&
      (await isUnchangedCopy(directory, name))
    ) {
      await takeDirectory(directory, name);
      await sweep(directory);
    }
}

/** Takes a skill's copies away. Call inside `changeInstalled`. */
export async function takeCopiesAway(paths: HomePaths, name: string, agents: readonly AgentName[]): Promise<void> {
  for (const directory of copyDirectories(paths, agents).values()) {
    if ((await kindOf(directory)) === null) continue;
    await ensureNoLink(paths, directory);
    await takeDirectory(directory, name);
    await keepBytes(paths, directory, name, false);
    await sweep(directory);
  }
}

async function takeDirectory(directory: string, name: string): Promise<void> {
  const target = join(directory, ensureSkillName(name));
  const kind = await kindOf(target);
  if (kind === null) return;
  if (kind !== "directory") throw refused("not_a_directory", `${target} is a ${kind}, not a directory`);
  // What a person made or changed is kept, whatever brought this about: a lock, `--force`, or a skill that is enabled again.
  const word = (await isUnchangedCopy(directory, name)) ? "old" : "kept";
  await rename(target, join(directory, `.gaia-${word}-${name}-${randomUUID()}`));
}

async function isUnchangedCopy(directory: string, name: string): Promise<boolean> {
  const target = join(directory, name);
  if ((await kindOf(target)) !== "directory") return false;
  return ownWorkOf(await readFiles(target), { ...expectedOf(name, undefined), next: [] }).length === 0;
}

async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (LEFTOVER.test(name)) await rm(join(directory, name), { recursive: true, force: true });
}
