import { randomBytes } from "node:crypto";
import { authSessions, authVerifications, inTransaction } from "@gaia/db";
import { refuseUnconfirmed } from "@gaia/policy";
import { and, eq, gt, ne } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { giveBack, secondFactorBudget, takeAttempt } from "./attempts.ts";
import { forRequest } from "./audited-adapter.ts";
import { signedCookie } from "./cookies.ts";
import { headersOf, inOurWords } from "./library.ts";
import type { People } from "./people.ts";
import { ensureRecent } from "./providers/identities.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { takeCode, userOf } from "./second-factor.ts";
import { mailChange } from "./tell-change.ts";

/** So long an app that was begun may take for its first code. */
const ENROLMENT_MS = 3_600_000;
const THERE_IS_ONE = new IdentityError("conflict", "There is an authenticator app: take it away first.");
const WRONG_PASSWORD = { INVALID_PASSWORD: new IdentityError("unauthorized", "The password is wrong.") };

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
  visitor: Visitor,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<NewSecondFactor> {
  // The library asks who has no password for nothing: an open browser would be enough to shut its owner out.
  await ensureRecent(people, { holder, password });
  if (holder.secondFactor !== null) throw THERE_IS_ONE;
  const { api } = await people.engine();
  const body = password === null ? {} : { password };
  const made = await inOurWords(() => api.enableTwoFactor({ body, headers: headersOf(visitor) }), {
    ...WRONG_PASSWORD,
    TOTP_ALREADY_ENABLED: THERE_IS_ONE,
  });
  if (made.method !== "totp") throw new Error("another second factor");
  await bindEnrolment(people, holder);
  return { uri: made.totpURI, recoveryCodes: made.backupCodes };
}

/**
 * The first code of the app: from now on signing in takes one, and so does every critical change. Other browsers are signed out.
 * @throws IdentityError `invalid_request` (this session began none), `unauthorized` (wrong code), `rate_limited`
 */
export async function endEnrolment(
  people: People,
  visitor: Visitor,
  { holder, code }: { holder: SessionHolder; code: string },
): Promise<WithCookies> {
  const userId = userOf(holder);
  await ensureBegun(people, holder);
  await takeCode(people, { userId, code });
  const { api } = await people.engine();
  const body = { code: code.replaceAll(/\s/g, "") };
  const verify = () => api.verifyTOTP({ body, headers: headersOf(visitor), returnHeaders: true });
  const { headers } = await forRequest(visitor.requestId, verify);
  const cookies = headers.getSetCookie();
  const token = sessionIn(people, cookies);
  await people.db.delete(authSessions).where(and(eq(authSessions.userId, userId), ne(authSessions.token, token)));
  await people.db.update(authSessions).set({ provenAt: people.now() }).where(eq(authSessions.token, token));
  await people.db.delete(authVerifications).where(eq(authVerifications.identifier, enrolmentOf(userId)));
  await mailChange(people, { userId, what: "An authenticator app was set up" });
  return { cookies };
}

const enrolmentOf = (userId: string): string => `enrolment:${userId}`;

/** Remembers which session began the app that is being set up: the last one to do so, as its key is the one that counts. */
async function bindEnrolment(people: People, holder: SessionHolder): Promise<void> {
  const identifier = enrolmentOf(userOf(holder));
  const expiresAt = new Date(people.now().getTime() + ENROLMENT_MS);
  await inTransaction(people.db, async (tx) => {
    await tx.delete(authVerifications).where(eq(authVerifications.identifier, identifier));
    const id = randomBytes(24).toString("base64url");
    await tx.insert(authVerifications).values({ id, identifier, value: holder.sessionId, expiresAt });
  });
}

/** @throws IdentityError `invalid_request` */
async function ensureBegun({ db, now }: People, holder: SessionHolder): Promise<void> {
  const begun = and(
    eq(authVerifications.identifier, enrolmentOf(userOf(holder))),
    eq(authVerifications.value, holder.sessionId),
    gt(authVerifications.expiresAt, now()),
  );
  if ((await db.$count(authVerifications, begun)) > 0) return;
  throw new IdentityError(
    "invalid_request",
    "Setting up the app was not begun here, or took too long: begin it again.",
  );
}

/**
 * Takes the authenticator app away.
 * @throws IdentityError `second_factor_required`, `unauthorized` (wrong password), `invalid_request` (there is none), `rate_limited`
 */
export async function removeSecondFactor(
  people: People,
  visitor: Visitor,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<WithCookies> {
  ensureProven(people, holder);
  await takeAttempt(people, [secondFactorBudget(userOf(holder))]);
  const { api } = await people.engine();
  const body = password === null ? {} : { password };
  const disable = () => api.disableTwoFactor({ body, headers: headersOf(visitor), returnHeaders: true });
  const { headers } = await inOurWords(() => forRequest(visitor.requestId, disable), WRONG_PASSWORD);
  giveBack(people, [secondFactorBudget(userOf(holder))]);
  await mailChange(people, { userId: userOf(holder), what: "The authenticator app was taken away" });
  return { cookies: headers.getSetCookie() };
}

/**
 * New recovery codes; the former ones are worth nothing any more.
 * @throws IdentityError `second_factor_required`, `unauthorized` (wrong password), `invalid_request`, `rate_limited`
 */
export async function renewRecoveryCodes(
  people: People,
  visitor: Visitor,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<string[]> {
  ensureProven(people, holder);
  await takeAttempt(people, [secondFactorBudget(userOf(holder))]);
  const { api } = await people.engine();
  const body = password === null ? {} : { password };
  const renew = () => api.generateBackupCodes({ body, headers: headersOf(visitor) });
  const made = await inOurWords(() => forRequest(visitor.requestId, renew), WRONG_PASSWORD);
  giveBack(people, [secondFactorBudget(userOf(holder))]);
  await mailChange(people, { userId: userOf(holder), what: "New recovery codes were made" });
  return made.backupCodes;
}

function ensureProven(people: People, holder: SessionHolder): void {
  if (holder.secondFactor === null) throw new IdentityError("invalid_request", "Your account has no second factor.");
  const refusal = refuseUnconfirmed(holder, people.now());
  if (refusal !== null) throw new IdentityError("second_factor_required", refusal.reason);
}

/** The token of the session that an answer of the library begins. */
function sessionIn({ secret, publicUrl }: People, cookies: readonly string[]): string {
  const set = cookies.map((cookie) => cookie.split(";", 1)[0] ?? "").join("; ");
  const token = signedCookie(set, { name: "session_token", secret, publicUrl: publicUrl() });
  if (token === null) throw new Error("no session was begun");
  return token;
}
