import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError, contentDigest, type PackageFile, parseSums, releaseDigest, type Sums } from "@gaia/archive";
import { judgeInstalledBill } from "../terms/bill.ts";
import { problemsOfFiles } from "../terms/file-problems.ts";
import { type HomePaths, installedPlace, isSkillName, kindOf } from "../home/home.ts";
import { readSoundLock } from "../home/lock-faults.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { takenBack } from "../revocations/taken-back.ts";
import { readFiles } from "../home/read-files.ts";
import { copyDirectories } from "../copies/agent-directories.ts";
import { type CopyState, stateOfCopy } from "../copies/judge-copy.ts";

/**
 * One thing that differs from the lock. `missing`: the skill's files are not there; `edited`: they are the locked release, changed by hand;
 * `other_release`: they are another version, or another content of it; `unlocked`: the lock does not name it; `copy`: one for an agent;
 * `revoked`: the list that is kept here says that it was withdrawn, or that its tier fell.
 */
export interface Drift {
  name: string;
  kind: "missing" | "edited" | "other_release" | "unlocked" | "copy" | "revoked";
  detail: string;
}

/** What lies in a place against its lock, offline; in the order of names. Writes nothing. Throws exit 4 for a lock that is not sound. */
export async function findDrift(paths: HomePaths): Promise<Drift[]> {
  const entries = await readSoundLock(paths.lockFile);
  const found: Drift[] = [];
  for (const [name, entry] of entries) found.push(...(await driftOf(paths, name, entry)));
  for (const { name, version, standing, text } of await takenBack(paths))
    if (standing !== "yanked") found.push({ name, kind: "revoked", detail: `${name} ${version}: ${text}` });
  const names = (await kindOf(paths.skills)) === "directory" ? await readdir(paths.skills) : [];
  for (const name of names)
    if (isSkillName(name) && !entries.has(name) && (await kindOf(join(paths.skills, name))) === "directory")
      found.push({ name, kind: "unlocked", detail: "is there, and the lock does not name it" });
  return found.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
}

async function driftOf(paths: HomePaths, name: string, entry: LockEntry): Promise<Drift[]> {
  const place = await installedPlace(paths, name);
  const subject = `${name} ${entry.version}`;
  if (!place.exists) return [{ name, kind: "missing", detail: `${subject} is not there` }];
  const found = await readFiles(place.path);
  if (found.excess !== null) return [{ name, kind: "edited", detail: "holds more than a package may" }];
  const files = judgeFiles(name, entry, found.files);
  const own: Drift[] = files === null ? [] : [files];
  if (found.others.length > 0)
    own.push({ name, kind: "edited", detail: `${found.others[0]?.path ?? ""} is no regular file` });
  if (own.length > 0 || !entry.enabled) return own;
  return copiesOf(paths, { name, entry, files: found.files });
}

function judgeFiles(name: string, entry: LockEntry, files: readonly PackageFile[]): Drift | null {
  const byPath = new Map(files.map((file) => [file.path, file.bytes]));
  const text = byPath.get("SHA256SUMS");
  const sums = text === undefined ? null : readSums(Buffer.from(text).toString("utf8"));
  if (sums === null) return { name, kind: "edited", detail: "SHA256SUMS is missing or damaged" };
  const version = sums.header?.version ?? "unknown";
  if (contentDigest(sums.text) !== entry.content_digest || releaseDigest(sums.text) !== entry.release_digest)
    return { name, kind: "other_release", detail: `${version} lies there, the lock says ${entry.version}` };
  const problems = problemsOfFiles(files, sums, entry.dependencies_hash || null);
  const bill = judgeInstalledBill({ files, sums, installed: entry.bill });
  if (bill?.state === "failed") problems.push(bill.detail);
  return problems.length > 0 ? { name, kind: "edited", detail: listed(problems) } : null;
}

async function copiesOf(
  paths: HomePaths,
  { name, entry, files }: { name: string; entry: LockEntry; files: readonly PackageFile[] },
): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const [owner, directory] of copyDirectories(paths, entry.agents)) {
    const state = await stateOfCopy(paths, { owner, directory, name }, { entry, files });
    const where = join(directory, name);
    if (state !== null && state !== "same") found.push({ name, kind: "copy", detail: wordsFor(state, where) });
  }
  return found;
}

function wordsFor(state: Exclude<CopyState, "same">, where: string): string {
  switch (state) {
    case "foreign":
      return `${where} is no directory of ours`;
    case "other":
      return `${where} is not the copy that is made here of the installed files`;
    case "without_receipts":
      return `the receipts of ${where} are missing or were changed`;
    default:
      return `${where} is ${state}`;
  }
}

const listed = (problems: readonly string[]): string =>
  problems.length <= 3 ? problems.join(", ") : `${problems.slice(0, 3).join(", ")} and ${problems.length - 3} more`;

function readSums(text: string): (Sums & { text: string }) | null {
  try {
    return { ...parseSums(text), text };
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}
