import { authSecondFactors } from "@gaia/db";
import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { takeAttempt, tokenCodeBudgets, tooMany } from "./attempts.ts";
import type { People } from "./people.ts";
import { mailChange } from "./tell-change.ts";

const MINUTE_SECONDS = 60;
const LONGEST_SECONDS = 24 * 3_600;
/** More often than this nobody is told that somebody guesses. */
const TOLD_MS = 24 * 3_600_000;

/**
 * Takes one guess at somebody's second factor that is made in person: at sign-in and in a session, by code or recovery code, all one count
 * (T10). It is counted before it is judged, so that many at once are not more. After `RATE_LIMIT_CODES` wrong ones in a row nobody guesses
 * for a minute, and each wrong one from then on doubles the wait, up to a day (RFC 6238 §5.2 asks for a throttle). A right one ends the
 * count. The owner is told by mail when it first comes to a wait.
 * @param judge null: it was wrong
 * @returns what `judge` said; null: wrong
 * @throws IdentityError `rate_limited`, and whatever `judge` throws
 */
export async function guessInPerson<Right>(
  people: People,
  userId: string,
  judge: () => Promise<Right | null>,
): Promise<Right | null> {
  const guesses = await countGuess(people, userId);
  const right = await judge();
  const { codesBeforeWaiting: free, db } = people;
  if (right !== null) {
    const isCounted = and(eq(authSecondFactors.userId, userId), sql`${authSecondFactors.failedVerificationCount} > 0`);
    await db.update(authSecondFactors).set({ failedVerificationCount: 0, lockedUntil: null }).where(isCounted);
  } else if (free > 0 && guesses >= free) {
    const wait =
      "No code is taken for a while now, of yours neither; each further wrong one doubles the wait, up to a day.";
    const who = "The person who entered them knows your password, or uses a browser in which you are signed in.";
    await tellOfGuesses(people, userId, `${who} ${wait}`);
  }
  return right;
}

/**
 * Takes one guess that comes with a token: of those that the token may make, and of those of all tokens of a person, apart from those in
 * person (T10). When they are used up, the owner is told by mail.
 * @throws IdentityError `rate_limited`
 */
export async function takeTokenGuess(people: People, input: { userId: string; tokenId: string }): Promise<void> {
  try {
    await takeAttempt(people, tokenCodeBudgets(input.userId, input.tokenId));
  } catch (error) {
    const more = "They came with an access token of yours: its holder cannot sign in with it. Revoke the token.";
    await tellOfGuesses(people, input.userId, more);
    throw error;
  }
}

/** @returns how many guesses there were in a row, with this one; 0: there is nothing to guess */
async function countGuess(people: People, userId: string): Promise<number> {
  const { codesBeforeWaiting: free, db } = people;
  if (free === 0) return 0;
  const now = people.now();
  const { failedVerificationCount: count, lockedUntil } = authSecondFactors;
  const mine = eq(authSecondFactors.userId, userId);
  const seconds = sql`least(${LONGEST_SECONDS}, ${MINUTE_SECONDS} * power(2, least(${count} + 1 - ${free}, 20)))`;
  const wait = sql`CASE WHEN ${count} + 1 < ${free} THEN NULL
    ELSE ${now.toISOString()}::timestamptz + make_interval(secs => ${seconds}) END`;
  const [taken] = await db
    .update(authSecondFactors)
    .set({ failedVerificationCount: sql`${count} + 1`, lockedUntil: wait })
    .where(and(mine, or(isNull(lockedUntil), lte(lockedUntil, now))))
    .returning({ count });
  if (taken) return taken.count;
  const [waiting] = await db.select({ until: lockedUntil }).from(authSecondFactors).where(mine);
  if (waiting?.until) throw tooMany((waiting.until.getTime() - now.getTime()) / 1_000);
  return 0;
}

/** By mail, once a day at most. */
async function tellOfGuesses(people: People, userId: string, more: string): Promise<void> {
  const now = people.now();
  const { guessesToldAt } = authSecondFactors;
  const isNews = or(isNull(guessesToldAt), lt(guessesToldAt, new Date(now.getTime() - TOLD_MS)));
  const told = await people.db
    .update(authSecondFactors)
    .set({ guessesToldAt: now })
    .where(and(eq(authSecondFactors.userId, userId), isNews))
    .returning({ id: authSecondFactors.id });
  if (told.length > 0) await mailChange(people, { userId, what: "Wrong codes were given", more });
}
