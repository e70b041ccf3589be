import { readable } from "@gaia/catalog";
import {
  accounts,
  authUsers,
  holdContests,
  holdMails,
  holdPerson,
  inspections,
  inTransaction,
  mailChoices,
  memberships,
  publishers,
  rescanItems,
  rescans,
  skills,
  versions,
} from "@gaia/db";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** What lies further back is no news for who was never written to. */
export const NEWS_MS = 7 * 86_400_000;

/** A version that waits. */
export interface Waiting {
  name: string;
  version: string;
  publisher: string;
  state: "held" | "withheld";
  reason: string;
}

/** Somebody who is written to. */
export interface Due {
  accountId: number;
  handle: string;
  /** Null: none that was confirmed. */
  email: string | null;
  /** The row of `hold_mails`; null: none. */
  before: { toldUntil: Date; mailedAt: Date } | null;
  /** Chose no mail of this kind. */
  isOff: boolean;
}

export interface DueMember extends Due {
  email: string;
  waiting: Waiting[];
}

export interface DueAdmin extends Due {
  /** What is new. */
  waiting: Waiting[];
  total: number;
  /** Whose contest is not answered. */
  contested: Waiting[];
}

interface Bounds {
  /** Who was written to after that waits. */
  mailedBefore: Date;
  until: Date;
  most: number;
}

/** Members of publishers with versions that wait and that they were not told of, and may see. */
export async function findMembers(ctx: Ctx, bounds: Bounds): Promise<DueMember[]> {
  const since = toldSince(ctx);
  const news = sql`EXISTS (SELECT 1 FROM ${memberships} JOIN ${skills} ON ${skills.publisherId} = ${memberships.publisherId}
    JOIN ${versions} ON ${versions.skillId} = ${skills.id}
    WHERE ${memberships.accountId} = ${accounts.id} AND ${versions.heldSince} > ${since}
      AND ${versions.heldSince} <= ${bounds.until.toISOString()}
      AND (coalesce(${mailChoices.byMail}, true) OR ${isWithheld}))`;
  const due: DueMember[] = [];
  // Those of whom nothing is left, because they may not see it or a re-scan goes on, take nobody's place.
  for (let after = 0, rest = true; rest;) {
    const page = await findDue(ctx, "publisher", news, { ...bounds, after });
    for (const who of page) {
      const { email } = who;
      const waiting = email === null ? [] : await newsOf(ctx, who, bounds);
      if (email !== null && waiting.length > 0) due.push({ ...who, email, waiting });
      if (due.length === bounds.most) return due;
    }
    after = page.at(-1)?.accountId ?? after;
    rest = page.length === bounds.most;
  }
  return due;
}

/** Admins who were not told of something that waits by now, or of a contest. */
export async function findAdmins(ctx: Ctx, bounds: Bounds): Promise<DueAdmin[]> {
  const [since, until] = [toldSince(ctx), bounds.until.toISOString()];
  const news = and(
    eq(accounts.role, "admin"),
    sql`(EXISTS (SELECT 1 FROM ${versions} WHERE ${versions.heldSince} > ${since} AND ${versions.heldSince} <= ${until})
      OR EXISTS (SELECT 1 FROM ${holdContests} WHERE ${holdContests.status} = 'open'
        AND ${holdContests.createdAt} > ${since} AND ${holdContests.createdAt} <= ${until}))`,
  );
  const found = await findDue(ctx, "admin", news, { ...bounds, after: 0 });
  if (found.length === 0) return [];
  const total = await ctx.db.$count(versions, isNotNull(versions.heldSince));
  const isContested = sql`EXISTS (SELECT 1 FROM ${holdContests} WHERE ${holdContests.versionId} = ${versions.id}
    AND ${holdContests.status} = 'open')`;
  const contested = (await selectWaiting(ctx, isContested)).map(toWaiting);
  const due: DueAdmin[] = [];
  for (const who of found) {
    const waiting = await selectWaiting(ctx, isNews(ctx, who, bounds));
    due.push({ ...who, waiting: waiting.map(toWaiting), total, contested });
  }
  return due;
}

/** What is not served any more is told to its members by mail, whatever they chose. */
const isWithheld = eq(versions.status, "quarantined");

/** Until when the account of the row was told. */
const toldSince = (ctx: Ctx): SQL =>
  sql`coalesce(${holdMails.toldUntil}, ${new Date(ctx.now().getTime() - NEWS_MS).toISOString()}::timestamptz)`;

/** Who can act; a member only with an address that is theirs, since another one may be a stranger's. An admin has notices in any case. */
async function findDue(
  ctx: Ctx,
  kind: "publisher" | "admin",
  news: SQL | undefined,
  { mailedBefore, most, after }: Bounds & { after: number },
): Promise<Due[]> {
  const rows = await ctx.db
    .select({
      accountId: accounts.id,
      handle: accounts.handle,
      user: authUsers,
      mails: holdMails,
      byMail: mailChoices.byMail,
    })
    .from(accounts)
    .leftJoin(authUsers, eq(authUsers.id, accounts.authUserId))
    .leftJoin(holdMails, and(eq(holdMails.accountId, accounts.id), eq(holdMails.kind, kind)))
    .leftJoin(
      mailChoices,
      and(eq(mailChoices.accountId, accounts.id), eq(mailChoices.kind, kind === "admin" ? "waiting" : "held")),
    )
    .where(
      and(
        gt(accounts.id, after),
        isNull(accounts.disabledAt),
        kind === "admin" ? undefined : eq(authUsers.emailVerified, true),
        or(isNull(holdMails.mailedAt), lte(holdMails.mailedAt, mailedBefore)),
        news,
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(most);
  return rows.map(({ mails, user, byMail, ...who }) => ({
    ...who,
    isOff: byMail === false,
    email: user?.emailVerified === true ? user.email : null,
    before: mails && { toldUntil: mails.toldUntil, mailedAt: mails.mailedAt },
  }));
}

const selectWaiting = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({
      name: skills.name,
      version: versions.version,
      publisher: publishers.handle,
      status: versions.status,
      since: versions.heldSince,
      reason: inspections.reason,
      // One letter tells all that a re-scan found: it is waited for.
      isUnderWay: sql<boolean>`EXISTS (SELECT 1 FROM ${rescanItems} JOIN ${rescans} ON ${rescans.id} = ${rescanItems.rescanId}
        JOIN ${versions} v ON v.id = ${rescanItems.versionId} JOIN ${skills} s ON s.id = v.skill_id
        WHERE s.publisher_id = ${publishers.id} AND ${rescans.status} = 'running' AND ${rescanItems.status} IN ('waiting', 'inspecting'))`,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(where)
    .orderBy(asc(versions.heldSince), asc(versions.id));

type Row = Awaited<ReturnType<typeof selectWaiting>>[number];

const toWaiting = ({ name, version, publisher, status, reason }: Row): Waiting => ({
  name,
  version,
  publisher,
  state: status === "quarantined" ? "withheld" : "held",
  reason: reason ?? "",
});

function isNews(ctx: Ctx, { before }: Due, { until }: Bounds): SQL | undefined {
  const since = before?.toldUntil ?? new Date(ctx.now().getTime() - NEWS_MS);
  return and(gt(versions.heldSince, since), lte(versions.heldSince, until));
}

async function newsOf(ctx: Ctx, who: Due, bounds: Bounds): Promise<Waiting[]> {
  const actor = { kind: "account" as const, ...(await inTransaction(ctx.db, (tx) => holdPerson(tx, who.accountId))) };
  const own = inArray(
    skills.publisherId,
    actor.publishers.map(({ id }) => id),
  );
  const wanted = who.isOff ? isWithheld : undefined;
  const rows = await selectWaiting(ctx, and(isNews(ctx, who, bounds), own, wanted, readable({ actor })));
  const isOld = rows.some(({ since }) => since !== null && since <= bounds.mailedBefore);
  return !isOld && rows.some(({ isUnderWay }) => isUnderWay) ? [] : rows.map(toWaiting);
}
