import { inTransaction, rescanItems } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { holding, type Lease } from "../kernel/lease.ts";
import { dropInspection } from "./drop-inspection.ts";
import { completeIfDone } from "./feed.ts";
import { lockItem } from "./open-item.ts";

const MINUTE_MS = 60 * 1_000;
/** Before each further try; then the old inspection stays. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/**
 * Gives up an inspection that says nothing of the version, for a reason that may pass: it is made anew later, and after a
 * few times the item has failed.
 * @returns false when the lease was lost: nothing was written
 */
export async function postponeItem(ctx: Ctx, lease: Lease, why: string): Promise<boolean> {
  const { rescanId, inspectionId, versionId } = lease;
  if (rescanId === null) throw new Error("an inspection of no re-scan");
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockItem(tx, { inspectionId, rescanId, versionId });
    if (!locked || !(await dropInspection(tx, holding(lease), inspectionId))) return false;
    // Cancelled meanwhile: then there is no later.
    if (locked.item.status !== "inspecting") return true;
    const { tries } = locked.item;
    const pauseMs = PAUSES_MS[tries];
    const next =
      pauseMs === undefined
        ? ({ status: "failed", finishedAt: ctx.now() } as const)
        : ({ status: "waiting", retryAt: new Date(ctx.now().getTime() + pauseMs) } as const);
    await tx
      .update(rescanItems)
      .set({ ...next, tries: tries + 1, note: why, before: null })
      .where(and(eq(rescanItems.rescanId, rescanId), eq(rescanItems.versionId, versionId)));
    await completeIfDone(ctx, tx, rescanId);
    ctx.warn("rescan_item_postponed", { rescan_id: rescanId, version_id: versionId, tries: tries + 1, why });
    return true;
  });
}
