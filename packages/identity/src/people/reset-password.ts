import {
  accounts,
  appendAudit,
  authIdentities,
  authPasskeys,
  authSessions,
  authUsers,
  authVerifications,
  deviceLogins,
  inTransaction,
} from "@gaia/db";
import { and, eq, gt, inArray, ne } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { mailBudgets, takeAttempt } from "./attempts.ts";
import { forRequest } from "./audited-adapter.ts";
import { inOurWords, weakPassword } from "./library.ts";
import type { People } from "./people.ts";
import { providerIdOf } from "./providers/group-memberships.ts";
import { settleRemoved } from "./providers/identities.ts";
import type { Visitor } from "./settings.ts";
import { ensureNotLeaked } from "./sign-up.ts";
import { mailChange } from "./tell-change.ts";
import { lockAccount } from "./ways-in.ts";

/** Whoever chose a new password because somebody else came in has that one's ways in among those that are this young. */
const YOUNG_MS = 30 * 24 * 3_600_000;

/**
 * Sends a link to choose a new password, if there is an account with this address; whoever asks is not told (T12).
 * @throws IdentityError `rate_limited`
 */
export async function askForReset(people: People, visitor: Visitor, input: { email: string }): Promise<void> {
  await takeAttempt(people, mailBudgets(input.email.toLowerCase(), visitor.address));
  const { api } = await people.engine();
  const email = input.email.toLowerCase();
  const isConfirmed = and(eq(authUsers.email, email), eq(authUsers.emailVerified, true));
  const known = await people.db.$count(authUsers, isConfirmed);
  // Somebody who never confirmed an address has nothing that could be lost; the library does the same work for nobody.
  await api.requestPasswordReset({ body: { email: known === 0 ? "nobody@nowhere.invalid" : email } });
}

/**
 * Chooses the new password. Every session ends, and what was allowed to a command line and not fetched yet; so do the passkeys and
 * identities that were added within 30 days. A second factor stays, and is asked for at the next sign-in.
 * @throws IdentityError `not_found` (no such link, or it is over), `invalid_request` (too short, leaked)
 */
export async function resetPassword(
  people: People,
  visitor: Visitor,
  input: { token: string; password: string },
): Promise<void> {
  const gone = new IdentityError("not_found", "This link is over, or was used: ask for another.");
  const identifier = eq(authVerifications.identifier, `reset-password:${input.token}`);
  const isLive = and(identifier, gt(authVerifications.expiresAt, people.now()));
  const [link] = await people.db.select({ userId: authVerifications.value }).from(authVerifications).where(isLive);
  if (!link) throw gone;
  await ensureNotLeaked(people, input.password);
  const { api } = await people.engine();
  const body = { token: input.token, newPassword: input.password };
  const reset = () => forRequest(visitor.requestId, () => api.resetPassword({ body }));
  await inOurWords(reset, { ...weakPassword, INVALID_TOKEN: gone, USER_NOT_FOUND: gone });
  // Whoever had the old one may have let a command line in that has not fetched its token yet.
  const theirs = people.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.authUserId, link.userId));
  await people.db.delete(deviceLogins).where(inArray(deviceLogins.accountId, theirs));
  const taken = await takeYoungWaysIn(people, { userId: link.userId, requestId: visitor.requestId });
  const more =
    taken.length === 0
      ? undefined
      : `With it went what was added within the last 30 days to sign in by: ${taken.join(" and ")}. What was yours you can add again.`;
  await mailChange(people, { userId: link.userId, what: "A new password was chosen", more });
}

/**
 * Takes away the passkeys and identities of the last 30 days, and the sessions that they began meanwhile; the identity that an account was
 * made with is its owner's and stays.
 * @returns what they were, in words of ours: a name of a passkey is whoever's who added it
 */
async function takeYoungWaysIn(
  people: People,
  { userId, requestId }: { userId: string; requestId: string | null },
): Promise<string[]> {
  const since = new Date(people.now().getTime() - YOUNG_MS);
  return inTransaction(people.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account === null) return [];
    const passkeys = await tx
      .delete(authPasskeys)
      .where(and(eq(authPasskeys.userId, userId), gt(authPasskeys.createdAt, since)))
      .returning({ id: authPasskeys.id });
    const actor = { actor: account.handle, target: `account:${account.handle}`, requestId };
    for (const { id } of passkeys) {
      await appendAudit(tx, { ...actor, action: "account.passkey_removed", detail: { passkey: id, by: "reset" } });
    }
    const added = and(
      eq(authIdentities.userId, userId),
      ne(authIdentities.providerId, "credential"),
      gt(authIdentities.createdAt, since),
      // Made in one transaction with its user, and so at one moment.
      ne(
        authIdentities.createdAt,
        tx.select({ at: authUsers.createdAt }).from(authUsers).where(eq(authUsers.id, userId)),
      ),
    );
    const identities = await tx.delete(authIdentities).where(added).returning();
    for (const { providerId } of identities) await settleRemoved(tx, people, { account, providerId, requestId });
    if (passkeys.length + identities.length > 0) await tx.delete(authSessions).where(eq(authSessions.userId, userId));
    const names = identities.map(({ providerId }) => {
      const ours = people.providers.find((provider) => providerIdOf(provider) === providerId);
      return `signing in by ${ours?.name ?? providerId}`;
    });
    const { length } = passkeys;
    return length === 0 ? names : [`${length} passkey${length === 1 ? "" : "s"}`, ...names];
  });
}
