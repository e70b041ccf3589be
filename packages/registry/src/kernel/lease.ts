import { type Db, inspections, versions } from "@gaia/db";
import type { Urgency } from "@gaia/queue";
import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Ctx } from "./context.ts";

/** The right to decide one inspection, until it runs out or is taken anew. */
export interface Lease {
  inspectionId: string;
  versionId: number;
  attemptId: string;
  attempt: number;
  /** The re-scan that the inspection belongs to; null: of its publish. */
  rescanId: string | null;
}

/**
 * Takes the inspection for this job: only one that is queued, or whose holder stopped renewing. Moves the version from
 * `received` to `inspecting`.
 * @returns null when there is nothing to take: finished, held by another job, or unknown
 */
export async function takeLease(ctx: Ctx, inspectionId: string, leaseMs: number): Promise<Lease | null> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(inspections).where(eq(inspections.id, inspectionId)).for("update");
    const free =
      row?.status === "queued" || (row?.status === "running" && (row.leaseUntil === null || row.leaseUntil < now));
    if (!row || !free) return null;
    const attemptId = crypto.randomUUID();
    await tx
      .update(inspections)
      .set({
        status: "running",
        attemptId,
        attempts: row.attempts + 1,
        leaseUntil: new Date(now.getTime() + leaseMs),
        startedAt: row.startedAt ?? now,
      })
      .where(eq(inspections.id, inspectionId));
    await tx
      .update(versions)
      .set({ status: "inspecting" })
      .where(and(eq(versions.id, row.versionId), eq(versions.status, "received")));
    return { inspectionId, versionId: row.versionId, attemptId, attempt: row.attempts + 1, rescanId: row.rescanId };
  });
}

/** Keeps the lease for another `leaseMs`. False when it was lost: whatever this job still does must not be written. */
export async function renewLease(ctx: Ctx, lease: Lease, leaseMs: number): Promise<boolean> {
  const renewed = await ctx.db
    .update(inspections)
    .set({ leaseUntil: new Date(ctx.now().getTime() + leaseMs) })
    .where(holding(lease))
    .returning({ id: inspections.id });
  return renewed.length === 1;
}

/** Gives the inspection back, to be taken again by a later ring. False when it was lost, as an inspection of a purged version is. */
export async function returnLease(ctx: Ctx, lease: Lease): Promise<boolean> {
  const returned = await ctx.db
    .update(inspections)
    .set({ status: "queued", attemptId: null, leaseUntil: null, rungAt: ctx.now() })
    .where(holding(lease))
    .returning({ id: inspections.id });
  return returned.length === 1;
}

/** The condition that makes a job's write its own: nobody took the inspection since. */
export const holding = (lease: Lease) =>
  and(
    eq(inspections.id, lease.inspectionId),
    eq(inspections.attemptId, lease.attemptId),
    eq(inspections.status, "running"),
  );

/**
 * Takes the inspection of a publish whoever holds it, when its first attempt began before `startedBefore`: what its holder still does is
 * not written any more.
 * @returns null when there is nothing to take: finished meanwhile
 */
export async function takeOver(
  ctx: Ctx,
  input: { inspectionId: string; startedBefore: Date; leaseMs: number },
): Promise<Lease | null> {
  const { inspectionId, startedBefore, leaseMs } = input;
  const attemptId = crypto.randomUUID();
  const [row] = await ctx.db
    .update(inspections)
    .set({ status: "running", attemptId, leaseUntil: new Date(ctx.now().getTime() + leaseMs) })
    .where(and(eq(inspections.id, inspectionId), isOverdue(startedBefore)))
    .returning({ versionId: inspections.versionId, attempts: inspections.attempts });
  return row ? { inspectionId, versionId: row.versionId, attemptId, attempt: row.attempts, rescanId: null } : null;
}

const isOverdue = (startedBefore: Date) =>
  and(
    inArray(inspections.status, ["queued", "running"]),
    isNull(inspections.rescanId),
    lt(inspections.startedAt, startedBefore),
  );

/** Inspections of publishes that were begun before a moment and have not ended, the oldest first. */
export async function findOverdue(db: Db, startedBefore: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: inspections.id })
    .from(inspections)
    .where(isOverdue(startedBefore))
    .orderBy(inspections.startedAt)
    .limit(limit);
  return rows.map((row) => row.id);
}

/** An inspection that nobody works on. */
export interface Neglected {
  id: string;
  /** How its job is to be rung. */
  urgency: Urgency;
}

/** Inspections that nobody works on although somebody should: never taken since `rungBefore`, or their lease ran out. */
export async function findNeglected(
  db: Db,
  input: { rungBefore: Date; now: Date; limit: number },
): Promise<Neglected[]> {
  const rows = await db
    .select({ id: inspections.id, attempts: inspections.attempts, rescanId: inspections.rescanId })
    .from(inspections)
    .where(
      or(
        and(eq(inspections.status, "queued"), lt(inspections.rungAt, input.rungBefore)),
        and(
          eq(inspections.status, "running"),
          or(isNull(inspections.leaseUntil), lt(inspections.leaseUntil, input.now)),
        ),
      ),
    )
    .orderBy(inspections.createdAt)
    .limit(input.limit);
  return rows.map(({ id, attempts, rescanId }) => ({
    id,
    urgency: rescanId !== null ? "background" : attempts > 0 ? "retry" : "fresh",
  }));
}
