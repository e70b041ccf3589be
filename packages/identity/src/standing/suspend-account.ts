import {
  accounts,
  appendAudit,
  authSessions,
  type Db,
  deviceLogins,
  inTransaction,
  reviews,
  settleReviews,
  settleStars,
  tokens,
} from "@gaia/db";
import { and, eq, isNull, ne } from "drizzle-orm";
import { insertFirstToken } from "../people/accounts.ts";
import { BOOTSTRAP_TOKEN } from "../tokens/bootstrap-token.ts";
import { IdentityError } from "../errors.ts";
import { endAllOf } from "../people/waiting.ts";
import { newTokenSecret } from "../token-secret.ts";
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
 * Takes an account's rights away: whatever it asks for from now on is refused, and what it began is not committed (T5). Its sessions, its
 * tokens and what it allowed a command line end for good, so that whoever had them, too, is out when it is reinstated. Its skills stay;
 * its reviews are shown and counted no more until then, nor are its stars.
 * @throws IdentityError `not_found`, `forbidden`, `conflict` when it is suspended or deleted already, or asks for itself
 */
export async function suspendAccount(db: Db, input: Decision): Promise<AccountRow> {
  return inTransaction(db, async (tx) => {
    const { found } = await holdAccounts(tx, input);
    if (found.id === input.by.accountId) throw new IdentityError("conflict", "You cannot suspend your own account.");
    if (found.disabledAt !== null) throw new IdentityError("conflict", `${input.handle} is suspended already.`);
    const decided = await decide(tx, input, "account.suspend", {
      disabledAt: input.now,
      suspendedReason: input.reason,
    });
    await endWaysIn(tx, found, input.now);
    await settleReviews(tx, eq(reviews.accountId, found.id));
    await settleStars(tx, { accountId: found.id, counts: false });
    return decided;
  });
}

/** The registry's own token is its operators', and stays. */
async function endWaysIn(tx: Db, { id, authUserId }: AccountRow, now: Date): Promise<void> {
  await tx
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.accountId, id), isNull(tokens.revokedAt), ne(tokens.name, BOOTSTRAP_TOKEN)));
  await tx.delete(deviceLogins).where(eq(deviceLogins.accountId, id));
  if (authUserId === null) return;
  await tx.delete(authSessions).where(eq(authSessions.userId, authUserId));
  await endAllOf(tx, authUserId);
}

/**
 * Gives them back.
 * @returns the account; and a token for it where nobody signs in for it, which is kept nowhere: all that it had have ended
 * @throws IdentityError `not_found`, `forbidden`, `conflict` when it is not suspended
 */
export async function reinstateAccount(
  db: Db,
  input: Decision,
): Promise<{ account: AccountRow; token: string | null }> {
  return inTransaction(db, async (tx) => {
    const { found } = await holdAccounts(tx, input);
    if (found.disabledAt === null) throw new IdentityError("conflict", `${input.handle} is not suspended.`);
    const account = await decide(tx, input, "account.reinstate", { disabledAt: null, suspendedReason: null });
    await settleReviews(tx, eq(reviews.accountId, found.id));
    await settleStars(tx, { accountId: found.id, counts: true });
    if (account.authUserId !== null || account.role === "admin") return { account, token: null };
    const secret = newTokenSecret();
    await insertFirstToken(tx, { accountId: account.id, name: "token of the reinstatement", secret });
    return { account, token: secret };
  });
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
