import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readStanding } from "../trust/attestations.ts";
import { readSeen, type SeenVersion, type SeenVersions } from "./seen-versions.ts";
import type { InstallContext } from "../context.ts";
import { readSignatureRecord } from "../trust/signature-record.ts";
import { readSkillLock } from "../home/skill-lock.ts";
import { pinnedFor } from "../trust/trust-store.ts";

/** What this home has seen of a skill, held against the keys that are pinned now. */
export interface SeenStatements {
  seen: SeenVersions;
  /** The installed version when nothing that came with it verifies with a pinned key: whatever is signed of it may be older. */
  unproven: string | null;
}

/**
 * What this home has seen of a skill of its registry. A version that was installed before a key was pinned was seen without a sequence; the
 * statements that came with it (`signature.json`) say which it was, where a pinned key signed them.
 */
export async function readSeenStatements({ paths, registry }: InstallContext, name: string): Promise<SeenStatements> {
  const seen = new Map(await readSeen(paths, { registry, name }));
  const pinned = await pinnedFor(paths.trust, registry);
  const installed = (await readSkillLock(paths.lockFile)).get(name);
  if (pinned.length === 0 || installed?.registry !== registry) return { seen, unproven: null };
  const known: SeenVersion | undefined = seen.get(installed.version);
  if (known === undefined || known.sequence !== null) return { seen, unproven: null };
  const text = await readFile(join(paths.skills, name, "signature.json"), "utf8").catch(() => null);
  const record = readSignatureRecord(text);
  if (record === null || record.registry !== registry) return { seen, unproven: installed.version };
  const subject = { name, version: installed.version, releaseDigest: known.releaseDigest };
  const standing = readStanding(record.attestations, pinned, subject, new Date());
  if (typeof standing === "string") return { seen, unproven: installed.version };
  seen.set(installed.version, { ...known, sequence: standing.sequence });
  return { seen, unproven: null };
}
