import { accounts, authIdentities, authUsers, deviceLogins, type Tx } from "@gaia/db";
import { eq, inArray } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { tell } from "../../publishers/membership-change.ts";
import { changesOf, takeAttempt } from "../attempts.ts";
import { renewSession } from "../begin-session.ts";
import { draw } from "../draw.ts";
import { ensureGoodPassword, hashPassword, hasPassword } from "../password.ts";
import { hasAddress, type People } from "../people.ts";
import { ensureRecent } from "../providers/identities.ts";
import { userOf } from "../second-factor.ts";
import type { Visitor, WithCookies } from "../settings.ts";
import { tellChange } from "../tell-change.ts";
import { endAllOf } from "../waiting.ts";
import { endOtherSessions, lockOpenSession } from "../ways-in.ts";

/**
 * Chooses another password in a session, or a first one for who has none. Other browsers are signed out, this one goes on under another
 * token, and whatever waited for the person ends: links, a change of address, what a command line was allowed and did not fetch.
 * @throws IdentityError as `ensureRecent`, `invalid_request` (too short, leaked), `conflict` (no address to sign in with), `rate_limited`,
 *   `forbidden` (suspended)
 */
export async function changePassword(
  people: People,
  { requestId }: Visitor,
  input: { holder: SessionHolder; password: string | null; newPassword: string },
): Promise<WithCookies> {
  const { holder } = input;
  await ensureRecent(people, input);
  const userId = userOf(holder);
  await ensureAddress(people, userId);
  await ensureGoodPassword(people, input.newPassword);
  await takeAttempt(people, changesOf(userId));
  const isFirst = !(await hasPassword(people, userId));
  const passwordHash = await hashPassword(input.newPassword);
  const cookies: string[] = [];
  await tellChange(people, {
    userId,
    action: isFirst ? "account.password_added" : "account.password_changed",
    what: isFirst ? "A password was added" : "The password was changed",
    requestId,
    async write(tx) {
      await lockOpenSession(tx, { holder, userId, now: people.now() });
      await writePassword(tx, { userId, passwordHash, now: people.now() });
      await endAllOf(tx, userId);
      await endDeviceLogins(tx, userId);
      await endOtherSessions(tx, { holder, userId });
      const provenAt = holder.secondFactor?.provenAt ?? null;
      cookies.push(await renewSession(tx, people, { id: holder.sessionId, provenAt }));
      await tell(tx, [holder.handle], {
        kind: "sign-in-changed",
        text:
          `The password of ${holder.handle} was ${isFirst ? "added" : "changed"} in a browser that was signed in; every other session ` +
          "has ended. If that was not you, choose another one by a link to your address, at /reset.",
      });
    },
  });
  return { cookies };
}

/** Whoever signs in by a password types an address with it: without one it would be a way in that leads nowhere. */
async function ensureAddress({ db }: People, userId: string): Promise<void> {
  const [user] = await db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId));
  if (user !== undefined && hasAddress(user.email)) return;
  throw new IdentityError("conflict", "Your account has no mail address to sign in with: add one first.");
}

/** The password of somebody from now on, whether or not they had one. */
export async function writePassword(
  tx: Tx,
  { userId, passwordHash: password, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  const credential = { userId, providerId: "credential", accountId: userId };
  await tx
    .insert(authIdentities)
    .values({ id: draw(24), ...credential, password })
    .onConflictDoUpdate({
      target: [authIdentities.providerId, authIdentities.accountId],
      set: { password, updatedAt: now },
    });
}

/** Whoever had the old password may have let a command line in that has not fetched its token yet. */
export async function endDeviceLogins(tx: Tx, userId: string): Promise<void> {
  const theirs = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.authUserId, userId));
  await tx.delete(deviceLogins).where(inArray(deviceLogins.accountId, theirs));
}
