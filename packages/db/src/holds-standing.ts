import type { AccountActor, TokenActor, WorkloadActor } from "@gaia/policy";
import { and, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import {
  accounts,
  authSessions,
  memberships,
  publishers,
  skills,
  tokens,
  trustedPublishers,
  versions,
  workloadTokens,
} from "./tables/index.ts";

/**
 * How an account stands to a publisher now, held so until the transaction ends: who suspends it or takes it out comes before this
 * transaction, or after it.
 */
export async function holdStanding(
  tx: Db,
  { accountId, publisherId }: { accountId: number; publisherId: number },
): Promise<"acts" | "suspended" | "outside"> {
  const isMember = and(eq(memberships.accountId, accountId), eq(memberships.publisherId, publisherId));
  // One statement for nearly everybody; what it does not find is told apart by another.
  const [held] = await tx
    .select({ disabledAt: accounts.disabledAt })
    .from(accounts)
    .innerJoin(memberships, isMember)
    .where(eq(accounts.id, accountId))
    .for("share");
  if (held) return held.disabledAt === null ? "acts" : "suspended";
  const [account] = await tx.select({ at: accounts.disabledAt }).from(accounts).where(eq(accounts.id, accountId));
  return account && account.at === null ? "outside" : "suspended";
}

/** Who may trust a workflow: `isManager` of `policy` in SQL. */
const IS_MANAGER = ne(memberships.role, "publisher");

/** The condition that some owner or admin of the publisher can act: a workflow acts for somebody who may (T5). */
export const hasActingManager = (publisherId: AnyPgColumn): SQL =>
  sql`EXISTS (SELECT 1 FROM ${memberships} JOIN ${accounts} ON ${accounts.id} = ${memberships.accountId}
    WHERE ${memberships.publisherId} = ${publisherId} AND ${IS_MANAGER} AND ${accounts.disabledAt} IS NULL)`;

/** The same of one publisher, held until the transaction ends. */
export async function holdActingManager(tx: Db, publisherId: number): Promise<boolean> {
  const held = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(memberships, eq(memberships.accountId, accounts.id))
    .where(and(eq(memberships.publisherId, publisherId), IS_MANAGER, isNull(accounts.disabledAt)))
    .orderBy(accounts.id)
    .limit(1)
    .for("share");
  return held.length > 0;
}

/**
 * The condition, where `skills` is joined by the name, that a row of `trusted_publishers` speaks for its publisher: the skill is theirs, or
 * the name is nobody's as far as one can know. What others have hidden under it, publishing refuses as it does to people.
 */
export const speaksForItsPublisher = (): SQL | undefined =>
  or(
    isNull(skills.id),
    eq(skills.publisherId, trustedPublishers.publisherId),
    ne(skills.visibility, "public"),
    sql`NOT EXISTS (SELECT 1 FROM ${versions} WHERE ${versions.skillId} = ${skills.id} AND NOT ${versions.awaitsApproval})`,
  );

/**
 * An account with all that it is, as it stands now, held until the transaction ends: who suspends it, changes its role or takes it out of a
 * publisher comes before this transaction, or after it.
 */
export async function holdPerson(tx: Db, accountId: number) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("share");
  if (!account) throw new Error("an account vanished");
  const own = await tx
    .select({ id: publishers.id, handle: publishers.handle, role: memberships.role })
    .from(memberships)
    .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(eq(memberships.accountId, accountId))
    .for("share", { of: memberships });
  const { handle, role, disabledAt } = account;
  return { accountId, handle, role, isSuspended: disabledAt !== null, publishers: own };
}

/**
 * Whether what an actor acts by is alive at `now`, held so until the transaction ends: who revokes the token or ends the session comes
 * before this transaction, or after it. An actor without one does not act by a request.
 */
export async function holdCredential(
  tx: Db,
  actor: AccountActor | TokenActor | WorkloadActor,
  now: Date,
): Promise<boolean> {
  if (actor.kind === "account") {
    if (actor.sessionId === undefined) return true;
    const isLive = and(eq(authSessions.id, actor.sessionId), gt(authSessions.expiresAt, now));
    return (await tx.select({ id: authSessions.id }).from(authSessions).where(isLive).for("share")).length > 0;
  }
  if (actor.tokenId === undefined) return true;
  const table = actor.kind === "token" ? tokens : workloadTokens;
  const isUnexpired = or(isNull(table.expiresAt), gt(table.expiresAt, now));
  const isLive = and(eq(table.id, actor.tokenId), isNull(table.revokedAt), isUnexpired);
  return (await tx.select({ id: table.id }).from(table).where(isLive).for("share")).length > 0;
}
