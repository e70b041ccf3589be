import { randomUUID } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { type InstallError, unexpected } from "../failures.ts";
import { type AgentName, isAgentName } from "../home/agents.ts";
import { copiedBy, type Copied, planCopies, type PlannedCopy, recordsOf } from "../copies/planned-copies.ts";
import { placeCopies, sweepAside, takeCopiesAway } from "../copies/place-copies.ts";
import { type HomePaths, installedPlace, isSkillName, kindOf } from "../home/home.ts";
import { withHomeLock } from "../home/home-lock.ts";
import { readJsonFile, writeJsonFile } from "../home/json-file.ts";
import { settleProject, sparingProject } from "../home/project.ts";
import { type Copies, type LockEntry, readSkillLock, toCopies, toEntry, writeSkillLock } from "../home/skill-lock.ts";
import { ensureNoOwnWork, expectedOf, findOwnWork, ownWorkOf } from "../own-work/own-work.ts";
import { readFiles } from "../home/read-files.ts";
import { systemWords } from "../home/system-words.ts";
import { writeFiles } from "../home/write-files.ts";

const PENDING = /^\.pending-([a-z0-9][a-z0-9-]{0,63})\.json$/;
/** How a directory is called that holds a person's work; nothing sweeps it. */
const KEPT = ".kept-";
const PREVIOUS = /^\.previous-([a-z0-9][a-z0-9-]{0,63})-[0-9a-f]{8}-[0-9a-f-]{27}$/;
const LEFTOVER = /^\.(?:staging|previous)-|^\.[a-z0-9.-]+\.[0-9a-f-]{36}\.tmp$/;

/** Runs `work` alone in this home and in its place, after putting right what a killed process left. */
export function changeInstalled<T>(paths: HomePaths, work: () => Promise<T>): Promise<T> {
  const alone = async () => {
    await recover(paths);
    await settleProject(paths);
    return work();
  };
  // A project may be somebody else's place too, with a home of their own.
  const inPlace =
    paths.place.scope === "user"
      ? alone
      : () => sparingProject(paths, () => withHomeLock(join(paths.skills, ".lock"), alone));
  return withHomeLock(paths.mutex, inPlace);
}

/** Puts right what a killed process left, when there is anything; for verbs that only read. */
export async function settleInstalled(paths: HomePaths): Promise<void> {
  const names = (await kindOf(paths.skills)) === null ? [] : await readdir(paths.skills);
  if (names.some((name) => PENDING.test(name))) await changeInstalled(paths, async () => {});
}

/** What was put in place: its lock entry, its copies, and where a person's work is kept that stood there. */
export interface Placed {
  entry: LockEntry;
  copied: Copied[];
  kept: string[];
}

/**
 * Puts a skill in its place: the files go into a staging directory beside it, which then takes the place by rename; then its copies for
 * agents are made. Call inside `changeInstalled`. Killed anywhere, the next call finds the previous version or the new one, whole, with
 * its lock entry and its copies. What a person made or changed in that place is refused, or `overwrites` keeps it aside.
 */
export async function placeSkill(
  paths: HomePaths,
  input: { name: string; files: readonly PackageFile[]; entry: LockEntry; overwrites: boolean },
): Promise<Placed> {
  const { name, files, overwrites } = input;
  const place = await installedPlace(paths, name);
  if (!overwrites) await ensureNoOwnWork(paths, { name, next: files });
  const isKept = overwrites && (await findOwnWork(paths, { name, next: files })) !== null;
  const locked = (await readSkillLock(paths.lockFile)).get(name);
  const { entry, plan } = withCopies(paths, input);
  const staging = `.staging-${name}-${randomUUID()}`;
  const previous = `${isKept ? KEPT : ".previous-"}${name}-${randomUUID()}`;
  const pending = join(paths.skills, `.pending-${name}.json`);
  const was = locked?.copies ?? null;
  try {
    await writeFiles(join(paths.skills, staging), files);
    await writeJsonFile(pending, { version: 1, name, staging, previous, entry, copied: was });
    if (place.exists) await rename(place.path, join(paths.skills, previous));
    await rename(join(paths.skills, staging), place.path);
    await writeEntry(paths, name, entry);
  } catch (error) {
    await recover(paths);
    throw error;
  }
  const made = await tryCopies(paths, { name, files, entry, plan, was });
  await rm(pending, { force: true });
  const own = isKept
    ? join(paths.skills, previous)
    : await dropPrevious(paths, previous, { ...expectedOf(name, locked), next: files });
  if (made.failed !== null) throw made.failed;
  const kept = own === null ? made.kept : [own, ...made.kept];
  return { entry, copied: copiedBy(paths, { name, files, entry }, plan), kept };
}

/** The copies that a skill is to have, and its entry with what the lock says of them. */
function withCopies(
  paths: HomePaths,
  { name, files, entry }: { name: string; files: readonly PackageFile[]; entry: LockEntry },
) {
  const plan = planCopies(paths, { name, files, entry });
  return { entry: { ...entry, copies: recordsOf(plan) }, plan };
}

/** Takes the former directory away. What a person saved in it while its successor was written is kept, and this is where. */
async function dropPrevious(
  paths: HomePaths,
  previous: string,
  expected: Parameters<typeof ownWorkOf>[1],
): Promise<string | null> {
  const path = join(paths.skills, previous);
  if ((await kindOf(path)) === "directory" && ownWorkOf(await readFiles(path), expected).length > 0) {
    const kept = join(paths.skills, `${KEPT}${expected.name}-${randomUUID()}`);
    await rename(path, kept);
    return kept;
  }
  await rm(path, { recursive: true, force: true });
  return null;
}

/** A copy that cannot be written undoes no install, and stands in no other one's way: that is `failed`. */
async function tryCopies(
  paths: HomePaths,
  input: {
    name: string;
    files: readonly PackageFile[];
    entry: LockEntry;
    plan: readonly PlannedCopy[];
    was: Copies | null;
  },
): Promise<{ failed: InstallError | null; kept: string[] }> {
  const { name, files, entry, plan, was } = input;
  if (!entry.enabled) return { failed: null, kept: [] };
  try {
    return { failed: null, kept: await placeCopies(paths, { name, files, agents: entry.agents, plan, was }) };
  } catch (error) {
    const why = systemWords(error)?.message ?? (error instanceof Error ? error.message : String(error));
    const words = `${name} is installed, but could not be copied for its agents: ${why}`;
    return { failed: unexpected("copy_failed", words, { cause: error }), kept: [] };
  }
}

/**
 * Takes a skill and its copies away; null when neither files nor a lock entry were there. What a person made or changed is `kept` aside,
 * at those paths. Call inside `changeInstalled`. Killed anywhere, the next call finishes it.
 */
export async function takeAway(paths: HomePaths, name: string): Promise<{ kept: string[] } | null> {
  const place = await installedPlace(paths, name);
  const entries = await readSkillLock(paths.lockFile);
  if (!place.exists && !entries.has(name)) return null;
  const pending = join(paths.skills, `.pending-${name}.json`);
  await writeJsonFile(pending, { version: 1, name, removed: true });
  const kept = await finishRemoval(paths, name);
  await rm(pending, { force: true });
  return { kept };
}

async function finishRemoval(paths: HomePaths, name: string): Promise<string[]> {
  const place = await installedPlace(paths, name);
  const isKept = (await findOwnWork(paths, { name, next: [] })) !== null;
  const trash = `${isKept ? KEPT : ".previous-"}${name}-${randomUUID()}`;
  if (place.exists) await rename(place.path, join(paths.skills, trash));
  const entries = await readSkillLock(paths.lockFile);
  const entry = entries.get(name);
  const agents = entry?.enabled === true ? entry.agents : [];
  const kept = await takeCopiesAway(paths, { name, agents, was: entry?.copies ?? null });
  entries.delete(name);
  await writeSkillLock(paths.lockFile, entries);
  const own = isKept
    ? join(paths.skills, trash)
    : await dropPrevious(paths, trash, { ...expectedOf(name, entry), next: [] });
  return own === null ? kept : [own, ...kept];
}

/** The files of an installed skill; null when its directory is missing, or holds more than any install left there. */
export async function installedFiles(paths: HomePaths, name: string): Promise<PackageFile[] | null> {
  const place = await installedPlace(paths, name);
  const found = place.exists ? await readFiles(place.path) : null;
  return found === null || found.excess !== null || found.others.length > 0 ? null : found.files;
}

/** Changes what the lock says of an installed skill, and makes its copies what that says. Call inside `changeInstalled`. */
export async function changeEntry(paths: HomePaths, name: string, changed: LockEntry): Promise<Placed> {
  const before = (await readSkillLock(paths.lockFile)).get(name);
  const files = await installedFiles(paths, name);
  const input = { name, files: files ?? [], entry: changed };
  // Of files that are gone there are no copies either.
  const { entry, plan } = files === null ? { entry: { ...changed, copies: {} }, plan: [] } : withCopies(paths, input);
  const was = before?.copies ?? null;
  const kept = entry.enabled ? entry.agents : [];
  const gone = before?.enabled === true ? before.agents.filter((agent) => !kept.includes(agent)) : [];
  const pending = join(paths.skills, `.pending-${name}.json`);
  await writeJsonFile(pending, { version: 1, name, gone, copied: was });
  await writeEntry(paths, name, entry);
  const taken = await takeCopiesAway(paths, { name, agents: gone, was });
  const made = files === null ? null : await tryCopies(paths, { ...input, entry, plan, was });
  await rm(pending, { force: true });
  if (made !== null && made.failed !== null) throw made.failed;
  return { entry, copied: copiedBy(paths, { ...input, entry }, plan), kept: [...taken, ...(made?.kept ?? [])] };
}

/** What `changeEntry` was about: the lock is as it was, or as it is to be, and the copies follow it. */
async function finishChange(
  paths: HomePaths,
  name: string,
  pending: { gone: readonly unknown[]; copied: unknown },
): Promise<void> {
  const locked = (await readSkillLock(paths.lockFile)).get(name);
  const files = await installedFiles(paths, name);
  if (locked === undefined || files === null) return;
  const agents = pending.gone.filter((one): one is AgentName => typeof one === "string" && isAgentName(one));
  const kept = locked.enabled ? locked.agents : [];
  const gone = agents.filter((agent) => !kept.includes(agent));
  const was = toCopies(pending.copied);
  await takeCopiesAway(paths, { name, agents: gone, was });
  await finishCopies(paths, { name, files, entry: locked }, was);
}

/** Makes its copies, and has the lock say so. */
async function finishCopies(
  paths: HomePaths,
  input: { name: string; files: readonly PackageFile[]; entry: LockEntry },
  was: Copies | null,
): Promise<void> {
  const { entry, plan } = withCopies(paths, input);
  await writeEntry(paths, input.name, entry);
  await tryCopies(paths, { ...input, entry, plan, was });
}

async function writeEntry(paths: HomePaths, name: string, entry: LockEntry): Promise<void> {
  const entries = await readSkillLock(paths.lockFile);
  entries.set(name, entry);
  await writeSkillLock(paths.lockFile, entries);
}

/** Finishes or undoes every change that was cut off, and sweeps what belongs to none. */
async function recover(paths: HomePaths): Promise<void> {
  const names = await readdir(paths.skills);
  for (const file of names) {
    const name = PENDING.exec(file)?.[1];
    if (name !== undefined) await settle(paths, join(paths.skills, file), name);
  }
  for (const file of await readdir(paths.skills)) if (LEFTOVER.test(file)) await sweep(paths, file);
}

/** What was cut off left: a former directory in which a person saved something since is kept as ever. */
async function sweep(paths: HomePaths, file: string): Promise<void> {
  const name = PREVIOUS.exec(file)?.[1];
  if (await sweepAside(paths, file)) return;
  if (name === undefined) await rm(join(paths.skills, file), { recursive: true, force: true });
  else await dropPrevious(paths, file, { ...expectedOf(name, undefined), next: [] });
}

async function settle(paths: HomePaths, pendingFile: string, name: string): Promise<void> {
  const pending = (await readJsonFile(pendingFile)) ?? {};
  if (pending["removed"] === true) await finishRemoval(paths, name);
  const { gone, copied } = pending;
  if (Array.isArray(gone)) await finishChange(paths, name, { gone, copied });
  const staging = ownName(pending["staging"], `.staging-${name}-`);
  const previous =
    ownName(pending["previous"], `.previous-${name}-`) ?? ownName(pending["previous"], `${KEPT}${name}-`);
  if (isSkillName(name) && staging !== null && previous !== null) {
    const place = join(paths.skills, name);
    const isStaged = (await kindOf(join(paths.skills, staging))) === "directory";
    const isPlaced = (await kindOf(place)) === "directory";
    const hasPrevious = (await kindOf(join(paths.skills, previous))) === "directory";
    if (!isPlaced && hasPrevious) await rename(join(paths.skills, previous), place);
    else if (isPlaced && !isStaged)
      await finishPlacing(paths, toEntry(pendingFile, name, pending["entry"]), { name, copied });
  }
  await rm(pendingFile, { force: true });
}

async function finishPlacing(
  paths: HomePaths,
  entry: LockEntry,
  { name, copied }: { name: string; copied: unknown },
): Promise<void> {
  await writeEntry(paths, name, entry);
  const files = await installedFiles(paths, name);
  if (files !== null) await finishCopies(paths, { name, files, entry }, toCopies(copied));
}

const ownName = (value: unknown, prefix: string): string | null =>
  typeof value === "string" && value.startsWith(prefix) && /^[a-z0-9.-]+$/.test(value) ? value : null;
