import { createOTP } from "@better-auth/utils/otp";
import { authSecondFactors, authSessions, authVerifications } from "@gaia/db";
import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { giveBack, secondFactorBudget, takeAttempt, tokenCodeBudgets } from "./attempts.ts";
import { forRequest } from "./audited-adapter.ts";
import { headersOf, inOurWords } from "./library.ts";
import { signedCookie } from "./cookies.ts";
import { ensureWelcome } from "./sign-in.ts";
import { mailChange } from "./tell-change.ts";
import type { People } from "./people.ts";
import type { Visitor, WithCookies } from "./settings.ts";

const STEP_MS = 30_000;
const WRONG = new IdentityError("unauthorized", "This code is not a current one, or was used already.");

/**
 * Takes one code of somebody's authenticator app, once: the same one again is wrong, however it is spaced (T11, RFC 6238 §5.2).
 * @param input.tokenId what it came with; absent: somebody is here in person
 * @throws IdentityError `unauthorized`, `rate_limited`
 */
export async function takeCode(
  people: People,
  input: { userId: string; code: string; tokenId?: string },
): Promise<void> {
  const { db } = people;
  const { userId, tokenId } = input;
  const budgets = tokenId === undefined ? [secondFactorBudget(userId)] : tokenCodeBudgets(userId, tokenId);
  await takeAttempt(people, budgets);
  const step = await matchingStep(people, input);
  const isNewer = step === null ? null : or(isNull(authSecondFactors.lastStep), lt(authSecondFactors.lastStep, step));
  if (step === null || !isNewer) throw WRONG;
  const taken = await db
    .update(authSecondFactors)
    .set({ lastStep: step })
    .where(and(eq(authSecondFactors.userId, input.userId), isNewer))
    .returning({ id: authSecondFactors.id });
  if (taken.length === 0) throw WRONG;
  giveBack(people, budgets);
}

/** The time step of which this is the code: now, or one before or after; null: none. */
async function matchingStep(
  people: People,
  { userId, code }: { userId: string; code: string },
): Promise<number | null> {
  const digits = code.replaceAll(/\s/g, "");
  const [row] = await people.db.select().from(authSecondFactors).where(eq(authSecondFactors.userId, userId));
  if (!row || !/^\d{6}$/.test(digits)) return null;
  const { symmetricDecrypt } = await import("better-auth/crypto");
  const otp = createOTP(await symmetricDecrypt({ key: people.secret, data: row.secret }));
  const now = Math.floor(people.now().getTime() / STEP_MS);
  for (const step of [now - 1, now, now + 1]) {
    if ((await otp.hotp(step)) === digits) return step;
  }
  return null;
}

/**
 * Ends a sign-in that waits for the second factor: a code of the app, or a recovery code, which is used up.
 * @throws IdentityError `unauthorized`, `forbidden` (suspended), `rate_limited`
 */
export async function signInWithCode(people: People, visitor: Visitor, input: { code: string }): Promise<WithCookies> {
  const { api } = await people.engine();
  const userId = await ensureWaiting(people, visitor);
  const headers = headersOf(visitor);
  if (isRecoveryCode(input.code)) {
    const budget = secondFactorBudget(userId);
    await takeAttempt(people, [budget]);
    const code = input.code.trim();
    const call = () => api.verifyBackupCode({ body: { code }, headers, returnHeaders: true });
    const used = await inOurWords(() => forRequest(visitor.requestId, call), REFUSED);
    giveBack(people, [budget]);
    await proveSession(people, { token: used.response.token, by: "recovery code", requestId: visitor.requestId });
    await mailRecoveryCodeUsed(people, userId);
    return { cookies: used.headers.getSetCookie() };
  }
  await takeCode(people, { userId, code: input.code });
  const code = input.code.replaceAll(/\s/g, "");
  const verified = await inOurWords(() => api.verifyTOTP({ body: { code }, headers, returnHeaders: true }), REFUSED);
  await proveSession(people, { token: verified.response.token, by: "code", requestId: visitor.requestId });
  return { cookies: verified.headers.getSetCookie() };
}

/** Who waits for the second factor in this browser. @throws IdentityError `unauthorized` */
async function ensureWaiting(people: People, { cookie }: Visitor): Promise<string> {
  const { secret } = people;
  const waiting = signedCookie(cookie, { name: "two_factor", secret, publicUrl: people.publicUrl() });
  const isLive = and(eq(authVerifications.identifier, waiting ?? ""), gt(authVerifications.expiresAt, people.now()));
  const [found] = await people.db.select({ userId: authVerifications.value }).from(authVerifications).where(isLive);
  if (!found) throw REFUSED.INVALID_TWO_FACTOR_COOKIE;
  return found.userId;
}

/** Writes down that the second factor was shown in a session. */
export async function proveSession(
  people: People,
  { token, ...how }: { token: string | undefined; by: string; requestId: string | null },
): Promise<void> {
  if (token === undefined) throw new Error("a session without a token");
  await ensureWelcome(people, { token, ...how });
  await people.db.update(authSessions).set({ provenAt: people.now() }).where(eq(authSessions.token, token));
}

/**
 * Shows the second factor once more, in a session, for a critical change: it counts for a quarter of an hour.
 * @throws IdentityError `unauthorized`, `invalid_request` (there is none), `rate_limited`
 */
export async function confirmSession(
  people: People,
  visitor: Visitor,
  { holder, code }: { holder: SessionHolder; code: string },
): Promise<void> {
  const userId = userOf(holder);
  if (holder.secondFactor === null) throw new IdentityError("invalid_request", "Your account has no second factor.");
  if (isRecoveryCode(code)) {
    const budget = secondFactorBudget(userId);
    await takeAttempt(people, [budget]);
    const { api } = await people.engine();
    const body = { code: code.trim(), disableSession: true };
    const call = () => api.verifyBackupCode({ body, headers: headersOf(visitor) });
    await inOurWords(() => forRequest(visitor.requestId, call), REFUSED);
    giveBack(people, [budget]);
    await mailRecoveryCodeUsed(people, userId);
  } else {
    await takeCode(people, { userId, code });
  }
  await people.db.update(authSessions).set({ provenAt: people.now() }).where(eq(authSessions.id, holder.sessionId));
}

/** @throws Error for an account that nobody signs in for, which has no session either */
export function userOf(holder: SessionHolder): string {
  if (holder.authUserId === null) throw new Error("a session of nobody");
  return holder.authUserId;
}

const REFUSED = {
  INVALID_CODE: WRONG,
  INVALID_BACKUP_CODE: WRONG,
  INVALID_TWO_FACTOR_COOKIE: new IdentityError("unauthorized", "This sign-in took too long: begin it again."),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: new IdentityError("rate_limited", "Too many wrong codes: sign in again."),
  ACCOUNT_TEMPORARILY_LOCKED: new IdentityError("rate_limited", "Too many wrong codes: try again in 15 minutes."),
};

const isRecoveryCode = (code: string): boolean => !/^[\d\s]*$/.test(code);

const mailRecoveryCodeUsed = (people: People, userId: string) =>
  mailChange(people, { userId, what: "A recovery code was used" });
