import { logLeaves } from "@gaia/db";
import { count, isNull } from "drizzle-orm";
import type { Catalog } from "../kernel/context.ts";
import { findNewestCheckpoint, findShown } from "./checkpoints.ts";

/** How the log stands: leaves in the newest signed tree, in the one that is shown, and decisions that are in none yet. */
export async function countLog(ctx: Pick<Catalog, "db">): Promise<{ signed: number; shown: number; pending: number }> {
  const [pending] = await ctx.db.select({ leaves: count() }).from(logLeaves).where(isNull(logLeaves.position));
  const [newest, shown] = [await findNewestCheckpoint(ctx), await findShown(ctx)];
  return { signed: newest?.size ?? 0, shown: shown?.size ?? 0, pending: pending?.leaves ?? 0 };
}
