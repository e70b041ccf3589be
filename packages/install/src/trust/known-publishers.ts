import { isSameSigner, type Signer } from "@gaia/policy";
import { unexpected } from "../failures.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";

/** What was seen of publishers and skills, by registry: the keys that signed, and whether a skill was ever signed. */
export interface KnownPublishers {
  /** `<registry> <handle>` -> the names of its signers: fingerprints, upper hex, or `subject (issuer)`. */
  keys: Map<string, string[]>;
  /** `<registry> <skill>` -> who published it, whether it was signed, and who signed it last; null: not kept yet. */
  skills: Map<string, { publisher: string; signed: boolean; signers: readonly Signer[] | null }>;
}

export interface SeenRelease {
  registry: string;
  publisher: string;
  name: string;
  fingerprint: string | null;
  /** Whoever signed it, as this machine verified. */
  signers: readonly Signer[];
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
          signers: isRecord(value) ? toSigners(path, value["signers"]) : null,
        },
      ]),
    ),
  };
}

/** Earlier releases of this program kept none. */
function toSigners(path: string, value: unknown): Signer[] | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.every(isSigner)) return value;
  throw unexpected("damaged_file", `${path} is damaged: who signed which skill cannot be read`);
}

const isSigner = (value: unknown): value is Signer =>
  isRecord(value) &&
  typeof value["kind"] === "string" &&
  typeof value["signer"] === "string" &&
  ["repository", "repositoryId", "runner"].every((field) => value[field] === null || typeof value[field] === "string");

/** Who signed a skill until now; nobody for one that was not seen, or never signed. */
export function signersBefore(known: KnownPublishers, { registry, name }: SeenRelease): readonly Signer[] {
  const skill = known.skills.get(`${registry} ${name}`);
  if (skill?.signers) return skill.signers;
  if (skill?.signed !== true) return [];
  const keys = known.keys.get(`${registry} ${skill.publisher}`) ?? [];
  return keys.map((signer) => ({ kind: "openpgp", signer, repository: null, repositoryId: null, runner: null }));
}

/**
 * Who signs a skill once this release is accepted. Whoever signed beside a known signer is not known by that, and who accepts an
 * unsigned version has not forgotten who signs the others.
 */
function signersAfter(before: readonly Signer[], now: readonly Signer[]): readonly Signer[] {
  const continued = now.filter((one) => before.some((known) => isSameSigner(known, one)));
  if (continued.length > 0) return continued;
  return now.length > 0 ? now : before;
}

/**
 * What is alarming about a release, given what was seen before (trust on first use): another publisher, a key that never signed for
 * this publisher, on a skill that was not seen before. Sentences for a person; empty when nothing is. A skill that was seen goes by its own
 * signers.
 */
export function alarmsOf(known: KnownPublishers, seen: SeenRelease): string[] {
  const skill = known.skills.get(`${seen.registry} ${seen.name}`);
  const keys = known.keys.get(`${seen.registry} ${seen.publisher}`);
  const alarms: string[] = [];
  if (skill !== undefined && skill.publisher !== seen.publisher)
    alarms.push(`${seen.name} was published by ${skill.publisher} until now; this version is ${seen.publisher}'s`);
  if (skill === undefined && seen.fingerprint !== null && keys !== undefined && !keys.includes(seen.fingerprint))
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
  const signers = signersAfter(signersBefore(known, seen), seen.signers);
  const skill = { publisher: seen.publisher, signed: signers.length > 0, signers };
  known.skills.set(`${seen.registry} ${seen.name}`, skill);
  const at = `${seen.registry} ${seen.publisher}`;
  if (seen.fingerprint !== null) known.keys.set(at, [...new Set([...(known.keys.get(at) ?? []), seen.fingerprint])]);
  await writeJsonFile(path, {
    version: 1,
    keys: Object.fromEntries(known.keys),
    skills: Object.fromEntries(known.skills),
  });
}
