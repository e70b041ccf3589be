import { nearestKey } from "@gaia/text";
import { type FailureRow, InstallError } from "../failures.ts";
import { isRecord, readJsonFile } from "./json-file.ts";
import type { LockEntry } from "./skill-lock.ts";

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
  requested: false,
  requires: false,
  granted: false,
  agents: false,
  enabled: false,
};
const FIELDS = Object.keys(IS_NEEDED);
const NEEDED = Object.entries(IS_NEEDED).flatMap(([field, isNeeded]) => (isNeeded ? [field] : []));

/**
 * Throws exit 4 for a lock whose entries lack what they have to say, or have a field that is another one misspelt: all that is wrong, a
 * row each. Fields of another kind are a newer version's, and pass.
 */
export async function ensureSoundLock(path: string): Promise<void> {
  const skills = (await readJsonFile(path))?.["skills"];
  const faults = Object.entries(isRecord(skills) ? skills : {}).flatMap(([name, entry]) =>
    isRecord(entry) ? faultsOf(entry).map((fault) => `${name}: ${fault}`) : [],
  );
  if (faults.length === 0) return;
  const row = { code: "damaged_lock", severity: "error", file: null, line: null, column: null, hint: null } as const;
  throw new InstallError("refused", "damaged_lock", `${path} is not what an install writes`, {
    hint: "put its fields right, or take the file from the version control, or install those skills anew",
    errors: faults.map((message): FailureRow => ({ ...row, message })),
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
