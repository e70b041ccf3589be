import { accounts, appendAudit, type Db, folded, inTransaction, invitations, publishers } from "@gaia/db";
import { refusalOfMembership, type Role } from "@gaia/policy";
import { and, desc, eq, gt, lte, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { IdentityError } from "../errors.ts";
import { ensureNotTooMany } from "./invitation-bounds.ts";
import { type Asking, changeMembership, ensureConfirmed, findMember, standingOf, tell } from "./membership-change.ts";
import { lockOrganisationFor } from "./lock-organisation.ts";

const DAYS = 7;
/** Unanswered ones of a publisher: more are somebody who writes to strangers. */
const PENDING_PER_PUBLISHER = 50;

type Status = (typeof invitations.$inferSelect)["status"];

/** An invitation as it is shown; of one by e-mail nobody is told whose address it is. */
export interface InvitationRow {
  id: string;
  publisher: string;
  account: string | null;
  email: string | null;
  role: Role;
  invitedBy: string;
  status: Status;
  createdAt: Date;
  expiresAt: Date;
}

/** Whom: an account by its handle, or whoever has this address. */
export type Invited = { account: string } | { email: string };

/**
 * Asks somebody to belong to an organisation. They answer within a week, or it ends. The answer for an address is the same whether an
 * account has it or not.
 * @throws IdentityError `not_found`, `forbidden`, `second_factor_required`, `conflict` for who belongs already, was asked already, or when
 *   too many are unanswered, `rate_limited` when too many were sent lately
 */
export async function inviteMember(
  db: Db,
  input: { publisher: string; invited: Invited; role: Role } & Asking,
): Promise<InvitationRow> {
  const { actor, role, now, requestId } = input;
  const id = await inTransaction(db, async (tx) => {
    const publisher = await lockOrganisationFor(tx, input.publisher, input);
    const by = await standingOf(tx, publisher.id, actor.accountId);
    const refusal = refusalOfMembership({ by, isSelf: false, from: null, to: role, otherOwners: 0 });
    if (refusal !== null) throw new IdentityError(refusal.code, refusal.reason);
    const whom = await resolveInvited(tx, publisher, input.invited);
    await endExpired(tx, publisher.id, now);
    const pending = await tx
      .select({ accountId: invitations.accountId, email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.publisherId, publisher.id), eq(invitations.status, "pending")));
    if (pending.some((one) => one.accountId === whom.accountId && one.email === whom.email)) {
      throw new IdentityError("conflict", `${whom.name} was invited to ${publisher.handle} already.`);
    }
    if (pending.length >= PENDING_PER_PUBLISHER) {
      throw new IdentityError(
        "conflict",
        `${PENDING_PER_PUBLISHER} invitations wait for an answer: withdraw one first.`,
      );
    }
    await ensureNotTooMany(tx, { publisher, whom, actor, now });
    const expiresAt = new Date(now.getTime() + DAYS * 86_400_000);
    const { accountId, email } = whom;
    const [row] = await tx
      .insert(invitations)
      .values({
        publisherId: publisher.id,
        accountId,
        email,
        role,
        invitedBy: actor.accountId,
        status: "pending",
        createdAt: now,
        expiresAt,
      })
      .returning({ id: invitations.id });
    if (!row) throw new Error("insert returned no row");
    await appendAudit(tx, {
      actor: actor.handle,
      action: "member.invite",
      target: `publisher:${publisher.handle}`,
      detail: { invitation: row.id, role, ...("account" in input.invited ? input.invited : { by_email: true }) },
      requestId,
    });
    const asked = `${actor.handle} invited ${whom.name} to ${publisher.handle} as ${role}.`;
    await tell(tx, [publisher.handle], { kind: "invited", text: asked });
    const until = expiresAt.toISOString().slice(0, 10);
    const answer = `\`gaia-skill org accept ${row.id}\` or \`org decline ${row.id}\` until ${until} (scope admin)`;
    const text = `${actor.handle} invited you to ${publisher.handle} as ${role}: ${answer}.`;
    await tell(tx, whom.inboxes, { kind: "invited", text });
    return row.id;
  });
  return ensureInvitation(db, eq(invitations.id, id));
}

/** The last 200 invitations of a publisher, newest first. */
export async function listInvitations(db: Db, input: { publisher: string; now: Date }): Promise<InvitationRow[]> {
  const rows = await select(db)
    .where(eq(publishers.handle, input.publisher))
    .orderBy(desc(invitations.createdAt))
    .limit(200);
  return rows.map((row) => asOf(row, input.now));
}

/** What an account was invited to and has not answered. */
export async function listOwnInvitations(db: Db, { actor, now }: Asking): Promise<InvitationRow[]> {
  const mine = await invitedIs(db, actor.accountId);
  return select(db)
    .where(and(mine, eq(invitations.status, "pending"), gt(invitations.expiresAt, now)))
    .orderBy(desc(invitations.createdAt))
    .limit(200);
}

/** Takes an invitation back. @throws IdentityError `not_found`, `forbidden`, `conflict` for one that was answered */
export async function withdrawInvitation(
  db: Db,
  input: { publisher: string; id: string } & Asking,
): Promise<InvitationRow> {
  const { actor, id, now } = input;
  await inTransaction(db, async (tx) => {
    const publisher = await lockOrganisationFor(tx, input.publisher, input);
    const by = await standingOf(tx, publisher.id, actor.accountId);
    const row = await ensureOpen(tx, and(eq(invitations.id, id), eq(invitations.publisherId, publisher.id)), now);
    const refusal = refusalOfMembership({ by, isSelf: false, from: null, to: row.role, otherOwners: 0 });
    if (refusal !== null) throw new IdentityError(refusal.code, refusal.reason);
    await decide(tx, input, { row, publisher: publisher.handle, status: "withdrawn", action: "member.uninvite" });
  });
  return ensureInvitation(db, eq(invitations.id, id));
}

/**
 * Answers an invitation of one's own. Whoever sent it must still be able to give that role.
 * @throws IdentityError `not_found`, `second_factor_required` to become an owner, `conflict` for one that was answered, has
 *   expired, or whose sender may not give it any more
 */
export async function answerInvitation(
  db: Db,
  input: { id: string; answer: "accepted" | "declined" } & Asking,
): Promise<InvitationRow> {
  const { actor, id, answer, now } = input;
  await inTransaction(db, async (tx) => {
    // Of what is not for them, nobody learns that it is there.
    const mine = and(eq(invitations.id, id), await invitedIs(tx, actor.accountId));
    const [found] = await tx
      .select({ handle: publishers.handle })
      .from(invitations)
      .innerJoin(publishers, eq(publishers.id, invitations.publisherId))
      .where(mine);
    if (!found) throw notFound();
    const publisher = await lockOrganisationFor(tx, found.handle, input);
    const row = await ensureOpen(tx, mine, now);
    if (answer === "accepted" && row.role === "owner") ensureConfirmed("acceptInvitation", input);
    if (answer === "declined") {
      await decide(tx, input, { row, publisher: publisher.handle, status: answer, action: "member.decline" });
      const text = `${actor.handle} declined to join ${publisher.handle} as ${row.role}.`;
      return tell(tx, [publisher.handle], { kind: "declined", text });
    }
    const account = await findMember(tx, publisher.id, { id: actor.accountId });
    if (!account || account.role !== null) {
      throw new IdentityError("conflict", `You belong to ${publisher.handle} already.`);
    }
    const by = await standingOf(tx, publisher.id, row.invitedBy);
    if (refusalOfMembership({ by, isSelf: false, from: null, to: row.role, otherOwners: 0 }) !== null) {
      throw new IdentityError(
        "conflict",
        "The member who invited you may no longer invite: ask for another invitation.",
      );
    }
    await decide(tx, input, { row, publisher: publisher.handle, status: answer, action: "member.accept" });
    await changeMembership(tx, input, { publisher, account, to: row.role, by });
  });
  return ensureInvitation(db, eq(invitations.id, id));
}

const inviter = alias(accounts, "inviter");

const select = (db: Db) =>
  db
    .select({
      id: invitations.id,
      publisher: publishers.handle,
      account: accounts.handle,
      email: invitations.email,
      role: invitations.role,
      invitedBy: inviter.handle,
      status: invitations.status,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(publishers, eq(publishers.id, invitations.publisherId))
    .innerJoin(inviter, eq(inviter.id, invitations.invitedBy))
    .leftJoin(accounts, eq(accounts.id, invitations.accountId))
    .$dynamic();

const asOf = (row: InvitationRow, now: Date): InvitationRow =>
  row.status === "pending" && row.expiresAt <= now ? { ...row, status: "expired" } : row;

const notFound = () => new IdentityError("not_found", "There is no such invitation for you.");

async function ensureInvitation(db: Db, where: SQL): Promise<InvitationRow> {
  const [row] = await select(db).where(where);
  if (!row) throw notFound();
  return row;
}

/** That an invitation is for this account: by its number, or by its address. */
async function invitedIs(db: Db, accountId: number): Promise<SQL | undefined> {
  const [account] = await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  const email = account?.email?.toLowerCase();
  return or(eq(invitations.accountId, accountId), email === undefined ? undefined : eq(invitations.email, email));
}

async function resolveInvited(tx: Db, publisher: { id: number; handle: string }, invited: Invited) {
  if ("email" in invited) {
    const email = invited.email.toLowerCase();
    const inboxes = await tx
      .select({ handle: accounts.handle })
      .from(accounts)
      .where(eq(folded(accounts.email), folded(email)))
      .limit(5);
    return { accountId: null, email, name: email, inboxes: inboxes.map(({ handle }) => handle) };
  }
  const found = await findMember(tx, publisher.id, { handle: invited.account });
  if (!found) throw new IdentityError("not_found", `There is no account ${invited.account} here.`);
  if (found.role !== null) {
    throw new IdentityError("conflict", `${found.handle} belongs to ${publisher.handle} already.`);
  }
  return { accountId: found.id, email: null, name: found.handle, inboxes: [found.handle] };
}

async function endExpired(tx: Db, publisherId: number, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ status: "expired", decidedAt: now })
    .where(
      and(eq(invitations.publisherId, publisherId), eq(invitations.status, "pending"), lte(invitations.expiresAt, now)),
    );
}

/** The row, while it can be answered; the caller holds the publisher. */
async function ensureOpen(tx: Db, where: SQL | undefined, now: Date) {
  const [row] = await tx.select().from(invitations).where(where);
  if (!row) throw notFound();
  if (row.status !== "pending") throw new IdentityError("conflict", `This invitation was ${row.status} already.`);
  if (row.expiresAt <= now) throw new IdentityError("conflict", "This invitation has expired: ask for another one.");
  return row;
}

async function decide(
  tx: Db,
  { actor, now, requestId }: Asking,
  decision: { row: { id: string; role: Role }; publisher: string; status: Status; action: string },
): Promise<void> {
  const { row, publisher, status, action } = decision;
  await tx
    .update(invitations)
    .set({ status, decidedAt: now, decidedBy: actor.accountId })
    .where(eq(invitations.id, row.id));
  await appendAudit(tx, {
    actor: actor.handle,
    action,
    target: `publisher:${publisher}`,
    detail: { invitation: row.id, account: actor.handle, role: row.role },
    requestId,
  });
}
