import { ArchiveError, contentDigest, type PackageFile, parseSums, RESERVED_FILES, sha256Hex } from "@gaia/archive";
import { InstallError } from "../failures.ts";
import { isAsGenerated } from "../terms/file-problems.ts";
import { isGeneratedRequirements } from "../terms/generated-files.ts";
import { isRecord } from "../home/json-file.ts";
import { type HomePaths, installedPlace } from "../home/home.ts";
import { type FoundFiles, readFiles } from "../home/read-files.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import { isBill } from "../terms/bill.ts";

/** What programs leave beside files without being asked to: nobody misses it. */
const MACHINE_MADE = /(?:^|\/)(?:__pycache__\/.+|\.pytest_cache\/.+|[^/]+\.py[co]|\.DS_Store|Thumbs\.db|desktop\.ini)$/;
const MAX_ROWS = 100;

/** Whether a program left it there by itself. */
export const isMachineMade = (path: string): boolean => MACHINE_MADE.test(path);

/** A file that would be lost with its directory, and why it is a person's: its path is relative to that directory. */
interface OwnFile {
  path: string;
  why: string;
}

/** What says whether an install made a directory: the skill's name, and the content that the lock has for it (null: none). */
interface Expected {
  name: string;
  contentDigest: string | null;
  /** The `dependencies_hash` of that lock, by which a generated `requirements.txt` is known; null: by its first words alone. */
  dependenciesHash: string | null;
  /** The files that take its place: what is the same in them is not lost. */
  next: readonly PackageFile[];
}

/**
 * The files of a directory that a person made or changed, in the order of their paths; empty: an install can make all of it again. Files
 * that are missing are no work, and neither is what programs leave by themselves. Of a release that is whole nothing is a person's,
 * whichever version it is. Pure.
 */
export function ownWorkOf(found: FoundFiles, expected: Expected): OwnFile[] {
  const { name, contentDigest: locked, next } = expected;
  const installed = installedSums(found.files, name, locked);
  const coming = new Map(next.map(({ path, bytes }) => [path, bytes]));
  const own: OwnFile[] = found.others.map(({ path, isLink }) => ({
    path,
    why: isLink ? "is a link" : "is no regular file",
  }));
  for (const { path, bytes } of found.files) {
    const same = coming.get(path);
    if (isMachineMade(path) || (same !== undefined && Buffer.compare(same, bytes) === 0)) continue;
    if (installed === null) own.push({ path, why: "was not installed" });
    else if (installed.has(path)) {
      if (installed.get(path) !== sha256Hex(bytes)) own.push({ path, why: "was changed" });
    } else if (isGeneratedRequirements(path, bytes)) {
      if (isEdited(bytes, found.files, { installed, ...expected })) own.push({ path, why: "was changed" });
    } else if (!RESERVED_FILES.includes(path) && !isBill(path, bytes))
      own.push({ path, why: "does not belong to the skill" });
  }
  if (found.excess !== null) own.push({ path: ".", why: "holds more than a package may" });
  return own.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Whether a `requirements.txt` that an install wrote is no longer what it wrote. Where files of the skill were changed, nobody can say. */
function isEdited(
  bytes: Uint8Array,
  files: readonly PackageFile[],
  { installed, dependenciesHash: hash }: Expected & { installed: ReadonlyMap<string, string> },
): boolean {
  if (hash === null) return false;
  const packaged = files.filter((file) => installed.get(file.path) === sha256Hex(file.bytes));
  const version = packaged.length === installed.size ? versionOf(files) : undefined;
  return version !== undefined && !isAsGenerated(bytes, packaged, { version, hash });
}

const versionOf = (files: readonly PackageFile[]): string | undefined => {
  const text = files.find(({ path }) => path === "SHA256SUMS");
  return text === undefined ? undefined : readSums(Buffer.from(text.bytes).toString("utf8"))?.header?.version;
};

/** The sums of the release that an install put there, by path; null: none did, or somebody wrote the sums anew. */
function installedSums(files: readonly PackageFile[], name: string, locked: string | null): Map<string, string> | null {
  const textOf = (path: string) => {
    const bytes = files.find((one) => one.path === path)?.bytes;
    return bytes === undefined ? null : Buffer.from(bytes).toString("utf8");
  };
  const text = textOf("SHA256SUMS");
  const sums = text === null ? null : readSums(text);
  if (text === null || sums === null || sums.header?.name !== name) return null;
  const digest = contentDigest(text);
  if (digest !== locked && digest !== recordedDigest(textOf("signature.json"))) return null;
  return new Map(sums.entries.map(({ path, sha256 }) => [path, sha256]));
}

function readSums(text: string): ReturnType<typeof parseSums> | null {
  try {
    return parseSums(text);
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}

/** An install wrote down beside the files which content they are. */
function recordedDigest(text: string | null): unknown {
  try {
    const record: unknown = text === null ? null : JSON.parse(text);
    return isRecord(record) ? record["content_digest"] : null;
  } catch {
    return null;
  }
}

/** Where a person's work stands in the place of a skill; null where nothing would be lost. `next`: the package that is to take it. */
export async function findOwnWork(
  paths: HomePaths,
  { name, next }: { name: string; next: readonly PackageFile[] },
): Promise<{ place: string; isInstalled: boolean; files: OwnFile[] } | null> {
  const place = await installedPlace(paths, name);
  if (!place.exists) return null;
  const entry = (await readSkillLock(paths.lockFile)).get(name);
  const expected = { ...expectedOf(name, entry), next };
  const files = ownWorkOf(await readFiles(place.path), expected);
  return files.length === 0 ? null : { place: place.path, isInstalled: entry !== undefined, files };
}

/** What a lock says of a skill; undefined: nothing. */
export const expectedOf = (name: string, entry: LockEntry | undefined): Omit<Expected, "next"> => ({
  name,
  contentDigest: entry?.content_digest ?? null,
  dependenciesHash: entry?.dependencies_hash ?? null,
});

/** Refuses, with the files that differ, to take the place of what a person made or changed. Writes nothing. */
export async function ensureNoOwnWork(
  paths: HomePaths,
  input: { name: string; next: readonly PackageFile[] },
): Promise<void> {
  const found = await findOwnWork(paths, input);
  if (found !== null) throw lostWork(found);
}

/** Exit 4, with a row for each file. */
function lostWork({ place, isInstalled, files }: NonNullable<Awaited<ReturnType<typeof findOwnWork>>>): InstallError {
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  const what = isInstalled
    ? `was edited since it was installed: ${count} would be lost`
    : `holds ${count} that an install would lose`;
  const code = isInstalled ? "edited" : "not_ours";
  return new InstallError("refused", code, `${place} ${what}; it was not changed`, {
    hint: "move it away, or add --overwrite: what is there is kept aside",
    errors: files.slice(0, MAX_ROWS).map(({ path, why }) => ({
      code,
      severity: "error",
      file: path,
      line: null,
      column: null,
      message: `${path} ${why}`,
      hint: null,
    })),
  });
}
