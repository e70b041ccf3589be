const MINUTE = 60;
const QUARTER_HOUR = 900;

/**
 * The limits there are, and over how many seconds each counts. `token_reads` and `token_writes`: the share of its account's that one token
 * may take. `sign_in`, `codes` (a second factor, a recovery or device code) and `mail` (messages sent on somebody's word) are counted
 * for the address that asks and for the account that is named. `token_codes`: the half of `codes` that one token may take.
 */
export const WINDOW_SECONDS = {
  reads: MINUTE,
  writes: MINUTE,
  token_reads: MINUTE,
  token_writes: MINUTE,
  sign_in: QUARTER_HOUR,
  codes: QUARTER_HOUR,
  token_codes: QUARTER_HOUR,
  mail: QUARTER_HOUR,
} as const;

/** The name of a limit. */
export type Rate = keyof typeof WINDOW_SECONDS;

/** What a request took from its policy, and what it left. */
export interface Spent {
  rate: Rate;
  limit: number;
  left: number;
  resetSeconds: number;
  allowed: boolean;
}

/** Who has used how much of a policy; null when the policy is switched off. Without Redis the answer is there at once. */
export interface RateLimits {
  /** Counts `cost` (1 when absent) under a key, whatever is left; a key may be any text. */
  consume(policy: Rate, key: string, cost?: number): Spent | null | Promise<Spent>;
  /** Takes back what was counted, as for a sign-in that succeeded: only failures count, and those under way count meanwhile. */
  giveBack(policy: Rate, key: string, cost?: number): void;
}
