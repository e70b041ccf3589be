import { type Db, rescanItems, rescans } from "@gaia/db";
import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** Ends a live re-scan: what waits, is under way or is held is left as it is. The caller has its lock and audits it. */
export async function endRescan(ctx: Ctx, tx: Db, input: { id: string; note: string }): Promise<void> {
  const finishedAt = ctx.now();
  await tx.update(rescans).set({ status: "cancelled", finishedAt }).where(eq(rescans.id, input.id));
  await tx
    .update(rescanItems)
    .set({ status: "skipped", note: input.note, finishedAt })
    .where(and(eq(rescanItems.rescanId, input.id), inArray(rescanItems.status, ["waiting", "inspecting", "held"])));
}
