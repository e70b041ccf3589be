import { sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** Makes one row of the many that each facet's changes have left. */
export async function foldCounts(ctx: Pick<Ctx, "db">): Promise<void> {
  await ctx.db.execute(sql`SELECT fold_listing_counts()`);
}
