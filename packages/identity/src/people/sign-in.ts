import { accounts, appendAudit, authSessions, inTransaction } from "@gaia/db";
import { eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { giveBack, passwordBudgets, takeAttempt } from "./attempts.ts";
import { forSignOut } from "./audited-adapter.ts";
import { inOurWords, headersOf } from "./library.ts";
import type { People } from "./people.ts";
import type { Visitor, WithCookies } from "./settings.ts";

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
  const { api } = await people.engine();
  const body = { email, password: input.password };
  const { headers, response } = await inOurWords(
    () => api.signInEmail({ body, headers: headersOf(visitor), returnHeaders: true }),
    REFUSED,
  );
  giveBack(people, budgets);
  const needsCode = "twoFactorRedirect" in response;
  if (!needsCode) await ensureWelcome(people, { token: response.token, by: "password", requestId: visitor.requestId });
  return { cookies: headers.getSetCookie(), needsCode };
}

const REFUSED = {
  INVALID_EMAIL_OR_PASSWORD: WRONG,
  INVALID_EMAIL: WRONG,
  EMAIL_NOT_VERIFIED: WRONG,
};

/**
 * Writes down that somebody signed in, before the browser is given the session; ends one that was just begun for an account that is
 * suspended.
 * @param how.by what they showed: `password`, `code`, `recovery code`; it stands in the audit log
 * @throws IdentityError `forbidden`
 */
export async function ensureWelcome(
  people: People,
  { token, by, requestId }: { token: string; by: string; requestId: string | null },
): Promise<void> {
  const isWelcome = await inTransaction(people.db, async (tx) => {
    const [found] = await tx
      .select({ disabledAt: accounts.disabledAt, handle: accounts.handle, session: authSessions.id })
      .from(authSessions)
      .innerJoin(accounts, eq(accounts.authUserId, authSessions.userId))
      .where(eq(authSessions.token, token));
    if (!found || found.disabledAt !== null) {
      await tx.delete(authSessions).where(eq(authSessions.token, token));
      return false;
    }
    const { handle, session } = found;
    const target = `account:${handle}`;
    await appendAudit(tx, { actor: handle, action: "account.sign_in", target, detail: { by, session }, requestId });
    return true;
  });
  if (!isWelcome) throw new IdentityError("forbidden", "This account is suspended.");
}

/** Ends the session that the browser is in. */
export async function signOut(people: People, visitor: Visitor): Promise<WithCookies> {
  const { api } = await people.engine();
  const end = () => api.signOut({ headers: headersOf(visitor), returnHeaders: true });
  const { headers } = await forSignOut(visitor.requestId, end);
  return { cookies: headers.getSetCookie() };
}
