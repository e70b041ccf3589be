import { sha256OfKey } from "@gaia/catalog";
import type { Registry } from "../kernel/context.ts";
import { findNamed } from "./remove-purged.ts";

const BATCH = 500;

/** What a collection did. */
export interface Collected {
  seen: number;
  removed: number;
  freedBytes: number;
}

/**
 * Removes blobs that neither a version names nor what was made of one: left by a publish or a making that was refused, lost a race or died
 * between storage and database (R3). Only those older than `olderThanMs`: what is under way has its blobs before its row.
 */
export async function collectOrphans(ctx: Registry, input: { olderThanMs: number }): Promise<Collected> {
  const before = ctx.now().getTime() - input.olderThanMs;
  const collected: Collected = { seen: 0, removed: 0, freedBytes: 0 };
  let batch: { key: string; sha256: string; sizeBytes: number }[] = [];
  const settle = async () => {
    const named = await findNamed(
      ctx,
      batch.map((blob) => blob.sha256),
    );
    for (const blob of batch.filter((candidate) => !named.has(candidate.sha256))) {
      // A publish of the same bytes may have put them anew since they were listed.
      if (!(await isStillOld(ctx, blob.key, before))) continue;
      await ctx.blobs.remove(blob.key);
      collected.removed += 1;
      collected.freedBytes += blob.sizeBytes;
    }
    batch = [];
  };
  for await (const { key, sizeBytes, modifiedAt } of ctx.blobs.list("sha256/")) {
    const sha256 = sha256OfKey(key);
    if (sha256 === null) continue;
    collected.seen += 1;
    if (modifiedAt.getTime() > before) continue;
    batch.push({ key, sha256, sizeBytes });
    if (batch.length >= BATCH) await settle();
  }
  await settle();
  return collected;
}

async function isStillOld(ctx: Registry, key: string, before: number): Promise<boolean> {
  for await (const blob of ctx.blobs.list(key)) if (blob.key === key) return blob.modifiedAt.getTime() <= before;
  return false;
}
