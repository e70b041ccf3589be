import { inspections, signatures, versions } from "@gaia/db";
import { and, eq, inArray, or, isNotNull } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import { demoteUnsigned, findUnsignedAbove } from "./keys.ts";
import { findNeglected } from "./lease.ts";
import { tendRescans } from "./rescan/tend-rescans.ts";
import { ring } from "./ring.ts";
import { findUnindexed, syncSearch } from "./sync-search.ts";
import { settleCommunity } from "./tier.ts";

const BATCH = 500;

/** What one sweep found to do; for its log line. */
export interface Swept {
  rung: number;
  /** Inspections of re-scans begun, and held verdicts applied. */
  rescanned: number;
  settled: number;
  indexed: number;
}

/**
 * Looks for what was begun and not finished, and begins it again: inspections that nobody holds, signed versions whose
 * tier was not settled, skills that search has not heard of. Runs at boot and each minute; doing it twice is harmless.
 */
export async function sweep(ctx: Ctx, input: { neglectedAfterMs: number }): Promise<Swept> {
  const now = ctx.now();
  const neglected = await findNeglected(ctx.db, {
    rungBefore: new Date(now.getTime() - input.neglectedAfterMs),
    now,
    limit: BATCH,
  });
  for (const id of neglected) await ring(ctx, { name: "inspect", id });
  if (neglected.length > 0) {
    await ctx.db.update(inspections).set({ rungAt: now }).where(inArray(inspections.id, neglected));
  }
  const rescanned = await tendRescans(ctx);
  let settled = 0;
  for (const id of await findUnsettled(ctx)) if (await settleCommunity(ctx, id)) settled += 1;
  for (const id of await findUnsignedAbove(ctx, BATCH)) if (await demoteUnsigned(ctx, id, "registry")) settled += 1;
  const behind = await findUnindexed(ctx, BATCH);
  for (const id of behind) await syncSearch(ctx, id);
  return { rung: neglected.length, rescanned, settled, indexed: behind.length };
}

/** Experimental versions that look as if they should be community; `settleCommunity` decides. */
async function findUnsettled(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectDistinct({ id: versions.id })
    .from(versions)
    .innerJoin(signatures, and(eq(signatures.versionId, versions.id), eq(signatures.status, "valid")))
    .innerJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(
      and(
        eq(versions.tier, "experimental"),
        eq(versions.status, "published"),
        eq(versions.permissionsDeclared, true),
        or(eq(versions.verdict, "ALLOW"), isNotNull(inspections.clearedAt)),
      ),
    )
    .limit(BATCH);
  return rows.map((row) => row.id);
}
