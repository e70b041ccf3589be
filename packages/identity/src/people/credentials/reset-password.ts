import { appendAudit, authIdentities, authPasskeys, authSessions, authUsers, inTransaction, type Tx } from "@gaia/db";
import { and, eq, gt, ne } from "drizzle-orm";
import { IdentityError } from "../../errors.ts";
import { mailsOf, mayWriteTo, takeAttempt } from "../attempts.ts";
import { draw } from "../draw.ts";
import { resetMail } from "../mails.ts";
import { endDeviceLogins, writePassword } from "./change-password.ts";
import { ensureGoodPassword, hashPassword } from "../password.ts";
import type { People } from "../people.ts";
import { providerIdOf } from "../providers/group-memberships.ts";
import { settleRemoved } from "../providers/identities.ts";
import type { Visitor } from "../settings.ts";
import { mailChange } from "../tell-change.ts";
import { endAllOf, endOf, findWaiting, forgetOver, isWaiting, keepWaiting, rowOf, takeWaiting } from "../waiting.ts";
import { lockAccount } from "../ways-in.ts";

const LINK_MS = 3_600_000;

/** Whoever chose a new password because somebody else came in has that one's ways in among those that are this young. */
const YOUNG_MS = 30 * 24 * 3_600_000;

/**
 * Sends a link to choose a new password, if there is an account with this address; whoever asks is not told (T12). It ends the links
 * before it. Past what may be sent to one address none is made, and the last one goes on working: whoever asks without end keeps nobody
 * out.
 * @throws IdentityError `rate_limited`: whoever asks did so too often
 */
export async function askForReset(people: People, visitor: Visitor, input: { email: string }): Promise<void> {
  const { db } = people;
  const email = input.email.toLowerCase();
  await takeAttempt(people, mailsOf(visitor.address));
  const maySend = await mayWriteTo(people, { email, about: "reset" });
  const isConfirmed = and(eq(authUsers.email, email), eq(authUsers.emailVerified, true));
  await forgetOver(db, people.now());
  const [known] = await db.select({ id: authUsers.id }).from(authUsers).where(isConfirmed);
  // Somebody who never confirmed an address has nothing that could be lost.
  if (!known || !maySend) return;
  const token = draw(24);
  const identifier = rowOf("reset-password", token);
  const isKept = await inTransaction(db, async (tx) => {
    await lockAccount(tx, known.id);
    // Whose address was changed just now gets no link at the former one.
    if ((await tx.$count(authUsers, and(isConfirmed, eq(authUsers.id, known.id)))) === 0) return false;
    await endOf(tx, "reset-password", known.id);
    await keepWaiting(tx, { identifier, value: known.id, now: people.now(), forMs: LINK_MS });
    return true;
  });
  if (isKept) await people.sendMail(resetMail(people, { to: email, token }));
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
  const isLive = isWaiting(rowOf("reset-password", input.token), people.now());
  const userId = await findWaiting(people.db, isLive);
  if (userId === null) throw gone;
  await ensureGoodPassword(people, input.password);
  const passwordHash = await hashPassword(input.password);
  await inTransaction(people.db, async (tx) => {
    // Before all that waits for them: what another request adds to that meanwhile is there before this, or is refused after it.
    await lockAccount(tx, userId);
    if ((await takeWaiting(tx, isLive)) === null) throw gone;
    await endAllOf(tx, userId);
    await setPassword(tx, { userId, passwordHash, now: people.now(), requestId: visitor.requestId });
    await tx.delete(authSessions).where(eq(authSessions.userId, userId));
    await endDeviceLogins(tx, userId);
  });
  const taken = await takeYoungWaysIn(people, { userId, requestId: visitor.requestId });
  const more =
    taken.length === 0
      ? undefined
      : `With it went what was added within the last 30 days to sign in by: ${taken.join(" and ")}. What was yours you can add again.`;
  await mailChange(people, { userId, what: "A new password was chosen", more });
}

/** Whoever had none, as who came by a provider, has one from now on. */
async function setPassword(
  tx: Tx,
  {
    userId,
    passwordHash,
    now,
    requestId,
  }: { userId: string; passwordHash: string; now: Date; requestId: string | null },
): Promise<void> {
  await writePassword(tx, { userId, passwordHash, now });
  const account = await lockAccount(tx, userId);
  if (account === null) return;
  const { handle } = account;
  await appendAudit(tx, { actor: handle, action: "account.password_reset", target: `account:${handle}`, requestId });
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
