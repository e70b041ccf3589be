import { type Db, inTransaction, webhookDeliveries, webhooks } from "@gaia/db";
import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** The right to send for one hook, until it runs out. */
export interface HookLease {
  webhookId: string;
  attemptId: string;
  /** Its last try failed. */
  isFailing: boolean;
}

/** One account has so many of the places: its slow receivers hold up no other. Two workers may give it twice as many. */
const OF_ONE_ACCOUNT = 2;

/** Longer than a slice and the try at its end may take. */
const LEASE_MS = 120_000;

/**
 * Takes the lease of hooks with something due, those first that were served longest ago. Hooks that failed last are counted apart, so that
 * receivers that do not answer leave room for the others.
 */
export async function claimHooks(ctx: Ctx, room: { most: number; mostFailing: number }): Promise<HookLease[]> {
  const sound = await claim(ctx, { isFailing: false, most: room.most });
  const left = Math.min(room.most - sound.length, room.mostFailing);
  return [...sound, ...(await claim(ctx, { isFailing: true, most: left }))];
}

async function claim(ctx: Ctx, { isFailing, most }: { isFailing: boolean; most: number }): Promise<HookLease[]> {
  if (most <= 0) return [];
  const now = ctx.now();
  const due = ctx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhooks.id), isDue(now)));
  const isFree = and(
    eq(webhooks.state, "active"),
    isFailing ? isNotNull(webhooks.failingSince) : isNull(webhooks.failingSince),
    or(isNull(webhooks.leaseUntil), lte(webhooks.leaseUntil, now)),
    exists(due),
  );
  // Most turns find nothing, and take no transaction for it.
  const ids = await nextByAccount(ctx, { isFree, most });
  if (ids.length === 0) return [];
  return inTransaction(ctx.db, async (tx) => {
    const free = await tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(and(isFree, inArray(webhooks.id, ids)))
      .orderBy(sql`${webhooks.leaseUntil} ASC NULLS FIRST`)
      .for("update", { skipLocked: true });
    const leases = free.map(({ id }) => ({ webhookId: id, attemptId: crypto.randomUUID(), isFailing }));
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    for (const { webhookId, attemptId } of leases)
      await tx.update(webhooks).set({ attemptId, leaseUntil }).where(eq(webhooks.id, webhookId));
    return leases;
  });
}

/** Those served longest ago, and of one account no more than it has places left. */
async function nextByAccount(ctx: Ctx, { isFree, most }: { isFree: SQL | undefined; most: number }): Promise<string[]> {
  const longestAgo = sql`${webhooks.leaseUntil} ASC NULLS FIRST, ${webhooks.id}`;
  const turns = ctx.db
    .select({
      id: webhooks.id,
      leaseUntil: webhooks.leaseUntil,
      // Named in full: of one table the query names columns alone, which `busy` has as well.
      turn: sql<number>`row_number() OVER (PARTITION BY ${webhooks.createdBy} ORDER BY ${longestAgo})
        + (SELECT count(*) FROM webhooks busy WHERE busy.created_by = webhooks.created_by AND busy.attempt_id IS NOT NULL
             AND busy.lease_until > ${ctx.now().toISOString()}::timestamptz)`.as("turn"),
    })
    .from(webhooks)
    .where(isFree)
    .as("turns");
  const rows = await ctx.db
    .select({ id: turns.id })
    .from(turns)
    .where(lte(turns.turn, OF_ONE_ACCOUNT))
    .orderBy(sql`${turns.leaseUntil} ASC NULLS FIRST`)
    .limit(most);
  return rows.map(({ id }) => id);
}

const isDue = (now: Date) => and(eq(webhookDeliveries.state, "waiting"), lte(webhookDeliveries.nextAt, now));

/** The delivery that was due first; null: nothing is. */
export async function nextDue(db: Db, webhookId: string, now: Date) {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isDue(now)))
    .orderBy(asc(webhookDeliveries.nextAt), asc(webhookDeliveries.id))
    .limit(1);
  return row ?? null;
}

/** The condition that makes a write the lease's own. */
export const holdsLease = ({ webhookId, attemptId }: HookLease) =>
  and(eq(webhooks.id, webhookId), eq(webhooks.attemptId, attemptId));

/** Gives it back: another turn may take it at once. */
export async function returnHook(ctx: Ctx, lease: HookLease): Promise<void> {
  await ctx.db.update(webhooks).set({ attemptId: null, leaseUntil: ctx.now() }).where(holdsLease(lease));
}
