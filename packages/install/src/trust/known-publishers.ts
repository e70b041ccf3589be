import { unexpected } from "../failures.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** What was seen of publishers and skills, by registry: the keys that signed, and whether a skill was ever signed. */
export interface KnownPublishers {
  /** `<registry> <handle>` -> the names of its signers: fingerprints, upper hex, or `subject (issuer)`. */
  keys: Map<string, string[]>;
  /** `<registry> <skill>` -> who published it and whether it was signed. */
  skills: Map<string, { publisher: string; signed: boolean }>;
}

export interface SeenRelease {
  registry: string;
  publisher: string;
  name: string;
  fingerprint: string | null;
}

export async function readKnownPublishers(path: string): Promise<KnownPublishers> {
  const file = await readJsonFile(path);
  if (file === null) return { keys: new Map(), skills: new Map() };
  const { version, keys, skills } = file;
  if (version !== 1 || !isRecord(keys) || !isRecord(skills))
    throw unexpected("damaged_file", `${path} is damaged: what it knows of publishers' keys cannot be used`);
  return {
    keys: new Map(Object.entries(keys).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : []])),
    skills: new Map(
      Object.entries(skills).map(([key, value]) => [
        key,
        {
          publisher: isRecord(value) ? String(value["publisher"]) : "",
          signed: isRecord(value) && value["signed"] === true,
        },
      ]),
    ),
  };
}

/**
 * What is alarming about a release, given what was seen before (trust on first use): another publisher, a key that never signed for
 * this publisher, or no signature where there was one (G8). Sentences for a person; empty when nothing is.
 */
export function alarmsOf(known: KnownPublishers, seen: SeenRelease): string[] {
  const skill = known.skills.get(`${seen.registry} ${seen.name}`);
  const keys = known.keys.get(`${seen.registry} ${seen.publisher}`);
  const alarms: string[] = [];
  if (skill !== undefined && skill.publisher !== seen.publisher)
    alarms.push(`${seen.name} was published by ${skill.publisher} until now; this version is ${seen.publisher}'s`);
  if (seen.fingerprint === null && skill?.signed === true)
    alarms.push(`${seen.name} was signed until now; this version is NOT SIGNED`);
  if (seen.fingerprint !== null && keys !== undefined && !keys.includes(seen.fingerprint))
    alarms.push(
      `${seen.publisher}'s releases were signed with ${keys.join(", ")} until now; ` +
        `this one is signed with ANOTHER KEY, ${seen.fingerprint}`,
    );
  return alarms;
}

export const isKnownKey = (known: KnownPublishers, registry: string, publisher: string, fingerprint: string): boolean =>
  known.keys.get(`${registry} ${publisher}`)?.includes(fingerprint) ?? false;

/** Remembers a release that was accepted. */
export async function rememberPublisher(path: string, seen: SeenRelease): Promise<void> {
  const known = await readKnownPublishers(path);
  known.skills.set(`${seen.registry} ${seen.name}`, { publisher: seen.publisher, signed: seen.fingerprint !== null });
  const at = `${seen.registry} ${seen.publisher}`;
  if (seen.fingerprint !== null) known.keys.set(at, [...new Set([...(known.keys.get(at) ?? []), seen.fingerprint])]);
  await writeJsonFile(path, {
    version: 1,
    keys: Object.fromEntries(known.keys),
    skills: Object.fromEntries(known.skills),
  });
}
