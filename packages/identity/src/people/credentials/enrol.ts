import { accounts, authSecondFactors, authSessions, authUsers, inTransaction, tokens, type Tx } from "@gaia/db";
import { refuseUnconfirmed } from "@gaia/policy";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { giveBack, sessionPasswordBudget, takeAttempt } from "../attempts.ts";
import { appAddress, newKey } from "../authenticator-app.ts";
import { renewSession } from "../begin-session.ts";
import { draw } from "../draw.ts";
import { ensurePassword, hasPassword } from "../password.ts";
import { hasAddress, type People } from "../people.ts";
import { ensureRecent } from "../providers/identities.ts";
import { newRecoveryCodes, sealCodes } from "../recovery-codes.ts";
import { seal } from "../sealed.ts";
import { takeCode, userOf } from "../second-factor.ts";
import type { Visitor, WithCookies } from "../settings.ts";
import { tellChange } from "../tell-change.ts";
import { endOf, findWaiting, isWaiting, keepWaiting, rowNamed, takeWaiting } from "../waiting.ts";
import { lockOpenAccount, lockOpenSession } from "../ways-in.ts";

/** So long an app that was begun may take for its first code. */
const ENROLMENT_MS = 3_600_000;
const THERE_IS_ONE = new IdentityError("conflict", "There is an authenticator app: take it away first.");

const NOT_BEGUN = new IdentityError(
  "invalid_request",
  "Setting up the app was not begun here, or took too long: begin it again.",
);

/** What an app needs to make codes, and the codes for when it is lost; shown once. */
export interface NewSecondFactor {
  /** `otpauth://totp/…` */
  uri: string;
  recoveryCodes: string[];
}

/**
 * Begins to set up an authenticator app, for this session to end; nothing asks for it before `endEnrolment` had a code of it.
 * @throws IdentityError as `ensureRecent`, `conflict` (there is one)
 */
export async function beginEnrolment(
  people: People,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<NewSecondFactor> {
  await ensureRecent(people, { holder, password });
  if (holder.secondFactor !== null) throw THERE_IS_ONE;
  const { db, secret } = people;
  const userId = userOf(holder);
  const [user] = await db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId));
  const [key, recoveryCodes] = [newKey(), newRecoveryCodes()];
  const fields = {
    secret: seal(key, secret),
    backupCodes: sealCodes(recoveryCodes, secret),
    verified: false,
    lastStep: null,
  };
  await inTransaction(db, async (tx) => {
    const made = await tx
      .insert(authSecondFactors)
      .values({ id: draw(24), userId, ...fields })
      .onConflictDoUpdate({
        target: authSecondFactors.userId,
        set: fields,
        setWhere: eq(authSecondFactors.verified, false),
      })
      .returning({ id: authSecondFactors.id });
    if (made.length === 0) throw THERE_IS_ONE;
    await bindEnrolment(tx, people, holder);
  });
  const label = user && hasAddress(user.email) ? user.email : holder.handle;
  return { uri: appAddress(key, { issuer: people.registryName, label }), recoveryCodes };
}

/**
 * The first code of the app: from now on signing in takes one, and so does every critical change. Other browsers are signed out.
 * @throws IdentityError `invalid_request` (this session began none), `unauthorized` (wrong code), `rate_limited`, `forbidden` (suspended)
 */
export async function endEnrolment(
  people: People,
  { requestId }: Visitor,
  { holder, code }: { holder: SessionHolder; code: string },
): Promise<WithCookies> {
  const userId = userOf(holder);
  await ensureBegun(people, holder);
  await takeCode(people, { userId, code });
  const cookies: string[] = [];
  await tellChange(people, {
    userId,
    action: "account.second_factor_added",
    what: "An authenticator app was set up",
    requestId,
    async write(tx) {
      await lockOpenAccount(tx, userId);
      await tx.update(authSecondFactors).set({ verified: true }).where(eq(authSecondFactors.userId, userId));
      await setAsked(tx, people, { userId, isAsked: true });
      await tx.delete(authSessions).where(and(eq(authSessions.userId, userId), ne(authSessions.id, holder.sessionId)));
      // Another session that began one meanwhile has put its own key there.
      const begunBy = await takeWaiting(tx, isBegun(people, holder));
      if (begunBy !== holder.sessionId) throw NOT_BEGUN;
      cookies.push(await renewSession(tx, people, { id: holder.sessionId, provenAt: people.now() }));
    },
  });
  return { cookies };
}

/** Remembers which session began the app that is being set up: the last one to do so, as its key is the one that counts. */
async function bindEnrolment(tx: Tx, { now }: People, holder: SessionHolder): Promise<void> {
  const userId = userOf(holder);
  await endOf(tx, "enrolment", userId);
  const identifier = rowNamed("enrolment", userId);
  await keepWaiting(tx, { identifier, value: holder.sessionId, now: now(), forMs: ENROLMENT_MS });
}

const isBegun = ({ now }: People, holder: SessionHolder) => isWaiting(rowNamed("enrolment", userOf(holder)), now());

/** @throws IdentityError `invalid_request` */
async function ensureBegun(people: People, holder: SessionHolder): Promise<void> {
  if ((await findWaiting(people.db, isBegun(people, holder))) !== holder.sessionId) throw NOT_BEGUN;
}

/** Whether signing in asks for a code from now on. What was shown of another app counts with no token any more. */
async function setAsked(
  tx: Tx,
  { now }: People,
  { userId, isAsked }: { userId: string; isAsked: boolean },
): Promise<void> {
  await tx.update(authUsers).set({ twoFactorEnabled: isAsked, updatedAt: now() }).where(eq(authUsers.id, userId));
  const mine = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.authUserId, userId));
  await tx.update(tokens).set({ provenAt: null }).where(inArray(tokens.accountId, mine));
}

/**
 * Takes the authenticator app away.
 * @throws IdentityError `second_factor_required`, `unauthorized` (wrong password), `invalid_request` (there is none), `rate_limited`,
 *   `forbidden` (suspended)
 */
export async function removeSecondFactor(
  people: People,
  { requestId }: Visitor,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<WithCookies> {
  const userId = await ensureOwner(people, { holder, password });
  const cookies: string[] = [];
  await tellChange(people, {
    userId,
    action: "account.second_factor_removed",
    what: "The authenticator app was taken away",
    requestId,
    async write(tx) {
      await lockOpenAccount(tx, userId);
      await tx.delete(authSecondFactors).where(eq(authSecondFactors.userId, userId));
      await setAsked(tx, people, { userId, isAsked: false });
      cookies.push(await renewSession(tx, people, { id: holder.sessionId, provenAt: null }));
    },
  });
  return { cookies };
}

/**
 * New recovery codes; the former ones are worth nothing any more.
 * @throws IdentityError `second_factor_required`, `unauthorized` (wrong password), `invalid_request`, `rate_limited`, `forbidden`
 */
export async function renewRecoveryCodes(
  people: People,
  { requestId }: Visitor,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<string[]> {
  const userId = await ensureOwner(people, { holder, password });
  const codes = newRecoveryCodes();
  await tellChange(people, {
    userId,
    action: "account.recovery_codes_renewed",
    what: "New recovery codes were made",
    requestId,
    async write(tx) {
      await lockOpenSession(tx, { holder, userId, now: people.now() });
      await tx
        .update(authSecondFactors)
        .set({ backupCodes: sealCodes(codes, people.secret) })
        .where(eq(authSecondFactors.userId, userId));
    },
  });
  return codes;
}

/**
 * Whether who sits there is who set the app up: by a code within a quarter of an hour, and the password where there is one.
 * @throws IdentityError `invalid_request` (there is no app), `second_factor_required`, `unauthorized`, `rate_limited`
 */
async function ensureOwner(
  people: People,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<string> {
  if (holder.secondFactor === null) throw new IdentityError("invalid_request", "Your account has no second factor.");
  const refusal = refuseUnconfirmed(holder, people.now());
  if (refusal !== null) throw new IdentityError("second_factor_required", refusal.reason);
  const userId = userOf(holder);
  if (await hasPassword(people, userId)) {
    const budget = [sessionPasswordBudget(userId)];
    await takeAttempt(people, budget);
    await ensurePassword(people, userId, password ?? "");
    giveBack(people, budget);
  }
  return userId;
}
