import { inspections, rescanItems, rescans } from "@gaia/db";
import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { applyVerdict } from "./apply-verdict.ts";
import { effectIn, withVerdict } from "./conclude-rescan.ts";
import { dropInspection } from "./drop-inspection.ts";
import { lockItem } from "./open-item.ts";

const BATCH = 500;

/**
 * Applies the verdicts that were held while a re-scan was paused, once it runs again. Each in its own transaction: what is
 * left when a process dies, the sweep applies.
 * @returns how many were applied
 */
export async function applyHeld(ctx: Ctx, actor: string): Promise<number> {
  const rows = await ctx.db
    .select({ item: rescanItems, inspection: inspections })
    .from(rescanItems)
    .innerJoin(rescans, eq(rescans.id, rescanItems.rescanId))
    .innerJoin(inspections, eq(inspections.id, rescanItems.inspectionId))
    .where(and(eq(rescanItems.status, "held"), eq(rescans.status, "running")))
    .orderBy(asc(rescanItems.versionId))
    .limit(BATCH);
  let applied = 0;
  for (const { item, inspection } of rows) if (await applyOne(ctx, { item, inspection, actor })) applied += 1;
  return applied;
}

async function applyOne(
  ctx: Ctx,
  input: { item: typeof rescanItems.$inferSelect; inspection: typeof inspections.$inferSelect; actor: string },
): Promise<boolean> {
  const { id: inspectionId, verdict, reason } = input.inspection;
  const { rescanId, versionId } = input.item;
  if (verdict === null) throw new Error("a held inspection is complete");
  const report = {
    inspectionId,
    versionId,
    verdict,
    reason: reason ?? "",
    reportDigest: input.inspection.reportDigest,
    // The columns were written from ScannerReports and Uses.
    scanners: input.inspection.scanners,
    uses: input.inspection.uses,
  };
  const ended = await withVerdict(ctx, report, async (tx, next) => {
    const locked = await lockItem(tx, { inspectionId, rescanId, versionId });
    if (locked?.item.status !== "held" || locked.rescan.status !== "running") return { ended: "lease_lost" };
    const { version, skill } = locked.standing;
    if (version.inspectionId !== locked.item.previousInspectionId) {
      // Another inspection ended meanwhile: this one says nothing of what counts now.
      await dropInspection(tx, eq(inspections.id, inspectionId), inspectionId);
      await tx
        .update(rescanItems)
        .set({ status: "waiting", after: null, effect: null })
        .where(and(eq(rescanItems.rescanId, rescanId), eq(rescanItems.versionId, versionId)));
      return { ended: "begun_again" };
    }
    const effect = await effectIn(tx, locked, next);
    await applyVerdict(ctx, tx, { locked, next, effect, actor: input.actor });
    return { ended: "concluded", effect, skillId: skill.id };
  });
  return ended === "concluded";
}
