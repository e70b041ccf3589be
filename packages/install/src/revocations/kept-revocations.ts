import { createHash } from "node:crypto";
import { join } from "node:path";
import { judgeRevocations, type Revocation, type RevocationsHead } from "@gaia/trust";
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
