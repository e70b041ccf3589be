import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures.ts";
import { ensureSkillName, type HomePaths, kindOf } from "./home.ts";
import { readFiles, readRegularFile } from "./read-files.ts";
import { writeFiles } from "./write-files.ts";
import { AGENTS, type AgentName } from "./agents.ts";

/** The first line of a copy's SHA256SUMS: what an install put there says whose it is. */
const HEADER = /^# gaia-release\/1 publisher=\S+ name=(\S+) version=\S+$/;

/** A directory that an interrupted copy left; agents pass over names that begin with a dot. */
const LEFTOVER = /^\.gaia-(?:new|old)-/;

/** The directory where an agent looks for skills in this place. */
export const agentDirectory = ({ place }: Pick<HomePaths, "place">, agent: AgentName): string =>
  join(place.root, AGENTS[agent][place.scope]);

/** How a copy stands to the files that were installed. */
export type CopyState = "same" | "missing" | "changed" | "foreign";

/** Compares a copy with the files it should have; `foreign`: no directory, or a link. */
export async function stateOfCopy(
  paths: HomePaths,
  { agent, name, files }: { agent: AgentName; name: string; files: readonly PackageFile[] },
): Promise<CopyState> {
  if (await hasLink(paths, agent)) return "foreign";
  const target = join(agentDirectory(paths, agent), ensureSkillName(name));
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
  for (const agent of agents) {
    const target = join(agentDirectory(paths, agent), name);
    const state = await stateOfCopy(paths, { agent, name, files: was?.files ?? [] });
    if (state === "missing" || state === "same") continue;
    if (state === "foreign")
      throw refused(
        "not_a_directory",
        `${target} is, or lies behind, something other than a directory; nothing was changed`,
      );
    if (isForced) continue;
    const isOurs = was?.agents.some((one) => agentDirectory(paths, one) === agentDirectory(paths, agent)) ?? false;
    if (isOurs)
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
  for (const directory of directoriesOf(paths, agents)) {
    await ensureNoLink(paths, agents);
    await mkdir(directory, { recursive: true, mode: 0o755 });
    const staging = join(directory, `.gaia-new-${name}-${randomUUID()}`);
    await writeFiles(staging, files);
    await takeDirectory(directory, name);
    await rename(staging, join(directory, name));
    await sweep(directory);
  }
}

/** Takes a skill's copies away. Call inside `changeInstalled`. */
export async function takeCopiesAway(paths: HomePaths, name: string, agents: readonly AgentName[]): Promise<void> {
  for (const directory of directoriesOf(paths, agents)) {
    if ((await kindOf(directory)) === null) continue;
    await ensureNoLink(paths, agents);
    await takeDirectory(directory, name);
    await sweep(directory);
  }
}

/** Several agents may look in one directory. */
const directoriesOf = (paths: HomePaths, agents: readonly AgentName[]): Set<string> =>
  new Set(agents.map((agent) => agentDirectory(paths, agent)));

async function takeDirectory(directory: string, name: string): Promise<void> {
  const target = join(directory, ensureSkillName(name));
  const kind = await kindOf(target);
  if (kind === null) return;
  if (kind !== "directory") throw refused("not_a_directory", `${target} is a ${kind}, not a directory`);
  // What no install put there is kept, whatever brought this about: a lock, `--force`, or a skill that is enabled again.
  const word = (await isCopyOf(target, name)) ? "old" : "kept";
  await rename(target, join(directory, `.gaia-${word}-${name}-${randomUUID()}`));
}

async function isCopyOf(directory: string, name: string): Promise<boolean> {
  const sums = join(directory, "SHA256SUMS");
  const read = (await kindOf(sums)) === "file" ? await readRegularFile(sums, 1024 * 1024) : null;
  const [first = ""] = Buffer.from(read?.bytes ?? "")
    .toString("utf8")
    .split("\n", 1);
  return HEADER.exec(first)?.[1] === name;
}

async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (LEFTOVER.test(name)) await rm(join(directory, name), { recursive: true, force: true });
}

async function ensureNoLink(paths: HomePaths, agents: readonly AgentName[]): Promise<void> {
  for (const agent of agents)
    if (await hasLink(paths, agent))
      throw refused(
        "not_a_directory",
        `A link stands on the way to ${agentDirectory(paths, agent)}; nothing was written there`,
      );
}

/** A repository may bring links that lead out of it; in a person's own home they are the person's. */
async function hasLink({ place }: HomePaths, agent: AgentName): Promise<boolean> {
  if (place.scope === "user") return false;
  let path = place.root;
  for (const part of AGENTS[agent].project.split("/")) {
    path = join(path, part);
    const kind = await kindOf(path);
    if (kind === null) return false;
    if (kind !== "directory") return true;
  }
  return false;
}
