import { accounts, authUsers } from "@gaia/db";
import { eq } from "drizzle-orm";
import { ensureHandleFree } from "./accounts.ts";
import { IdentityError } from "../errors.ts";
import { giveBack, passwordBudgets, takeAttempt } from "./attempts.ts";
import { isPassword } from "./password.ts";
import type { People } from "./people.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { signIn } from "./sign-in.ts";
import { LINK_OVER, type Pending, settleAccount } from "./sign-up.ts";
import { findWaiting, isWaiting, rowOf, takeWaiting } from "./waiting.ts";

/**
 * Follows the link of a mail: the account is there from now on, and the browser signed in. It asks for the password once more, so that
 * whoever signed up with somebody else's address is not given an account by that one's click.
 * @param input.handle another one, where the one asked for was taken meanwhile; null: as asked for
 * @throws IdentityError `not_found` (no such link, or it is over), `unauthorized`, `handle_taken`, `rate_limited`, `conflict` (the
 *   account that it is for is not what it was, or its token not live)
 */
export async function confirmAddress(
  people: People,
  visitor: Visitor,
  input: { token: string; password: string; handle: string | null },
): Promise<WithCookies & { needsCode: boolean }> {
  const { db } = people;
  const now = people.now();
  const isLive = isWaiting(rowOf("confirm", input.token), now);
  const link = await findWaiting(db, isLive);
  const pending: Pending | null = link === null ? null : JSON.parse(link);
  const [user] = pending ? await db.select().from(authUsers).where(eq(authUsers.id, pending.userId)) : [];
  if (!pending || !user || user.emailVerified) throw LINK_OVER;
  const budgets = passwordBudgets(user.email, visitor.address);
  await takeAttempt(people, budgets);
  await ensureOwnPassword(pending, input.password);
  giveBack(people, budgets);
  const handle = await handleOf(people, pending, input.handle ?? pending.handle);
  await settleAccount(people, { pending, handle, email: user.email, requestId: visitor.requestId });
  await takeWaiting(db, isLive);
  return signIn(people, visitor, { email: user.email, password: input.password });
}

/** @throws IdentityError `unauthorized`, `not_found` for a link of a registry that kept no password with it */
async function ensureOwnPassword({ passwordHash: hash }: Partial<Pending>, password: string): Promise<void> {
  if (hash === undefined) throw LINK_OVER;
  if (await isPassword(hash, password)) return;
  throw new IdentityError("unauthorized", "The password is wrong.");
}

async function handleOf(people: People, { accountId }: Pending, handle: string): Promise<string> {
  if (accountId === null) {
    await ensureHandleFree(people, handle);
    return handle;
  }
  const [account] = await people.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new Error("an account vanished");
  return account.handle;
}
