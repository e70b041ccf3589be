import { accounts, appendAudit, authIdentities, authSessions, authUsers, inTransaction } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { giveBack, passwordBudgets, takeAttempt } from "./attempts.ts";
import { beginSession } from "./begin-session.ts";
import { setSigned, signedCookie } from "./cookies.ts";
import { isPassword } from "./password.ts";
import type { People } from "./people.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { holdsIdentity } from "./ways-in.ts";

// One answer for both: else whoever signs up with somebody's address, and then in, is told whether an account has it (T12).
const WRONG = new IdentityError(
  "unauthorized",
  "The address or the password is wrong, or the address is not confirmed yet: then follow the link in the mail.",
);

/**
 * Signs a browser in with address and password. Whoever has a second factor is not signed in by it: the cookies say who waits for
 * `signInWithCode`.
 * @throws IdentityError `unauthorized` (not confirmed, too), `forbidden` (suspended), `rate_limited`
 */
export async function signIn(
  people: People,
  visitor: Visitor,
  input: { email: string; password: string },
): Promise<WithCookies & { needsCode: boolean }> {
  const email = input.email.toLowerCase();
  const budgets = passwordBudgets(email, visitor.address);
  await takeAttempt(people, budgets);
  const [found] = await people.db
    .select({ userId: authUsers.id, isConfirmed: authUsers.emailVerified, hash: authIdentities.password })
    .from(authUsers)
    .innerJoin(
      authIdentities,
      and(eq(authIdentities.userId, authUsers.id), eq(authIdentities.providerId, "credential")),
    )
    .where(eq(authUsers.email, email));
  // Of nobody, too: how long it takes says nothing of who is known (T12).
  const isRight = await isPassword(found?.hash ?? null, input.password);
  if (!found?.isConfirmed || !isRight) throw WRONG;
  giveBack(people, budgets);
  const { userId, hash } = found;
  const isIt = and(
    eq(authIdentities.userId, userId),
    eq(authIdentities.providerId, "credential"),
    eq(authIdentities.password, hash ?? ""),
  );
  return beginSession(people, visitor, { userId, by: "password", isStill: holdsIdentity(isIt) });
}

/** Ends the session that the browser is in. */
export async function signOut(people: People, { cookies, requestId }: Visitor): Promise<WithCookies> {
  const { db, secret } = people;
  const token = signedCookie(cookies, "session_token", secret);
  if (token !== null) {
    await inTransaction(db, async (tx) => {
      const [ended] = await tx.delete(authSessions).where(eq(authSessions.token, token)).returning();
      if (!ended) return;
      const [account] = await tx.select().from(accounts).where(eq(accounts.authUserId, ended.userId));
      if (!account) return;
      const { handle } = account;
      await appendAudit(tx, { actor: handle, action: "account.sign_out", target: `account:${handle}`, requestId });
    });
  }
  return { cookies: overCookies(people) };
}

/** What takes the cookies of a sign-in from a browser. */
export function overCookies({ secret, publicUrl }: People): string[] {
  const over = { secret, publicUrl: publicUrl(), seconds: 0 };
  return [setSigned("session_token", "", over), setSigned("two_factor", "", over)];
}
