import { IdentityError } from "../errors.ts";
import type { CountedRate, PeopleSettings } from "./settings.ts";

/** A count of guesses: one of the registry's limits, and whose it is. */
export interface Budget {
  rate: CountedRate;
  key: string;
}

/** Guesses at somebody's password in a session of theirs. */
export const sessionPasswordBudget = (userId: string): Budget => ({ rate: "codes", key: `user:${userId}` });

/**
 * Guesses at it with a token: half of what there is for one token, so that a stolen one takes nothing from the others; and that for all
 * tokens of a person, however many are stolen (T10). Apart from those of signing in, from which a token must not lock its owner out.
 */
export const tokenCodeBudgets = (userId: string, tokenId: string): Budget[] => [
  { rate: "token_codes", key: `token:${tokenId}` },
  { rate: "codes", key: `tokens-of:${userId}` },
];

/**
 * Guesses at passwords: at one from one address, and at all from one address. Not at one from everywhere: anybody could lock somebody out
 * by that, and a password of 12 characters that is on no list is not found by a few guesses from each of many addresses.
 */
export const passwordBudgets = (email: string, address: string): Budget[] => [
  { rate: "sign_in", key: `${email} from ${address}` },
  { rate: "sign_in", key: `address:${address}` },
];

/** Changes of how somebody signs in, of which each is told by mail. */
export const changesOf = (userId: string): Budget[] => [{ rate: "mail", key: `changes of:${userId}` }];

/** Mails that are sent on somebody's word, by where they ask from. */
export const mailsOf = (address: string): Budget[] => [{ rate: "mail", key: `address:${address}` }];

/**
 * Takes one of the mails that may be sent to an address about one thing, right before it would go: what sends none takes none, and whoever
 * asks for one thing without end leaves room for the others. Whoever asks is not told: whether there is an account is none of theirs (T12).
 * @returns whether it may go
 */
export async function mayWriteTo(
  { limits }: PeopleSettings,
  { email, about }: { email: string; about: "sign-up" | "reset" | "claim" | "address" },
): Promise<boolean> {
  return (await limits.take("mail", `${about} to:${email}`)) === null;
}

/** Tokens that are tried, where one is taken for an account. */
export const claimBudget = (address: string): Budget => ({ rate: "sign_in", key: `claim from ${address}` });

/**
 * Takes one guess of each budget before the guess is judged, so that many at once are not more than these.
 * @throws IdentityError `rate_limited`
 */
export async function takeAttempt({ limits }: PeopleSettings, budgets: readonly Budget[]): Promise<void> {
  for (const { rate, key } of budgets) {
    const waitSeconds = await limits.take(rate, key);
    if (waitSeconds === null) continue;
    throw tooMany(waitSeconds);
  }
}

/** The refusal of whoever has to wait. */
export function tooMany(waitSeconds: number): IdentityError {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes > 120 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minute${minutes === 1 ? "" : "s"}`;
  return new IdentityError("rate_limited", `Too many attempts: try again in ${wait}.`);
}

/** What was right is no guess: gives it back. */
export function giveBack({ limits }: PeopleSettings, budgets: readonly Budget[]): void {
  for (const { rate, key } of budgets) limits.giveBack(rate, key);
}
