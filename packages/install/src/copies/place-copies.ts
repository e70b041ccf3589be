import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { digestOfFiles } from "../digest-of-files.ts";
import { refused } from "../failures.ts";
import type { AgentName } from "../home/agents.ts";
import { ensureSkillName, type HomePaths, kindOf } from "../home/home.ts";
import { keepBytes } from "../home/project.ts";
import { readFiles } from "../home/read-files.ts";
import type { Copies } from "../home/skill-lock.ts";
import { writeFiles } from "../home/write-files.ts";
import { agentDirectory, copyDirectories, ensureNoLink } from "./agent-directories.ts";
import { findCopy, hasDigest, isOurs } from "./copy-state.ts";
import { moveFormerCopies } from "./former-copies.ts";
import { putThere, sweepOutside, takeFromThere } from "./moved-directory.ts";
import { type PlannedCopy, recordsOf } from "./planned-copies.ts";
import { RECEIPTS, receiptsDirectory, receiptsOf } from "./receipts.ts";

/** Of copies as locks and journals have them: each of these is one of ours. */
const digestsOf = (records: readonly (Copies | null)[]): string[] =>
  records.flatMap((one) => Object.values(one ?? {}).map(({ digest }) => digest));

interface Placing {
  name: string;
  agents: readonly AgentName[];
  plan: readonly PlannedCopy[];
  /** The skill's files as they lie in its place: those of them that are receipts lie beside the copies. */
  files: readonly PackageFile[];
  /** What was copied before; null: an earlier release wrote down none. */
  was: Copies | null;
}

/**
 * Puts a skill's copies where its agents look, each in one piece, and its receipts beside them. What was half written or put aside lies in
 * `paths.skills` meanwhile. Gives back where a person's work was kept that stood in the way. Call inside `changeInstalled`.
 */
export async function placeCopies(paths: HomePaths, placing: Placing): Promise<string[]> {
  const { name, agents, plan, files } = placing;
  const digests = digestsOf([placing.was, recordsOf(plan)]);
  const kept: string[] = [];
  for (const { directory, made } of plan) {
    const at = { directory, name, digests };
    await ensureNoLink(paths, join(directory, RECEIPTS));
    if ("impossible" in made) {
      kept.push(...(await takeUnchanged(paths, at)));
      continue;
    }
    await mkdir(directory, { recursive: true, mode: 0o755 });
    kept.push(...(await moveFormerCopies(paths, directory, digests)));
    kept.push(...(await replace(paths, at, made)), ...(await replaceReceipts(paths, at, receiptsOf(files))));
    await keepBytes(paths, directory, [name, `${RECEIPTS}/${name}`], true);
    await sweepOutside(dirname(directory));
  }
  // An agent that shares a copy from now on has no second one, unless a person wrote in it.
  const directories = new Set(copyDirectories(paths, agents).values());
  for (const directory of agents.flatMap((agent) => agentDirectory(paths, agent) ?? []))
    if (!directories.has(directory)) kept.push(...(await takeUnchanged(paths, { directory, name, digests })));
  return kept;
}

/**
 * Takes the copies away that a lock or a journal has of a skill, and gives back where a person's work was kept. `was` null: an earlier
 * release made them, wherever these agents look. Call inside `changeInstalled`.
 */
export async function takeCopiesAway(
  paths: HomePaths,
  { name, agents, was }: { name: string; agents: readonly AgentName[]; was: Copies | null },
): Promise<string[]> {
  const kept: string[] = [];
  for (const [owner, directory] of copyDirectories(paths, agents))
    if (was === null || was[owner] !== undefined)
      kept.push(...(await takeCopy(paths, { directory, name, digests: digestsOf([was]) })));
  return kept;
}

interface At {
  directory: string;
  name: string;
  digests: readonly string[];
}

/** The copy and its receipts. */
async function takeCopy(paths: HomePaths, at: At): Promise<string[]> {
  const { directory, name, digests } = at;
  if ((await kindOf(directory)) === null) return [];
  await ensureNoLink(paths, join(directory, RECEIPTS));
  const former = await moveFormerCopies(paths, directory, digests);
  const kept = [...former, ...(await take(paths, at)), ...(await takeReceipts(paths, at))];
  await keepBytes(paths, directory, [name, `${RECEIPTS}/${name}`], false);
  await sweepOutside(dirname(directory));
  return kept;
}

async function takeUnchanged(paths: HomePaths, at: At): Promise<string[]> {
  const found = await findCopy(paths, at);
  return typeof found !== "string" && isOurs(found, at.name, at.digests) ? takeCopy(paths, at) : [];
}

async function replace(paths: HomePaths, at: At, made: { files: PackageFile[]; digest: string }): Promise<string[]> {
  const { directory, name } = at;
  const target = join(directory, ensureSkillName(name));
  if ((await kindOf(target)) === "directory" && hasDigest(await readFiles(target), made.digest)) return [];
  const staging = join(paths.skills, `.staging-${name}-${randomUUID()}`);
  await writeFiles(staging, made.files);
  const kept = await take(paths, at);
  await putThere(staging, target, dirname(directory));
  return kept;
}

async function replaceReceipts(paths: HomePaths, at: At, receipts: readonly PackageFile[]): Promise<string[]> {
  const { directory, name } = at;
  const target = receiptsDirectory(directory, name);
  if ((await kindOf(target)) === "directory" && hasDigest(await readFiles(target), digestOfFiles(receipts))) return [];
  const kept = await takeReceipts(paths, at);
  const staging = join(paths.skills, `.staging-${name}-${randomUUID()}`);
  await writeFiles(staging, receipts);
  await mkdir(join(directory, RECEIPTS), { recursive: true, mode: 0o755 });
  await putThere(staging, target, dirname(directory));
  return kept;
}

/** What a person made or changed in a copy is kept, whatever brought this about: a lock, `--force`, or a skill that is enabled again. */
const take = (paths: HomePaths, { directory, name, digests }: At): Promise<string[]> =>
  takeDirectory(paths, join(directory, ensureSkillName(name)), {
    name,
    outside: dirname(directory),
    isOurs: (found) => isOurs(found, name, digests),
  });

async function takeReceipts(paths: HomePaths, { directory, name }: At): Promise<string[]> {
  const receipts = join(directory, RECEIPTS);
  if ((await kindOf(receipts)) === null) return [];
  const kept = await takeDirectory(paths, join(receipts, ensureSkillName(name)), {
    name,
    outside: dirname(directory),
    isOurs: ({ files, others, excess }) =>
      excess === null && others.length === 0 && receiptsOf(files).length === files.length,
  });
  await rmdir(receipts).catch(() => {});
  return kept;
}

/** Empty: it was ours, and is gone. Else where it is kept. */
async function takeDirectory(
  paths: HomePaths,
  target: string,
  judging: { name: string; outside: string; isOurs(found: Awaited<ReturnType<typeof readFiles>>): boolean },
): Promise<string[]> {
  const { name, outside } = judging;
  const kind = await kindOf(target);
  if (kind === null) return [];
  if (kind !== "directory") throw refused("not_a_directory", `${target} is a ${kind}, not a directory`);
  const found = await readFiles(target);
  const id = randomUUID();
  const staging = join(paths.skills, `.staging-${name}-${id}`);
  const kept = join(paths.skills, `.kept-${name}-${id}`);
  if (!judging.isOurs(found)) {
    await takeFromThere(target, { name, aside: kept, staging, outside });
    return [kept];
  }
  const aside = join(paths.skills, asideName(name, digestOfFiles(found.files), id));
  await takeFromThere(target, { name, aside, staging, outside });
  // What a person saved in it meanwhile is kept.
  if (judging.isOurs(await readFiles(aside))) {
    await rm(aside, { recursive: true, force: true });
    return [];
  }
  await rename(aside, kept);
  return [kept];
}

const ASIDE = /^\.previous-([a-z0-9][a-z0-9-]{0,63})-([0-9a-f]{64})-[0-9a-f]{8}-[0-9a-f-]{27}$/;
const asideName = (name: string, digest: string, id: string): string =>
  `.previous-${name}-${digest.slice("sha256:".length)}-${id}`;

/** A copy that a killed process had put aside, by its name in `paths.skills`: it goes, unless a person saved something in it since. */
export async function sweepAside(paths: HomePaths, file: string): Promise<boolean> {
  const [, name, digest] = ASIDE.exec(file) ?? [];
  if (name === undefined || digest === undefined) return false;
  const path = join(paths.skills, file);
  if ((await kindOf(path)) === "directory" && !hasDigest(await readFiles(path), `sha256:${digest}`))
    await rename(path, join(paths.skills, `.kept-${name}-${randomUUID()}`));
  else await rm(path, { recursive: true, force: true });
  return true;
}
