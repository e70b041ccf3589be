import { accounts, type Db, inTransaction, memberships, publishers } from "@gaia/db";
import type { Role } from "@gaia/policy";
import { eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { type Asking, changeMembership, ensureConfirmed, findMember, standingOf } from "./membership-change.ts";
import { lockOrganisationFor } from "./lock-organisation.ts";

/** Somebody who belongs to a publisher. */
export interface MemberRow {
  account: string;
  role: Role;
  since: Date;
}

/** Who belongs to a publisher, by handle. */
export async function listMembers(db: Db, input: { publisher: string }): Promise<MemberRow[]> {
  return db
    .select({ account: accounts.handle, role: memberships.role, since: memberships.createdAt })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(eq(publishers.handle, input.publisher))
    .orderBy(accounts.handle);
}

/**
 * Makes a member another role's. The same role again changes nothing.
 * @throws IdentityError `not_found`, `forbidden`, `second_factor_required`, `conflict` for the last owner
 */
export async function changeMember(
  db: Db,
  input: { publisher: string; account: string; role: Role } & Asking,
): Promise<MemberRow[]> {
  await inTransaction(db, async (tx) => {
    const publisher = await lockOrganisationFor(tx, input.publisher, input);
    const account = await ensureMember(tx, publisher, input.account);
    const by = await standingOf(tx, publisher.id, input.actor.accountId);
    if (account.role !== input.role || by === null) {
      // Whoever makes themselves less is not thereby somebody whom another let in by hand.
      const grantedBy = account.id === input.actor.accountId ? account.grantedBy : null;
      await changeMembership(tx, input, { publisher, account, to: input.role, by, grantedBy });
    }
  });
  return listMembers(db, input);
}

/**
 * Ends a membership, and with it everything that it gave: whoever is asked next whether this account may, says no.
 * @throws IdentityError as `changeMember`
 */
export async function removeMember(
  db: Db,
  input: { publisher: string; account: string } & Asking,
): Promise<MemberRow[]> {
  await inTransaction(db, async (tx) => {
    const publisher = await lockOrganisationFor(tx, input.publisher, input);
    const account = await ensureMember(tx, publisher, input.account);
    const by = await standingOf(tx, publisher.id, input.actor.accountId);
    await changeMembership(tx, input, { publisher, account, to: null, by });
  });
  return listMembers(db, input);
}

/** Ends one's own membership. @throws IdentityError `not_found`, `second_factor_required` for an owner, `conflict` for the last one */
export async function leavePublisher(db: Db, input: { publisher: string } & Asking): Promise<void> {
  const { actor } = input;
  await inTransaction(db, async (tx) => {
    const publisher = await lockOrganisationFor(tx, input.publisher, input);
    const account = await ensureMember(tx, publisher, actor.handle);
    if (account.role === "owner") ensureConfirmed("leavePublisher", input);
    await changeMembership(tx, input, { publisher, account, to: null, by: account.role });
  });
}

async function ensureMember(tx: Db, publisher: { id: number; handle: string }, handle: string) {
  const found = await findMember(tx, publisher.id, { handle });
  if (found?.role) return found;
  throw new IdentityError("not_found", `${handle} does not belong to ${publisher.handle}.`);
}
