import { accounts, authIdentities, authPasskeys, authSessions, type Db, holdCredential } from "@gaia/db";
import { and, eq, ne, type SQL } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";

const MOST_PASSKEYS = 20;

export const TOO_MANY = new IdentityError(
  "conflict",
  `An account has ${MOST_PASSKEYS} passkeys at most: take one away first.`,
);

/**
 * Ways in change one after the other, so that the last one is still the last when that is decided. Null: who signs in has no account.
 */
export async function lockAccount(
  tx: Db,
  userId: string,
): Promise<{ id: number; handle: string; disabledAt: Date | null } | null> {
  const [found] = await tx.select().from(accounts).where(eq(accounts.authUserId, userId)).for("no key update");
  return found ?? null;
}

/** The same for who changes them in person. @throws IdentityError `forbidden` (suspended) */
export async function lockOpenAccount(tx: Db, userId: string): Promise<void> {
  const found = await lockAccount(tx, userId);
  if (found === null || found.disabledAt !== null) throw new IdentityError("forbidden", "This account is suspended.");
}

/**
 * The same, for a session that is one still: what it was asked takes a while, and a new password, a suspension or its owner may have ended
 * it meanwhile.
 * @throws IdentityError `forbidden` (suspended), `unauthorized`
 */
export async function lockOpenSession(
  tx: Db,
  { holder, userId, now }: { holder: SessionHolder; userId: string; now: Date },
): Promise<void> {
  await lockOpenAccount(tx, userId);
  if (await holdCredential(tx, holder, now)) return;
  throw new IdentityError("unauthorized", "Your session is over: sign in again.");
}

/** Whether an identity (a password, or one at a provider) is somebody's still, as `StillTheirs` asks. */
export const holdsIdentity =
  (isIt: SQL | undefined) =>
  async (tx: Db): Promise<boolean> =>
    (await tx.select({ id: authIdentities.id }).from(authIdentities).where(isIt).for("share")).length > 0;

/** @throws IdentityError `conflict`: nothing is left to sign in by */
export async function ensureWayIn(tx: Db, userId: string): Promise<void> {
  const ways =
    (await tx.$count(authIdentities, eq(authIdentities.userId, userId))) +
    (await tx.$count(authPasskeys, eq(authPasskeys.userId, userId)));
  if (ways > 0) return;
  throw new IdentityError(
    "conflict",
    "This is the only way into your account: add another first, as a password at /reset.",
  );
}

/** Whether there is room for another passkey. */
export const hasRoomForPasskey = async (db: Db, userId: string): Promise<boolean> =>
  (await db.$count(authPasskeys, eq(authPasskeys.userId, userId))) < MOST_PASSKEYS;

/** Signs all other browsers out: whoever came in by what is taken away does not stay. */
export async function endOtherSessions(tx: Db, { holder, userId }: { holder: SessionHolder; userId: string }) {
  await tx.delete(authSessions).where(and(eq(authSessions.userId, userId), ne(authSessions.id, holder.sessionId)));
}
