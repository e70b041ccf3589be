import { nearestKey } from "@gaia/text";
import { type FailureRow, InstallError } from "../failures.ts";
import { isRecord, readJsonFile } from "./json-file.ts";
import { isBelow } from "../allowed-versions.ts";
import { leastTiers } from "./needs.ts";
import { type LockEntry, readSkillLock } from "./skill-lock.ts";

/** What an entry has to say so that anybody can restore it or hold it against its registry; the others have a meaning where they lack. */
const IS_NEEDED: Record<keyof LockEntry, boolean> = {
  version: true,
  integrity: true,
  security_tier: true,
  held: false,
  installed_at: false,
  dependencies_hash: false,
  npm_pins: false,
  content_digest: true,
  release_digest: true,
  publisher: true,
  registry: true,
  signer: false,
  log_proof: false,
  checkpoint: false,
  bill: false,
  requested: false,
  least_tier: false,
  requires: false,
  granted: false,
  agents: false,
  enabled: false,
  copies: false,
  as_published: false,
  context_tokens: false,
};
const FIELDS = Object.keys(IS_NEEDED);
const NEEDED = Object.entries(IS_NEEDED).flatMap(([field, isNeeded]) => (isNeeded ? [field] : []));

/**
 * A lock's entries. Throws exit 4 where they lack what they have to say, have a field that is another one misspelt, or are of a lower tier
 * than the lock itself asks for: all that is wrong, a row each. Fields of another kind are a newer version's, and pass.
 */
export async function readSoundLock(path: string): Promise<Map<string, LockEntry>> {
  const skills = (await readJsonFile(path))?.["skills"];
  const faults = Object.entries(isRecord(skills) ? skills : {}).flatMap(([name, entry]) =>
    isRecord(entry) ? faultsOf(entry).map((fault) => `${name}: ${fault}`) : [],
  );
  if (faults.length === 0) {
    const entries = await readSkillLock(path);
    faults.push(...faultsOfTiers(entries));
    if (faults.length === 0) return entries;
  }
  const row = { code: "damaged_lock", severity: "error", file: null, line: null, column: null, hint: null } as const;
  throw new InstallError("refused", "damaged_lock", `${path} is not what an install writes`, {
    hint: "put its fields right, or take the file from the version control, or install those skills anew",
    errors: faults.map((message): FailureRow => ({ ...row, message })),
  });
}

/** No install takes what is below: somebody edited one or the other. */
function faultsOfTiers(entries: ReadonlyMap<string, LockEntry>): string[] {
  return [...leastTiers(entries)].flatMap(([name, least]) => {
    const tier = entries.get(name)?.security_tier ?? "";
    return isBelow(tier, least) ? [`${name}: its security_tier is ${tier}, and the lock asks for ${least}`] : [];
  });
}

function faultsOf(entry: Record<string, unknown>): string[] {
  const missing = FIELDS.filter((field) => !Object.hasOwn(entry, field));
  const meant = new Map<string, string>();
  for (const key of Object.keys(entry)) {
    const near = FIELDS.includes(key) ? null : nearestKey(key, missing);
    if (near !== null) meant.set(near, key);
  }
  // Of a version that there cannot be whoever reads the lock says more.
  const says = (field: string) => typeof entry[field] === "string" && (entry[field] !== "" || field === "version");
  return [
    ...[...meant].map(([field, key]) => `it has no field ${JSON.stringify(key)}; did you mean ${field}?`),
    ...NEEDED.filter((field) => !meant.has(field) && !says(field)).map((field) => `its ${field} is missing`),
  ];
}
