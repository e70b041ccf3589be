import { batches } from "@gaia/db";
import { and, eq, inArray, lt, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { findIdleBatches } from "./batch-row.ts";

/** So long a batch is kept once it is over, or was looked at and not published. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 3_600_000;
const UNCONFIRMED_FOR_MS = 24 * 3_600_000;

/** Rings for batches at work that no job has, as a killed process leaves them, and forgets the old. @returns how many of each */
export async function tendBatches(ctx: Ctx): Promise<{ rung: number; forgotten: number }> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms);
  const old = await ctx.db
    .delete(batches)
    .where(
      or(
        and(eq(batches.state, "checked"), lt(batches.createdAt, before(UNCONFIRMED_FOR_MS))),
        and(inArray(batches.state, ["done", "failed"]), lt(batches.finishedAt, before(FORGOTTEN_AFTER_MS))),
      ),
    )
    .returning({ id: batches.id });
  const rung = await findIdleBatches(ctx);
  for (const id of rung) await ring(ctx, { name: "batch", id, urgency: "background" });
  return { rung: rung.length, forgotten: old.length };
}
