import { IdentityError } from "../../errors.ts";
import { plainCookie, setPlain } from "../cookies.ts";
import { draw } from "../draw.ts";
import type { People } from "../people.ts";
import type { Visitor } from "../settings.ts";
import { forgetOver, isWaiting, keepWaiting, rowOf, takeWaiting } from "../waiting.ts";

const ASKED_SECONDS = 5 * 60;

const OVER = new IdentityError("unauthorized", "This took too long, or was done already: begin it again.");

/** What a browser was asked with, to make a passkey or to show one. */
interface Challenge {
  ceremony: "add" | "sign in";
  challenge: string;
  /** The session that a passkey is added in; null: one is shown. */
  sessionId: string | null;
}

/** Remembers it for this browser, whose cookie names it, for five minutes. @returns the cookie */
export async function rememberChallenge(people: People, asked: Challenge): Promise<string> {
  const { db } = people;
  const now = people.now();
  await forgetOver(db, now);
  const secret = draw(32);
  const [identifier, value] = [rowOf("passkey", secret), JSON.stringify(asked)];
  await keepWaiting(db, { identifier, value, now, forMs: ASKED_SECONDS * 1_000 });
  return setPlain("passkey", secret, { publicUrl: people.publicUrl(), seconds: ASKED_SECONDS });
}

/**
 * Takes what this browser was asked with, once: right or wrong, the next answer takes another.
 * @throws IdentityError `unauthorized`: it was asked for nothing, for something else, or in another session
 */
export async function takeChallenge(
  people: People,
  { cookies }: Visitor,
  wanted: Pick<Challenge, "ceremony" | "sessionId">,
): Promise<string> {
  const secret = plainCookie(cookies, "passkey");
  if (secret === null) throw OVER;
  const taken = await takeWaiting(people.db, isWaiting(rowOf("passkey", secret), people.now()));
  const asked = taken === null ? null : (JSON.parse(taken) as Challenge);
  if (asked?.ceremony !== wanted.ceremony || asked.sessionId !== wanted.sessionId) throw OVER;
  return asked.challenge;
}
