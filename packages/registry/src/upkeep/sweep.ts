import { describeError, inspections, signatures, versions } from "@gaia/db";
import { and, eq, inArray, isNotNull, isNull, not, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { endOverdue } from "../inspection/end-overdue.ts";
import { demoteUnsigned, findUnsignedAbove } from "../signing/demote-unsigned.ts";
import { setAsideAttestations } from "../signing/set-aside-attestations.ts";
import { shareAllRevocations } from "../signing/share-revocations.ts";
import { settleHeld } from "../signing/settle-signer.ts";
import { isSignerHeld } from "../kernel/signer-held.ts";
import { findNeglected } from "../kernel/lease.ts";
import { tendRescans } from "../rescan/tend-rescans.ts";
import { removeDropped, removePurged } from "./remove-purged.ts";
import { ring } from "../kernel/ring.ts";
import { foldCounts } from "./fold-counts.ts";
import { foldUsage } from "../kernel/quota.ts";
import { settleLatest } from "./settle-latest.ts";
import { settleReputations } from "../reputation/settle-reputations.ts";
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
 * `deadlineMs` ago; null: none, for a process that has just come and may have been missed. The first one of a process shares revoked keys,
 * too, for what a crash left of that, and sees that held versions are nobody's latest. Runs at boot and each minute; doing it twice is
 * harmless.
 */
export async function sweep(
  ctx: Ctx,
  input: { neglectedAfterMs: number; deadlineMs: number | null; isFirst: boolean },
): Promise<Swept> {
  const { neglectedAfterMs, deadlineMs, isFirst } = input;
  const step = (name: string, work: () => Promise<number>) => attempt(ctx, name, work);
  // Before tiers are settled: a subkey that is revoked somewhere raises nothing.
  if (isFirst) await step("share_revocations", () => shareAllRevocations(ctx));
  if (isFirst) await step("settle_latest", () => settleLatest(ctx));
  return {
    overdue: deadlineMs === null ? 0 : await step("end_overdue", () => endOverdue(ctx, { deadlineMs, limit: BATCH })),
    rung: await step("ring_neglected", () => ringNeglected(ctx, neglectedAfterMs)),
    rescanned: await step("tend_rescans", () => tendRescans(ctx)),
    settled: await step("settle_tiers", () => settleTiers(ctx)),
    indexed: await step("index", async () => {
      await attempt(ctx, "fold_counts", async () => {
        await foldCounts(ctx);
        await foldUsage(ctx);
        return 0;
      });
      await attempt(ctx, "remove_purged", () => removePurged(ctx));
      await attempt(ctx, "remove_dropped", () => removeDropped(ctx, { versionId: null }));
      await attempt(ctx, "reputations", () => settleReputations(ctx, BATCH));
      return catchUpSearch(ctx, MOST_INDEXING_MS);
    }),
  };
}

/** What one step cannot do keeps the others from nothing; the next sweep tries it again. */
async function attempt(ctx: Ctx, step: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    ctx.warn("sweep_step_failed", { step, error: describeError(error) });
    return 0;
  }
}

async function ringNeglected(ctx: Ctx, neglectedAfterMs: number): Promise<number> {
  const now = ctx.now();
  const rungBefore = new Date(now.getTime() - neglectedAfterMs);
  const neglected = await findNeglected(ctx.db, { rungBefore, now, limit: BATCH });
  for (const { id, urgency } of neglected) await ring(ctx, { name: "inspect", id, urgency });
  const ids = neglected.map(({ id }) => id);
  if (ids.length > 0) await ctx.db.update(inspections).set({ rungAt: now }).where(inArray(inspections.id, ids));
  return ids.length;
}

async function settleTiers(ctx: Ctx): Promise<number> {
  let settled = await setAsideAttestations(ctx, BATCH);
  settled += await settleHeld(ctx, { skillId: null, limit: BATCH });
  for (const id of await findUnsettled(ctx)) if (await settleCommunity(ctx, id)) settled += 1;
  for (const id of await findUnsignedAbove(ctx, BATCH)) if (await demoteUnsigned(ctx, id, "registry")) settled += 1;
  return settled;
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
        isNull(versions.demotedReason),
        not(isSignerHeld(ctx.db, versions.id)),
        or(eq(versions.verdict, "ALLOW"), isNotNull(inspections.clearedAt)),
      ),
    )
    .limit(BATCH);
  return rows.map((row) => row.id);
}
