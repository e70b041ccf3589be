import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  isRevocation,
  isRevoked,
  type Revocation,
  type RevocationsHead,
  revocationsText,
  verifyRevocations,
} from "@gaia/trust";
import type { HomePaths } from "../home/home.ts";
import { changeInstalled } from "../skills/installed-skills.ts";
import { readJsonFile, writeJsonFile } from "../home/json-file.ts";
import type { PinnedKey } from "../trust/trust-store.ts";

/** What a registry's list of revocations said last, held against its pinned keys. */
export interface KeptRevocations {
  head: RevocationsHead;
  entries: readonly Revocation[];
  envelope: unknown;
  fetchedAt: Date;
}

/** A list whose head one of these keys signed and whose entries have the signed digest; else why it is none. */
export function judgeRevocations(
  { envelope, entries }: { envelope: unknown; entries: readonly unknown[] },
  pinned: readonly PinnedKey[],
): { head: RevocationsHead; entries: readonly Revocation[] } | { reason: string } {
  const verdict = verifyRevocations(envelope, pinned);
  if (!verdict.ok) return { reason: verdict.reason };
  if (!entries.every(isRevocation)) return { reason: "an entry is not of its form" };
  if (createHash("sha256").update(revocationsText(entries)).digest("hex") !== verdict.entriesSha256)
    return { reason: "its entries are not those that were signed" };
  return { head: verdict.head, entries: entries.filter(isRevoked) };
}

/** What was kept of this registry; null when nothing was, or when no pinned key signed it. */
export async function readRevocations(
  paths: Pick<HomePaths, "revocations">,
  registry: string,
  pinned: readonly PinnedKey[],
): Promise<KeptRevocations | null> {
  const file = await readJsonFile(fileOf(paths, registry));
  if (file === null) return null;
  const { version, registry: of, fetched_at: fetchedAt, envelope, entries } = file;
  if (version !== 1 || of !== registry || typeof fetchedAt !== "string" || !Array.isArray(entries)) return null;
  const judged = judgeRevocations({ envelope, entries }, pinned);
  return "reason" in judged ? null : { ...judged, envelope, fetchedAt: new Date(fetchedAt) };
}

/** Keeps a list, unless another run has kept a newer one meanwhile; `isAllowedBack` is its user's word. */
export async function keepRevocations(
  paths: HomePaths,
  registry: string,
  input: { kept: KeptRevocations; pinned: readonly PinnedKey[]; isAllowedBack: boolean },
): Promise<void> {
  const { kept, pinned, isAllowedBack } = input;
  await changeInstalled(paths, async () => {
    const there = await readRevocations(paths, registry, pinned);
    if (there !== null && there.head.sequence > kept.head.sequence && !isAllowedBack) return;
    const { envelope, entries, fetchedAt } = kept;
    const file = { version: 1, registry, fetched_at: fetchedAt.toISOString(), envelope, entries };
    await writeJsonFile(fileOf(paths, registry), file, 0o600);
  });
}

const fileOf = (paths: Pick<HomePaths, "revocations">, registry: string): string =>
  join(paths.revocations, `${createHash("sha256").update(registry).digest("hex").slice(0, 32)}.json`);
