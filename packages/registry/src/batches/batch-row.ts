import { accounts, batches, type Db, memberships, publishers } from "@gaia/db";
import type { TokenActor } from "@gaia/policy";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";

export type BatchRow = typeof batches.$inferSelect;

/** States in which a job has something to do. */
const AT_WORK = ["checking", "publishing"] as const;

const isFree = (now: Date) =>
  and(
    inArray(batches.state, [...AT_WORK]),
    or(isNull(batches.leaseUntil), lt(batches.leaseUntil, now)),
    or(isNull(batches.retryAt), lt(batches.retryAt, now)),
  );

/**
 * Takes a batch for this job, until the lease runs out; null: there is nothing to do, or another job has it. A job before that neither gave
 * it back nor kept it was killed, which counts as a failure.
 */
export async function takeBatch(ctx: Ctx, { id, leaseMs }: { id: string; leaseMs: number }): Promise<BatchRow | null> {
  const now = ctx.now();
  const [taken] = await ctx.db
    .update(batches)
    .set({
      attemptId: crypto.randomUUID(),
      leaseUntil: new Date(now.getTime() + leaseMs),
      retryAt: null,
      failures: sql`${batches.failures} + CASE WHEN ${batches.attemptId} IS NULL THEN 0 ELSE 1 END`,
    })
    .where(and(eq(batches.id, id), isFree(now)))
    .returning();
  return taken ?? null;
}

/** Writes to a batch that this job holds. @returns false when it was lost, and nothing was written */
export async function setBatch(
  db: Db,
  batch: BatchRow,
  set: Partial<Omit<typeof batches.$inferInsert, "id">>,
): Promise<boolean> {
  const isHeld = and(eq(batches.id, batch.id), eq(batches.attemptId, batch.attemptId ?? ""));
  const written = await db.update(batches).set(set).where(isHeld).returning({ id: batches.id });
  return written.length > 0;
}

/** The batches that a job should have now. */
export async function findIdleBatches(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ id: batches.id }).from(batches).where(isFree(ctx.now())).limit(100);
  return rows.map(({ id }) => id);
}

/**
 * As whom a batch is published: its account as it stands now, with no more than the token had that sent it, for its publisher alone; null:
 * the account may not any more. Whether that token is alive is asked where something is written.
 */
export async function findSender(db: Db, batch: BatchRow): Promise<TokenActor | null> {
  const [found] = await db
    .select({ accountId: accounts.id, handle: accounts.handle, publisher: publishers, role: memberships.role })
    .from(accounts)
    .innerJoin(memberships, eq(memberships.accountId, accounts.id))
    .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(and(eq(accounts.id, batch.accountId), eq(publishers.id, batch.publisherId), isNull(accounts.disabledAt)));
  if (!found) return null;
  const { accountId, handle, publisher, role } = found;
  return {
    kind: "token",
    accountId,
    handle,
    role: "user",
    isSuspended: false,
    publishers: [{ id: publisher.id, handle: publisher.handle, role }],
    scopes: batch.scopes,
    namePatterns: ["*"],
    ...(batch.tokenId !== null && { tokenId: batch.tokenId }),
  };
}

/** What a session lends to the job is what publishing takes, and ends with the membership, not with the session. */
export const lentBy = (actor: Person): { tokenId: string | null; scopes: string[] } =>
  actor.kind === "token"
    ? { tokenId: actor.tokenId ?? null, scopes: [...actor.scopes] }
    : { tokenId: null, scopes: ["publish", "stage", "read"] };
