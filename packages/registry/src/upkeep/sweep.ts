import { inspections, signatures, versions } from "@gaia/db";
import { and, eq, inArray, or, isNotNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { endOverdue } from "../inspection/end-overdue.ts";
import { demoteUnsigned, findUnsignedAbove } from "../signing/demote-unsigned.ts";
import { findNeglected } from "../kernel/lease.ts";
import { tendRescans } from "../rescan/tend-rescans.ts";
import { removePurged } from "./remove-purged.ts";
import { ring } from "../kernel/ring.ts";
import { foldCounts } from "../catalog/catalog-filter.ts";
import { catchUpSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";

const BATCH = 500;
const MOST_INDEXING_MS = 30_000;

/** What one sweep found to do; for its log line. */
export interface Swept {
  rung: number;
  /** Inspections that were ended because their time was over. */
  overdue: number;
  /** Inspections of re-scans begun, and held verdicts applied. */
  rescanned: number;
  settled: number;
  indexed: number;
}

/**
 * Looks for what was begun and not finished, and begins it again: inspections that nobody holds, signed versions whose
 * tier was not settled, skills that search has not heard of. Ends inspections of publishes that were begun more than
 * `deadlineMs` ago; null: none, for a process that has just come and may have been missed. Runs at boot and each minute; doing it twice
 * is harmless.
 */
export async function sweep(ctx: Ctx, input: { neglectedAfterMs: number; deadlineMs: number | null }): Promise<Swept> {
  const now = ctx.now();
  const overdue = input.deadlineMs === null ? 0 : await endOverdue(ctx, { deadlineMs: input.deadlineMs, limit: BATCH });
  const neglected = await findNeglected(ctx.db, {
    rungBefore: new Date(now.getTime() - input.neglectedAfterMs),
    now,
    limit: BATCH,
  });
  for (const { id, urgency } of neglected) await ring(ctx, { name: "inspect", id, urgency });
  if (neglected.length > 0) {
    await ctx.db
      .update(inspections)
      .set({ rungAt: now })
      .where(
        inArray(
          inspections.id,
          neglected.map(({ id }) => id),
        ),
      );
  }
  const rescanned = await tendRescans(ctx);
  let settled = 0;
  for (const id of await findUnsettled(ctx)) if (await settleCommunity(ctx, id)) settled += 1;
  for (const id of await findUnsignedAbove(ctx, BATCH)) if (await demoteUnsigned(ctx, id, "registry")) settled += 1;
  await foldCounts(ctx);
  await removePurged(ctx);
  const indexed = await catchUpSearch(ctx, MOST_INDEXING_MS);
  return { rung: neglected.length, overdue, rescanned, settled, indexed };
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
