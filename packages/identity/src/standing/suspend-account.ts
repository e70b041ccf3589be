import { accounts, appendAudit, type Db, inTransaction, reviews } from "@gaia/db";
import { and, eq, isNull } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { type AccountRow, holdAccounts } from "./hold-accounts.ts";

interface Decision {
  handle: string;
  reason: string;
  /** The admin who decides. */
  by: { accountId: number; handle: string };
  now: Date;
  requestId: string | null;
}

/**
 * Takes an account's rights away, its tokens' and sessions' along: whatever it asks for from now on is refused, and what it began is not
 * committed (T5). Its skills stay; its reviews are shown and counted no more until it is reinstated.
 * @throws IdentityError `not_found`, `forbidden`, `conflict` when it is suspended or deleted already, or asks for itself
 */
export async function suspendAccount(db: Db, input: Decision): Promise<AccountRow> {
  return inTransaction(db, async (tx) => {
    const { found } = await holdAccounts(tx, input);
    if (found.id === input.by.accountId) throw new IdentityError("conflict", "Nobody suspends themselves.");
    if (found.disabledAt !== null) throw new IdentityError("conflict", `${input.handle} is suspended already.`);
    await countReviews(tx, found.id, false);
    return decide(tx, input, "account.suspend", { disabledAt: input.now, suspendedReason: input.reason });
  });
}

/** Gives them back. @throws IdentityError `not_found`, `forbidden`, `conflict` when it is not suspended */
export async function reinstateAccount(db: Db, input: Decision): Promise<AccountRow> {
  return inTransaction(db, async (tx) => {
    const { found } = await holdAccounts(tx, input);
    if (found.disabledAt === null) throw new IdentityError("conflict", `${input.handle} is not suspended.`);
    await countReviews(tx, found.id, true);
    return decide(tx, input, "account.reinstate", { disabledAt: null, suspendedReason: null });
  });
}

/** What an admin removed stays removed. */
async function countReviews(tx: Db, accountId: number, counts: boolean): Promise<void> {
  const theirs = and(eq(reviews.accountId, accountId), isNull(reviews.removedAt), eq(reviews.counts, !counts));
  await tx.update(reviews).set({ counts }).where(theirs);
}

async function decide(
  tx: Db,
  { handle, reason, by, requestId }: Decision,
  action: "account.suspend" | "account.reinstate",
  set: Pick<AccountRow, "disabledAt" | "suspendedReason">,
): Promise<AccountRow> {
  const [row] = await tx.update(accounts).set(set).where(eq(accounts.handle, handle)).returning();
  if (!row) throw new Error("update returned no row");
  await appendAudit(tx, { actor: by.handle, action, target: `account:${handle}`, detail: { reason }, requestId });
  return row;
}
