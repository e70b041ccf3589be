import { hash } from "node:crypto";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Settings } from "../config.ts";
import { boundedCounter } from "./bounded-counter.ts";

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

/**
 * Limits over fixed windows; 0 switches one off. With Redis they are shared by all processes; while Redis is away each process counts for
 * itself, so that a shut door neither locks everybody out nor lets everything in. In memory counters are bounded, in Redis every key
 * expires with its window (Q5).
 */
export function rateLimits(options: {
  /** For each policy how much a key may take in a window. */
  limits: Readonly<Record<Rate, number>>;
  /** A connected client; its own type is the library's business. */
  redis: unknown;
}): RateLimits {
  const counters = new Map<Rate, Counter>();
  for (const [policy, points] of Object.entries(options.limits) as [Rate, number][]) {
    if (points === 0) continue;
    const own = ownCounter(policy, points);
    counters.set(policy, options.redis ? sharedCounter(options.redis, { policy, points, own }) : own);
  }
  return {
    consume: (policy, key, cost = 1) => counters.get(policy)?.take(shortened(key), cost) ?? null,
    giveBack: (policy, key, cost = 1) => counters.get(policy)?.giveBack(shortened(key), cost),
  };
}

/** What the settings allow of each limit. */
export function limitsOf(settings: Settings): Record<Rate, number> {
  const percent = settings.RATE_LIMIT_TOKEN_PERCENT;
  const shareOf = (points: number) => (percent === 100 ? 0 : Math.ceil((points * percent) / 100));
  return {
    reads: settings.RATE_LIMIT_READS,
    writes: settings.RATE_LIMIT_WRITES,
    token_reads: shareOf(settings.RATE_LIMIT_READS),
    token_writes: shareOf(settings.RATE_LIMIT_WRITES),
    sign_in: settings.RATE_LIMIT_SIGN_IN,
    codes: settings.RATE_LIMIT_CODES,
    token_codes: Math.ceil(settings.RATE_LIMIT_CODES / 2),
    mail: settings.RATE_LIMIT_MAIL,
  };
}

interface Counter<Answer = Spent | Promise<Spent>> {
  take(key: string, cost: number): Answer;
  giveBack(key: string, cost: number): void;
}

const LONGEST_KEY = 80;

/** Keys name what strangers typed, a handle for one: none is kept at any length. */
const shortened = (key: string): string => (key.length > LONGEST_KEY ? hash("sha256", key, "base64url") : key);

function ownCounter(rate: Rate, points: number): Counter<Spent> {
  const counter = boundedCounter(WINDOW_SECONDS[rate] * 1_000);
  return {
    take(key, cost) {
      const { used, endsAt } = counter.take(key, cost);
      return {
        rate,
        limit: points,
        left: Math.max(0, points - used),
        resetSeconds: Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000)),
        allowed: used <= points,
      };
    },
    giveBack: counter.giveBack,
  };
}

function sharedCounter(
  redis: unknown,
  { policy, points, own }: { policy: Rate; points: number; own: Counter<Spent> },
): Counter<Promise<Spent>> {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate:${policy}`,
    points,
    duration: WINDOW_SECONDS[policy],
    // Who is over a limit that is never given back is refused without asking again.
    ...(WINDOW_SECONDS[policy] === MINUTE && { inMemoryBlockOnConsumed: points + 1 }),
  });
  return {
    async take(key, cost) {
      try {
        const spent = await limiter.consume(key, cost);
        return told(spent, true);
      } catch (refusal) {
        return refusal instanceof RateLimiterRes ? told(refusal, false) : own.take(key, cost);
      }
    },
    giveBack(key, cost) {
      limiter.reward(key, cost).catch(() => own.giveBack(key, cost));
    },
  };

  function told({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Spent {
    const resetSeconds = Math.ceil(msBeforeNext / 1_000);
    return { rate: policy, limit: points, left: remainingPoints, resetSeconds, allowed };
  }
}
