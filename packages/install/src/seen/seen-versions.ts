import { type InstallError, unexpected } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";
import { readSkillLock } from "../home/skill-lock.ts";

/** What this home has seen of one version: the newest statement about it that verified, and its release; null where that was not seen. */
export interface SeenVersion {
  sequence: number | null;
  /** The statements about it that verified, as `<key id>:<sequence>`. A registry takes none back, so each has to be there again. */
  said: readonly string[];
  releaseDigest: string | null;
}
/** By version. */
export type SeenVersions = ReadonlyMap<string, SeenVersion>;

/** One skill of one registry. */
export interface SeenSkill {
  registry: string;
  name: string;
}

/** Every version of a skill that this home was offered as published, or has installed, from that registry. */
export async function readSeen(paths: HomePaths, { registry, name }: SeenSkill): Promise<SeenVersions> {
  const seen = new Map((await readFile(paths.seen)).get(keyOf({ registry, name })));
  const installed = (await readSkillLock(paths.lockFile)).get(name);
  // What was installed before this memory was kept has been seen, too.
  if (installed?.registry === registry && !seen.has(installed.version))
    seen.set(installed.version, { sequence: null, said: [], releaseDigest: installed.release_digest || null });
  return seen;
}

/** Adds what was seen; a sequence only grows. `forgotten` is what its user gave up. Call inside `changeInstalled`. */
export async function rememberSeen(
  paths: HomePaths,
  skill: SeenSkill,
  { seen, forgotten }: { seen: SeenVersions; forgotten: readonly string[] },
): Promise<void> {
  const all = await readFile(paths.seen);
  const known = new Map(all.get(keyOf(skill)));
  for (const version of forgotten) known.delete(version);
  for (const [version, { sequence, said, releaseDigest }] of seen) {
    const before = known.get(version);
    const sequences = [before?.sequence, sequence].filter((one) => typeof one === "number");
    known.set(version, {
      sequence: sequences.length === 0 ? null : Math.max(...sequences),
      said: [...new Set([...(before?.said ?? []), ...said])],
      releaseDigest: before?.releaseDigest ?? releaseDigest,
    });
  }
  all.set(keyOf(skill), known);
  await writeFile(paths.seen, all);
}

const keyOf = ({ registry, name }: SeenSkill): string => `${registry} ${name}`;

async function readFile(path: string): Promise<Map<string, SeenVersions>> {
  const file = await readJsonFile(path);
  if (file === null) return new Map();
  const { version, skills } = file;
  if (version !== 1 || !isRecord(skills)) throw damaged(path);
  return new Map(
    Object.entries(skills).map(([key, releases]) => {
      if (!isRecord(releases)) throw damaged(path);
      const entries = Object.entries(releases).map(([number, value]) => [number, toSeen(path, value)] as const);
      return [key, new Map(entries)] as const;
    }),
  );
}

async function writeFile(path: string, all: ReadonlyMap<string, SeenVersions>): Promise<void> {
  const skills = [...all].map(([key, releases]) => {
    const rows = [...releases].map(([number, { sequence, said, releaseDigest }]) => [
      number,
      { sequence, said, release_digest: releaseDigest },
    ]);
    return [key, Object.fromEntries(rows)];
  });
  await writeJsonFile(path, { version: 1, skills: Object.fromEntries(skills) }, 0o600);
}

function toSeen(path: string, value: unknown): SeenVersion {
  if (!isRecord(value)) throw damaged(path);
  // Earlier releases of this program wrote no `said`.
  const { sequence, said = [], release_digest: releaseDigest } = value;
  if (sequence !== null && !Number.isSafeInteger(sequence)) throw damaged(path);
  if (releaseDigest !== null && typeof releaseDigest !== "string") throw damaged(path);
  if (!Array.isArray(said) || !said.every((each) => typeof each === "string")) throw damaged(path);
  // Number.isSafeInteger says no type.
  return { sequence: sequence as number | null, said, releaseDigest };
}

const damaged = (path: string): InstallError =>
  unexpected("damaged_file", `${path} is damaged: what this home has seen of registries is lost`, {
    hint: "restore it from a backup, or move it away to begin anew",
  });
