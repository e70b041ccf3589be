import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures.ts";
import { type HomePaths, installedPlace, isSkillName, kindOf } from "./home.ts";
import { withHomeLock } from "./home-lock.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { type LockEntry, readSkillLock, toEntry, writeSkillLock } from "./skill-lock.ts";

const PENDING = /^\.pending-([a-z0-9][a-z0-9-]{0,63})\.json$/;
const LEFTOVER = /^\.(?:staging|previous)-|^\.[a-z0-9.-]+\.[0-9a-f-]{36}\.tmp$/;

/** Runs `work` alone in this home, after putting right what a killed process left. */
export function changeInstalled<T>(paths: HomePaths, work: () => Promise<T>): Promise<T> {
  return withHomeLock(paths.mutex, async () => {
    await recover(paths);
    return work();
  });
}

/** Puts right what a killed process left, when there is anything; for verbs that only read. */
export async function settleInstalled(paths: HomePaths): Promise<void> {
  const names = (await kindOf(paths.skills)) === null ? [] : await readdir(paths.skills);
  if (names.some((name) => PENDING.test(name))) await changeInstalled(paths, async () => {});
}

/**
 * Puts a skill in its place: the files go into a staging directory beside it, which then takes the place by rename. Call inside
 * `changeInstalled`. Killed anywhere, the next call finds the previous version or the new one, whole, with its lock entry.
 */
export async function placeSkill(
  paths: HomePaths,
  input: { name: string; files: readonly PackageFile[]; entry: LockEntry },
): Promise<void> {
  const { name, files, entry } = input;
  const place = await installedPlace(paths, name);
  const staging = `.staging-${name}-${randomUUID()}`;
  const previous = `.previous-${name}-${randomUUID()}`;
  const pending = join(paths.skills, `.pending-${name}.json`);
  try {
    await writeFiles(join(paths.skills, staging), files);
    await writeJsonFile(pending, { version: 1, name, staging, previous, entry });
    if (place.exists) await rename(place.path, join(paths.skills, previous));
    await rename(join(paths.skills, staging), place.path);
    await writeEntry(paths, name, entry);
  } catch (error) {
    await recover(paths);
    throw error;
  }
  await rm(pending, { force: true });
  await rm(join(paths.skills, previous), { recursive: true, force: true });
}

/** Takes a skill away; false when neither files nor a lock entry were there. Call inside `changeInstalled`. */
export async function takeAway(paths: HomePaths, name: string): Promise<boolean> {
  const place = await installedPlace(paths, name);
  const entries = await readSkillLock(paths.lockFile);
  if (!place.exists && !entries.has(name)) return false;
  const trash = join(paths.skills, `.previous-${name}-${randomUUID()}`);
  if (place.exists) await rename(place.path, trash);
  entries.delete(name);
  await writeSkillLock(paths.lockFile, entries);
  await rm(trash, { recursive: true, force: true });
  return true;
}

async function writeEntry(paths: HomePaths, name: string, entry: LockEntry): Promise<void> {
  const entries = await readSkillLock(paths.lockFile);
  entries.set(name, entry);
  await writeSkillLock(paths.lockFile, entries);
}

async function writeFiles(directory: string, files: readonly PackageFile[]): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const made = new Set([directory]);
  for (const { path, bytes } of files) {
    const target = resolve(directory, path);
    // The archive reader has judged the path already; this is the wall behind it.
    if (!target.startsWith(directory + sep)) throw refused("path_traversal", `${path} leaves the skill's directory`);
    const parent = dirname(target);
    if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o755 });
    made.add(parent);
    const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
    await writeFile(target, bytes, { flag: "wx", mode: isScript ? 0o755 : 0o644 });
  }
}

/** Finishes or undoes every change that was cut off, and sweeps what belongs to none. */
async function recover(paths: HomePaths): Promise<void> {
  const names = await readdir(paths.skills);
  for (const file of names) {
    const name = PENDING.exec(file)?.[1];
    if (name !== undefined) await settle(paths, join(paths.skills, file), name);
  }
  for (const file of await readdir(paths.skills))
    if (LEFTOVER.test(file)) await rm(join(paths.skills, file), { recursive: true, force: true });
}

async function settle(paths: HomePaths, pendingFile: string, name: string): Promise<void> {
  const pending = (await readJsonFile(pendingFile)) ?? {};
  const staging = ownName(pending["staging"], `.staging-${name}-`);
  const previous = ownName(pending["previous"], `.previous-${name}-`);
  if (isSkillName(name) && staging !== null && previous !== null) {
    const place = join(paths.skills, name);
    const isStaged = (await kindOf(join(paths.skills, staging))) === "directory";
    const isPlaced = (await kindOf(place)) === "directory";
    const hasPrevious = (await kindOf(join(paths.skills, previous))) === "directory";
    if (!isPlaced && hasPrevious) await rename(join(paths.skills, previous), place);
    else if (isPlaced && !isStaged) await writeEntry(paths, name, toEntry(pendingFile, name, pending["entry"]));
  }
  await rm(pendingFile, { force: true });
}

const ownName = (value: unknown, prefix: string): string | null =>
  typeof value === "string" && value.startsWith(prefix) && /^[a-z0-9.-]+$/.test(value) ? value : null;
