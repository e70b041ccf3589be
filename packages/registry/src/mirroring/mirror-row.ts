import { accounts, type Db, mirrors, memberships, publishers } from "@gaia/db";
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

export type MirrorRow = typeof mirrors.$inferSelect;

/** What its versions are said to be from: its address, without the commit, branch or tag of a repository. */
export const upstreamOf = ({ address }: Pick<MirrorRow, "address">): string => address.replace(/#.*$/s, "");

/** States in which there is something to do. */
const AT_WORK = ["listing", "taking"] as const;

export const isAtWork = ({ state }: Pick<MirrorRow, "state">): boolean => AT_WORK.some((working) => working === state);

const isFree = (now: Date) =>
  and(
    inArray(mirrors.state, [...AT_WORK]),
    or(isNull(mirrors.leaseUntil), lt(mirrors.leaseUntil, now)),
    or(isNull(mirrors.retryAt), lt(mirrors.retryAt, now)),
  );

/**
 * Takes a mirror for this job, until the lease runs out; null: there is nothing to do, or another job has it. A job before that neither
 * gave it back nor kept it was killed, which counts as a failure: what brings a process down is not tried for ever.
 */
export async function takeMirror(
  ctx: Ctx,
  { id, leaseMs }: { id: string; leaseMs: number },
): Promise<MirrorRow | null> {
  const now = ctx.now();
  const [taken] = await ctx.db
    .update(mirrors)
    .set({
      attemptId: crypto.randomUUID(),
      leaseUntil: new Date(now.getTime() + leaseMs),
      retryAt: null,
      failures: sql`${mirrors.failures} + CASE WHEN ${mirrors.attemptId} IS NULL THEN 0 ELSE 1 END`,
    })
    .where(and(eq(mirrors.id, id), isFree(now)))
    .returning();
  return taken ?? null;
}

/** Whether this job still has it: nobody took it since, and nobody stopped it. */
const isHeldBy = ({ id, attemptId }: MirrorRow) =>
  and(eq(mirrors.id, id), eq(mirrors.attemptId, attemptId ?? ""), inArray(mirrors.state, [...AT_WORK]));

/** Keeps it for another `leaseMs`. @returns false when it was lost */
export async function keepMirror(ctx: Ctx, mirror: MirrorRow, leaseMs: number): Promise<boolean> {
  return setMirror(ctx.db, mirror, { leaseUntil: new Date(ctx.now().getTime() + leaseMs) });
}

/** Writes to a mirror that this job holds. @returns false when it was lost, and nothing was written */
export async function setMirror(
  db: Db,
  mirror: MirrorRow,
  set: Partial<Omit<typeof mirrors.$inferInsert, "id">>,
): Promise<boolean> {
  const written = await db.update(mirrors).set(set).where(isHeldBy(mirror)).returning({ id: mirrors.id });
  return written.length > 0;
}

/** The mirrors that a job should have now. */
export async function findIdle(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ id: mirrors.id }).from(mirrors).where(isFree(ctx.now())).limit(100);
  return rows.map(({ id }) => id);
}

/** For whom a mirror publishes: the account whose word it was, as it stands now; null: it may not any more. */
export async function findMirrorer(
  db: Db,
  mirror: Pick<MirrorRow, "createdBy" | "publisherId">,
): Promise<{ accountId: number; handle: string; publisher: { id: number; handle: string; role: Role } } | null> {
  const [found] = await db
    .select({ accountId: accounts.id, handle: accounts.handle, publisher: publishers, role: memberships.role })
    .from(accounts)
    .innerJoin(memberships, eq(memberships.accountId, accounts.id))
    .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(
      and(
        eq(accounts.id, mirror.createdBy),
        eq(publishers.id, mirror.publisherId),
        eq(accounts.role, "admin"),
        isNull(accounts.disabledAt),
      ),
    );
  if (!found) return null;
  const { accountId, handle, publisher, role } = found;
  return { accountId, handle, publisher: { id: publisher.id, handle: publisher.handle, role } };
}

type Role = (typeof memberships.$inferSelect)["role"];
