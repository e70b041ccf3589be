import { batchItems, describeError, versions } from "@gaia/db";
import { PENDING_STATUSES } from "@gaia/policy";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { type BatchItem, checkItem, sendItem, type Settled, settled } from "./batch-item.ts";
import { type BatchRow, findSender, setBatch, takeBatch } from "./batch-row.ts";

const MOST_FAILURES = 5;
const RETRY_MS = 5_000;
/** More than that of one batch wait for no inspection: what others publish does, too. */
const MOST_PENDING = 16;
const PENDING_PAUSE_MS = 1_000;

interface Input {
  id: string;
  leaseMs: number;
  /** So long a job works before others have their turn. */
  sliceMs: number;
  abort: AbortSignal;
}

/** Another job has the batch now. */
class BatchLost extends Error {
  override readonly name = "BatchLost";
}

/**
 * Works some seconds for a batch: looks at its skills, or publishes those that are new, one after the other. Safe to run twice, late, or to
 * be killed at any line: rows say what is still to do. What is left is rung for again.
 * @returns its log line
 */
export async function workBatch(ctx: Ctx, input: Input): Promise<{ outcome: string }> {
  const batch = await takeBatch(ctx, input);
  if (batch === null) return { outcome: "nothing_to_do" };
  try {
    if (batch.failures >= MOST_FAILURES)
      return await end(ctx, batch, `Its job was ended ${MOST_FAILURES} times before it was done; send it again.`);
    const pauseMs = await workOn(ctx, batch, { ...input, endsAt: performance.now() + input.sliceMs });
    if (pauseMs === null) return { outcome: "ended" };
    await setBatch(ctx.db, batch, { attemptId: null, leaseUntil: null, failures: 0 });
    await ring(ctx, { name: "batch", id: batch.id, urgency: "background", delayMs: pauseMs });
    return { outcome: "goes_on" };
  } catch (error) {
    if (error instanceof BatchLost) return { outcome: "lost" };
    ctx.warn("batch_failed", { batch: batch.id, error: describeError(error) });
    const retryAt = new Date(ctx.now().getTime() + RETRY_MS * 2 ** batch.failures);
    const failed = { failures: batch.failures + 1, retryAt, attemptId: null, leaseUntil: null };
    await setBatch(ctx.db, batch, failed);
    return { outcome: "tried_again" };
  }
}

/** @throws BatchLost */
async function end(ctx: Ctx, batch: BatchRow, reason: string | null): Promise<{ outcome: string }> {
  const state = reason === null ? "done" : "failed";
  const ended = { state, reason, finishedAt: ctx.now(), attemptId: null, leaseUntil: null } as const;
  if (!(await setBatch(ctx.db, batch, ended))) throw new BatchLost(batch.id);
  return { outcome: state };
}

/** @returns after how long it goes on; null: there is nothing more to do for now */
async function workOn(ctx: Ctx, batch: BatchRow, input: Input & { endsAt: number }): Promise<number | null> {
  const { leaseMs, endsAt, abort } = input;
  const sender = await findSender(ctx.db, batch);
  if (sender === null) {
    await end(ctx, batch, "The account that sent it is no member of its publisher any more.");
    return null;
  }
  const acting: Ctx = { ...ctx, actor: sender };
  const publisher = sender.publishers[0]?.handle ?? "";
  const isChecking = batch.state === "checking";
  for (;;) {
    const leaseUntil = new Date(ctx.now().getTime() + leaseMs);
    if (!(await setBatch(ctx.db, batch, { leaseUntil }))) throw new BatchLost(batch.id);
    if (abort.aborted || performance.now() > endsAt) return 0;
    if (!isChecking && (await countPending(ctx, batch)) >= MOST_PENDING) return PENDING_PAUSE_MS;
    const item = await beginNext(ctx, batch, isChecking ? "waiting" : "new");
    if (item === null) break;
    const sending = { ctx: acting, batch, publisher };
    await note(ctx, item, await settled(item, () => (isChecking ? checkItem(sending, item) : sendItem(sending, item))));
  }
  if (!isChecking) {
    await end(ctx, batch, null);
    return null;
  }
  const checked = { state: "checked", attemptId: null, leaseUntil: null, failures: 0 } as const;
  if (!(await setBatch(ctx.db, batch, checked))) throw new BatchLost(batch.id);
  return null;
}

/** Of this batch's versions those that no inspection has ended for. */
const countPending = ({ db }: Ctx, batch: BatchRow): Promise<number> =>
  db.$count(
    versions,
    and(
      inArray(versions.status, [...PENDING_STATUSES]),
      sql`${versions.id} IN (SELECT ${batchItems.versionId} FROM ${batchItems} WHERE ${batchItems.batchId} = ${batch.id})`,
    ),
  );

/** The next item, with this try counted: what brings a process down is not tried for ever. */
async function beginNext(ctx: Ctx, batch: BatchRow, outcome: "waiting" | "new"): Promise<BatchItem | null> {
  const [next] = await ctx.db
    .select({ id: batchItems.id })
    .from(batchItems)
    .where(and(eq(batchItems.batchId, batch.id), eq(batchItems.outcome, outcome)))
    .orderBy(asc(batchItems.position))
    .limit(1);
  if (!next) return null;
  const [item] = await ctx.db
    .update(batchItems)
    .set({ tries: sql`${batchItems.tries} + 1` })
    .where(eq(batchItems.id, next.id))
    .returning();
  return item ?? null;
}

async function note(ctx: Ctx, item: BatchItem, set: Settled): Promise<void> {
  await ctx.db.update(batchItems).set(set).where(eq(batchItems.id, item.id));
}
