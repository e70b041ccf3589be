import {
  accounts,
  type Db,
  invitations,
  memberships,
  notices,
  promotions,
  publishers,
  reviews,
  settleReviews,
  skillReaders,
  skills,
  skillTransfers,
  versions,
} from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import {
  type AccountActor,
  type AskedWhenLaxer,
  type NoticeKind,
  refusalOfMembership,
  refuseUnconfirmed,
  type Role,
  type TokenActor,
} from "@gaia/policy";
import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { IdentityError } from "../errors.ts";

/** Who asks, and when. Routes have asked the table of actions before; what can change meanwhile is asked here again. */
export interface Asking {
  actor: AccountActor | TokenActor;
  now: Date;
  requestId: string | null;
}

export type PublisherRow = typeof publishers.$inferSelect;

/** An account, and what it is to a publisher; null: nothing. */
export interface Member {
  id: number;
  handle: string;
  role: Role | null;
}

/** Who a change is written down for. An account's id is null where the registry itself makes it. */
interface Changing {
  actor: { handle: string; accountId: number | null };
  now: Date;
  requestId: string | null;
}

/**
 * Asks for the second factor of an actor that has one, where the action's row leaves it to the verb whether this change needs it; `always`
 * is asked before (`ensureMay`).
 * @throws IdentityError `second_factor_required`
 */
export function ensureConfirmed(_action: AskedWhenLaxer, { actor, now }: Asking): void {
  const refusal = refuseUnconfirmed(actor, now);
  if (refusal !== null) throw new IdentityError("second_factor_required", refusal.reason);
}

/** What an account is to a publisher; null for an account that is not there. */
export async function findMember(tx: Db, publisherId: number, account: { handle: string } | { id: number }) {
  const named = "id" in account ? eq(accounts.id, account.id) : eq(accounts.handle, account.handle);
  const [row] = await tx
    .select({
      id: accounts.id,
      handle: accounts.handle,
      role: memberships.role,
      grantedBy: memberships.grantedBy,
    })
    .from(accounts)
    .leftJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.publisherId, publisherId)))
    .where(named);
  return row ?? null;
}

/**
 * What whoever decides is to the publisher now, whatever their token was found with: who was removed a moment ago decides nothing (T9).
 */
export async function standingOf(
  tx: Db,
  publisherId: number,
  accountId: number,
): Promise<Role | "registry admin" | null> {
  const [row] = await tx
    .select({ role: memberships.role, isAdmin: accounts.role, disabledAt: accounts.disabledAt })
    .from(accounts)
    .leftJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.publisherId, publisherId)))
    .where(eq(accounts.id, accountId));
  if (!row || row.disabledAt !== null) return null;
  return row.isAdmin === "admin" ? "registry admin" : row.role;
}

/**
 * Makes an account what it shall be to the publisher, which the caller has locked: the row, the audit row, the leaf of the log, and what
 * the other members and the account itself are told.
 * @param change `to` null: nothing any more. `grantedBy`: the provider whose groups say so, and `group` which of them; absent or null: it
 *   is given by hand from now on
 * @throws IdentityError `forbidden`, `conflict` for the last owner
 */
export async function changeMembership(
  tx: Db,
  asking: Changing,
  change: {
    publisher: PublisherRow;
    account: Member;
    to: Role | null;
    by: Role | "registry admin" | null;
    grantedBy?: string | null;
    group?: string | undefined;
  },
): Promise<void> {
  const { publisher, account, to, by, grantedBy = null, group } = change;
  const { actor, now, requestId } = asking;
  const isSelf = account.id === actor.accountId;
  const otherOwners = await countOtherOwners(tx, publisher.id, account.id);
  const refusal = refusalOfMembership({ by, isSelf, from: account.role, to, otherOwners });
  if (refusal !== null) throw new IdentityError(refusal.code, refusal.reason);
  const key = and(eq(memberships.publisherId, publisher.id), eq(memberships.accountId, account.id));
  if (to === null) {
    await tx.delete(memberships).where(key);
    await endReading(tx, { publisherId: publisher.id, accountId: account.id });
  } else if (account.role === null) {
    const made = { publisherId: publisher.id, accountId: account.id, role: to, createdAt: now, grantedBy };
    await tx.insert(memberships).values(made);
  } else await tx.update(memberships).set({ role: to, grantedBy }).where(key);
  // Nobody rates what is their own: their reviews count again once they have left.
  const theirs = tx.select({ id: skills.id }).from(skills).where(eq(skills.publisherId, publisher.id));
  if (account.role === null || to === null)
    await settleReviews(tx, and(eq(reviews.accountId, account.id), inArray(reviews.skillId, theirs)));
  if (account.role !== null) await endRequests(tx, asking, { publisherId: publisher.id, accountId: account.id });
  const { kind, action, leaf, text } = wordsOf({ ...change, isSelf, actor: actor.handle });
  const fields = {
    publisher: publisher.handle,
    account: account.handle,
    role: to ?? account.role ?? "publisher",
    change: leaf,
    by: actor.handle,
  };
  await writeDecision(tx, {
    leaves: [{ kind: "ownership", at: now, fields }],
    audit: {
      actor: actor.handle,
      action,
      target: `publisher:${publisher.handle}`,
      detail: {
        account: account.handle,
        from: account.role,
        to,
        ...(grantedBy === null || isSelf ? {} : { provider: grantedBy, group: group ?? null }),
      },
      requestId,
    },
  });
  await tell(tx, [publisher.handle, ...(isSelf ? [] : [account.handle])], { kind, text });
}

/** Tells the members of publishers; a person is told by their own publisher, which has their handle. */
export async function tell(
  tx: Db,
  handles: readonly string[],
  notice: { kind: NoticeKind; text: string },
): Promise<void> {
  const found = await tx
    .select({ id: publishers.id })
    .from(publishers)
    .where(inArray(publishers.handle, [...handles]));
  if (found.length === 0) return;
  await tx.insert(notices).values(found.map(({ id }) => ({ ...notice, publisherId: id })));
}

const countOtherOwners = async (tx: Db, publisherId: number, accountId: number): Promise<number> => {
  const owners = await tx
    .select({ id: memberships.accountId })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(
      and(
        eq(memberships.publisherId, publisherId),
        eq(memberships.role, "owner"),
        ne(memberships.accountId, accountId),
        isNull(accounts.disabledAt),
      ),
    );
  return owners.length;
};

/** Whom a skill of the publisher names as its reader is asked anew should they come back (T9). */
async function endReading(tx: Db, of: { publisherId: number; accountId: number }): Promise<void> {
  const theirs = tx.select({ id: skills.id }).from(skills).where(eq(skills.publisherId, of.publisherId));
  await tx
    .delete(skillReaders)
    .where(and(eq(skillReaders.accountId, of.accountId), inArray(skillReaders.skillId, theirs)));
}

/** What somebody asked for in the publisher's name ends when they are less to it (T9). */
async function endRequests(tx: Db, { now, actor }: Changing, by: { publisherId: number; accountId: number }) {
  await tx
    .update(invitations)
    .set({ status: "withdrawn", decidedAt: now, decidedBy: actor.accountId })
    .where(
      and(
        eq(invitations.publisherId, by.publisherId),
        eq(invitations.invitedBy, by.accountId),
        eq(invitations.status, "pending"),
      ),
    );
  await tx
    .update(skillTransfers)
    .set({ status: "withdrawn", decidedAt: now, decidedBy: actor.accountId })
    .where(
      and(
        eq(skillTransfers.fromPublisherId, by.publisherId),
        eq(skillTransfers.requestedBy, by.accountId),
        eq(skillTransfers.status, "pending"),
      ),
    );
  const own = tx
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(eq(skills.publisherId, by.publisherId));
  await tx
    .update(promotions)
    .set({ status: "withdrawn", decidedAt: now, reason: "who asked for it is not what they were to the publisher" })
    .where(
      and(
        inArray(promotions.versionId, own),
        eq(promotions.requestedBy, by.accountId),
        eq(promotions.status, "pending"),
      ),
    );
}

function wordsOf(change: {
  publisher: { handle: string };
  account: Member;
  to: Role | null;
  isSelf: boolean;
  actor: string;
}): { kind: NoticeKind; action: string; leaf: string; text: string } {
  const { publisher, account, to, isSelf, actor } = change;
  const where = publisher.handle;
  if (to === null) {
    return isSelf
      ? {
          kind: "left",
          action: "member.leave",
          leaf: "left",
          text: `${account.handle}, ${account.role}, left ${where}.`,
        }
      : {
          kind: "removed",
          action: "member.remove",
          leaf: "removed",
          text: `${actor} removed ${account.handle}, ${account.role}, from ${where}.`,
        };
  }
  if (account.role === null) {
    return {
      kind: "joined",
      action: "member.join",
      leaf: "joined",
      text: `${account.handle} joined ${where} as ${to}.`,
    };
  }
  const text = `${actor} changed the role of ${account.handle} in ${where} from ${account.role} to ${to}.`;
  return { kind: "role-changed", action: "member.role", leaf: "changed", text };
}
