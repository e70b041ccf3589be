import { fingerprintOf, mergePublicKeys, readPublicKey, TrustError } from "@gaia/trust";
import { unexpected } from "../failures.ts";
import { withHomeLock } from "../home/home-lock.ts";
import type { HomePaths } from "../home/home.ts";
import { isRecord, readJsonFile, writeJsonFile } from "../home/json-file.ts";
import { readKnownPublishers } from "./known-publishers.ts";

/** Fingerprint -> the armored key with everything that was ever seen of it: a revocation that was seen once is never forgotten. */
export type KnownCertificates = ReadonlyMap<string, string>;

export async function readKnownCertificates(path: string): Promise<KnownCertificates> {
  const file = await readJsonFile(path);
  if (file === null) return new Map();
  const { version, keys } = file;
  if (version === 1 && isRecord(keys) && Object.values(keys).every((one) => typeof one === "string"))
    // Just looked at.
    return new Map(Object.entries(keys as Record<string, string>));
  throw unexpected("damaged_file", `${path} is damaged: what it knows of publishers' keys is lost`, {
    hint: "move it away: keys are learnt again with the next install",
  });
}

/**
 * Merges copies of keys that came along into what is known of them. Keys that no accepted release was signed with are left out, unless
 * `isAccepted`; so are copies that cannot be read.
 */
export async function learnCertificates(
  paths: HomePaths,
  sent: readonly string[],
  isAccepted: boolean,
): Promise<KnownCertificates> {
  const read = async (): Promise<KnownCertificates> => readKnownCertificates(paths.certificates);
  const publishers = await readKnownPublishers(paths.publishers);
  const accepted = new Set([...publishers.keys.values()].flat());
  const learn = async () => {
    const known = await read();
    const now = new Map(known);
    for (const armored of new Set(sent)) {
      const merged = await withKnown(armored, now).catch(() => null);
      if (merged !== null && (isAccepted || accepted.has(merged.fingerprint)))
        now.set(merged.fingerprint, merged.armored);
    }
    return { known, now };
  };
  const changes = ({ known, now }: Awaited<ReturnType<typeof learn>>): boolean =>
    [...now].some(([fingerprint, armored]) => known.get(fingerprint) !== armored);
  if (isAccepted) return save(paths, await learn());
  const first = await learn();
  if (!changes(first)) return first.now;
  return withHomeLock(paths.mutex, async () => save(paths, await learn()));
}

async function save(paths: HomePaths, { now }: { now: KnownCertificates }): Promise<KnownCertificates> {
  await writeJsonFile(paths.certificates, { version: 1, keys: Object.fromEntries(now) });
  return now;
}

/** The key of this copy with what is known of it. Throws TrustError. */
async function withKnown(
  armored: string,
  certificates: KnownCertificates,
): Promise<{ fingerprint: string; armored: string }> {
  const known = certificates.get(fingerprintOf(armored));
  return known === undefined ? readPublicKey(armored) : mergePublicKeys(known, armored);
}

/**
 * Like `withKnown`; where the two cannot be merged, say because the copy was filled up, what is known counts alone: nothing hides a
 * revocation. A copy that cannot be read stays as it is, for the verdict to refuse.
 */
export async function withKnownOrSent(armored: string, certificates: KnownCertificates): Promise<string> {
  try {
    return (await withKnown(armored, certificates)).armored;
  } catch (error) {
    if (error instanceof TrustError) return knownCopy(armored, certificates) ?? armored;
    throw error;
  }
}

function knownCopy(armored: string, certificates: KnownCertificates): string | undefined {
  try {
    return certificates.get(fingerprintOf(armored));
  } catch {
    return undefined;
  }
}
