import { executeRows } from "@gaia/db";
import { sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/**
 * Counts anew how much more each skill is taken than before (`skills.rising`, migration 0082).
 * @returns of how many skills that changed
 */
export async function settleRising(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const today = ctx.now().toISOString().slice(0, 10);
  const [row] = await executeRows<{ settled: number }>(
    ctx.db,
    sql`SELECT settle_rising(${today}::date)::int AS settled`,
  );
  return row?.settled ?? 0;
}
