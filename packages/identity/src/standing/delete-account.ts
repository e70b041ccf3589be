import {
  accountDownloads,
  accounts,
  authUsers,
  type Db,
  holdContests,
  holdCredential,
  holdMails,
  mailChoices,
  inTransaction,
  memberships,
  publishers,
  reports,
  reviews,
  skills,
  stars,
  tokens,
  webhooks,
} from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { endAllOf } from "../people/waiting.ts";
import { endWithoutManager } from "../workload/end-without-manager.ts";

/** What keeps somebody from deleting their account, each with its way out. */
export type DeletionObstacle = { kind: "admin"; isOnlyAdmin: boolean } | { kind: "only owner"; publisher: string };

/** All that keeps it, as it is now; `deleteAccount` asks again. */
export async function findDeletionObstacles(db: Db, { accountId }: { accountId: number }): Promise<DeletionObstacle[]> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  const isOther = and(eq(accounts.role, "admin"), isNull(accounts.disabledAt), ne(accounts.id, accountId));
  const owned = await orphansOf(db, accountId, { isHeld: false });
  return [
    ...(account?.role === "admin"
      ? [{ kind: "admin" as const, isOnlyAdmin: (await db.$count(accounts, isOther)) === 0 }]
      : []),
    ...owned.map((publisher) => ({ kind: "only owner" as const, publisher })),
  ];
}

/**
 * Deletes an account for its owner: addresses, sign-in, sessions, second factors, tokens, memberships, stars and what it downloaded go; its
 * reviews stay without a name, its skills stay under its handle, and the handle is never given out again. Workflows publish for nobody who
 * cannot act: what only it managed trusts none any more.
 * @param input.holder the session in which its owner is here: it has to be live still
 * @throws IdentityError `conflict`: organisations with skills or members would have no owner, it is an admin's, or `confirm` is not its
 * handle; `unauthorized`
 */
export async function deleteAccount(
  db: Db,
  input: {
    accountId: number;
    handle: string;
    confirm: string;
    now: Date;
    requestId: string | null;
    holder?: SessionHolder;
  },
): Promise<void> {
  const { accountId, handle, confirm, now, requestId, holder } = input;
  ensureConfirmedBy(confirm, handle);
  await inTransaction(db, async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("no key update");
    if (!account || account.disabledAt !== null)
      throw new IdentityError("conflict", "This account cannot act any more.");
    if (holder !== undefined && !(await holdCredential(tx, holder, now)))
      throw new IdentityError("unauthorized", "Your session is over: sign in again.");
    if (account.role === "admin") {
      throw new IdentityError("conflict", "An admin's account is not deleted: another admin makes it a user's first.");
    }
    const owned = await orphansOf(tx, accountId, { isHeld: true });
    if (owned.length > 0) {
      throw new IdentityError(
        "conflict",
        `You are the only owner of ${owned.join(", ")}: make another member an owner first.`,
      );
    }
    const managed = await tx
      .select({ id: memberships.publisherId })
      .from(memberships)
      .where(eq(memberships.accountId, accountId));
    await forget(tx, account);
    await tx
      .update(accounts)
      .set({ email: null, authUserId: null, disabledAt: now, deletedAt: now, suspendedReason: null })
      .where(eq(accounts.id, accountId));
    await endWithoutManager(tx, { publisherIds: managed.map(({ id }) => id), by: handle, now, requestId });
    // The row names who signed in until now.
    if (account.authUserId !== null) {
      await endAllOf(tx, account.authUserId);
      await tx.delete(authUsers).where(eq(authUsers.id, account.authUserId));
    }
    const fields = { publisher: handle, account: handle, change: "deleted", by: handle };
    await writeDecision(tx, {
      leaves: [{ kind: "ownership", at: now, fields }],
      audit: { actor: handle, action: "account.delete", target: `account:${handle}`, requestId },
    });
  });
}

/** @throws IdentityError `conflict` */
export function ensureConfirmedBy(confirm: string, handle: string): void {
  if (confirm === handle) return;
  throw new IdentityError("conflict", `To delete the account, confirm with its handle: ${handle}.`);
}

/**
 * Organisations that only this account owns, and that somebody else has a part in: skills or members. `isHeld`: they are held until the
 * transaction ends.
 */
async function orphansOf(db: Db, accountId: number, { isHeld }: { isHeld: boolean }): Promise<string[]> {
  const owned = db
    .select({ id: publishers.id, handle: publishers.handle })
    .from(memberships)
    .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(
      and(eq(memberships.accountId, accountId), eq(memberships.role, "owner"), eq(publishers.kind, "organisation")),
    )
    .orderBy(publishers.handle);
  const mine = await (isHeld ? owned.for("no key update", { of: publishers }) : owned);
  const orphans: string[] = [];
  for (const { id, handle } of mine) {
    const others = await db
      .select({ role: memberships.role })
      .from(memberships)
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .where(and(eq(memberships.publisherId, id), ne(memberships.accountId, accountId), isNull(accounts.disabledAt)));
    const hasSkills = (await db.$count(skills, eq(skills.publisherId, id))) > 0;
    if (!others.some(({ role }) => role === "owner") && (hasSkills || others.length > 0)) orphans.push(handle);
  }
  return orphans;
}

/** What is personal of it, in every table but its own. */
async function forget(tx: Db, { id }: { id: number }): Promise<void> {
  await tx.update(reviews).set({ accountId: null }).where(eq(reviews.accountId, id));
  await tx.delete(stars).where(eq(stars.accountId, id));
  await tx.update(reports).set({ reporterId: null }).where(eq(reports.reporterId, id));
  // The publisher's word stays, without a name.
  await tx.update(holdContests).set({ contestedBy: null }).where(eq(holdContests.contestedBy, id));
  await tx.delete(holdMails).where(eq(holdMails.accountId, id));
  await tx.delete(mailChoices).where(eq(mailChoices.accountId, id));
  await tx.delete(accountDownloads).where(eq(accountDownloads.accountId, id));
  // What acts for it ends with its log.
  await tx.delete(webhooks).where(eq(webhooks.createdBy, id));
  await tx.delete(tokens).where(eq(tokens.accountId, id));
  await tx.delete(memberships).where(eq(memberships.accountId, id));
  await tx.execute(sql`DELETE FROM device_logins WHERE account_id = ${id}`);
  await tx.execute(sql`UPDATE sign_up_invitations SET used_by = NULL, email = NULL WHERE used_by = ${id}`);
  await tx.execute(sql`DELETE FROM invitations WHERE account_id = ${id} AND status = 'pending'`);
}
