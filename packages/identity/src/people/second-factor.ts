import { authSecondFactors, authSessions, type Db, tokens } from "@gaia/db";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { giveBack, tokenCodeBudgets } from "./attempts.ts";
import { stepOf } from "./authenticator-app.ts";
import { openSession } from "./begin-session.ts";
import { guessInPerson, takeTokenGuess } from "./code-guesses.ts";
import { setSigned, signedCookie } from "./cookies.ts";
import type { People } from "./people.ts";
import { isRecoveryCode, useRecoveryCode } from "./recovery-codes.ts";
import { unseal } from "./sealed.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { findWaiting, isWaiting, takeWaiting } from "./waiting.ts";

const WRONG = new IdentityError("second_factor_invalid", "This code is not a current one, or was used already.");
const OVER = new IdentityError("unauthorized", "This sign-in took too long: begin it again.");

/**
 * Takes one code of somebody's authenticator app, once: the same one again is wrong, however it is spaced (T11, RFC 6238 §5.2). What it
 * shows counts for a quarter of an hour for the token that it came with, and for no other.
 * @param input.tokenId what it came with; absent: somebody is here in person
 * @throws IdentityError `second_factor_invalid`, `rate_limited`
 */
export async function takeCode(
  people: People,
  input: { userId: string; code: string; tokenId?: string },
): Promise<void> {
  const { userId, tokenId } = input;
  if (tokenId === undefined) {
    if ((await guessInPerson(people, userId, () => useCode(people, input))) === null) throw WRONG;
    return;
  }
  await takeTokenGuess(people, { userId, tokenId });
  if ((await useCode(people, input)) === null) throw WRONG;
  giveBack(people, tokenCodeBudgets(userId, tokenId));
  await people.db.update(tokens).set({ provenAt: people.now() }).where(eq(tokens.id, tokenId));
}

/** @returns null: it is none, or was used */
async function useCode(people: People, input: { userId: string; code: string }): Promise<"code" | null> {
  const step = await matchingStep(people, input);
  if (step === null) return null;
  const isNewer = or(isNull(authSecondFactors.lastStep), lt(authSecondFactors.lastStep, step));
  const taken = await people.db
    .update(authSecondFactors)
    .set({ lastStep: step })
    .where(and(eq(authSecondFactors.userId, input.userId), isNewer))
    .returning({ id: authSecondFactors.id });
  return taken.length === 0 ? null : "code";
}

/** The time step of which this is the code: now, or one before or after; null: none. */
async function matchingStep(
  people: People,
  { userId, code }: { userId: string; code: string },
): Promise<number | null> {
  const digits = code.replaceAll(/\s/g, "");
  const [row] = await people.db.select().from(authSecondFactors).where(eq(authSecondFactors.userId, userId));
  if (!row || !/^\d{6}$/.test(digits)) return null;
  return stepOf(unseal(row.secret, people.secret), digits, people.now());
}

/** Takes a code of either kind. @throws IdentityError `second_factor_invalid`, `rate_limited` */
async function takeAnyCode(
  people: People,
  { requestId }: Visitor,
  { userId, code }: { userId: string; code: string },
): Promise<"code" | "recovery code"> {
  const judge = async () => {
    if (!isRecoveryCode(code)) return useCode(people, { userId, code });
    return (await useRecoveryCode(people, { userId, code, requestId })) ? "recovery code" : null;
  };
  const by = await guessInPerson(people, userId, judge);
  if (by === null) throw WRONG;
  return by;
}

/**
 * Ends a sign-in that waits for the second factor: a code of the app, or a recovery code, which is used up.
 * @throws IdentityError `unauthorized` (it took too long), `second_factor_invalid`, `forbidden` (suspended), `rate_limited`
 */
export async function signInWithCode(people: People, visitor: Visitor, input: { code: string }): Promise<WithCookies> {
  const { db, secret } = people;
  const waiting = isWaiting(signedCookie(visitor.cookies, "two_factor", secret) ?? "", people.now());
  const userId = await findWaiting(db, waiting);
  if (userId === null) throw OVER;
  const by = await takeAnyCode(people, visitor, { userId, code: input.code });
  // With the session: a new password ends what waits, or the session.
  const isStill = async (tx: Db) => (await takeWaiting(tx, waiting)) !== null;
  const { cookies } = await openSession(people, visitor, { userId, by, isProven: true, isStill });
  return { cookies: [...cookies, setSigned("two_factor", "", { secret, publicUrl: people.publicUrl(), seconds: 0 })] };
}

/**
 * Shows the second factor once more, in a session, for a critical change: it counts for a quarter of an hour.
 * @throws IdentityError `second_factor_invalid`, `invalid_request` (there is none), `rate_limited`
 */
export async function confirmSession(
  people: People,
  visitor: Visitor,
  { holder, code }: { holder: SessionHolder; code: string },
): Promise<void> {
  const userId = userOf(holder);
  if (holder.secondFactor === null) throw new IdentityError("invalid_request", "Your account has no second factor.");
  await takeAnyCode(people, visitor, { userId, code });
  await people.db.update(authSessions).set({ provenAt: people.now() }).where(eq(authSessions.id, holder.sessionId));
}

/** @throws Error for an account that nobody signs in for, which has no session either */
export function userOf(holder: SessionHolder): string {
  if (holder.authUserId === null) throw new Error("a session without an account");
  return holder.authUserId;
}
