import { webhookEvents } from "@gaia/db";
import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import { webhookDeliveries } from "@gaia/db";
import type { Ctx } from "../kernel/context.ts";

const KEPT_MS = 30 * 86_400_000;
const BATCH = 1_000;

/** Removes events that are older than 30 days, with their deliveries and tries; what still waits stays. @returns how many there were */
export async function pruneWebhookLog(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_MS);
  const waiting = ctx.db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, webhookEvents.id), eq(webhookDeliveries.state, "waiting")));
  let removed = 0;
  for (;;) {
    const old = await ctx.db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(and(lt(webhookEvents.at, before), notExists(waiting)))
      .limit(BATCH);
    if (old.length === 0) return removed;
    const ids = old.map(({ id }) => id);
    await ctx.db.delete(webhookEvents).where(inArray(webhookEvents.id, ids));
    removed += old.length;
  }
}
