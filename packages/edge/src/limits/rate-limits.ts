import { hash } from "node:crypto";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { type Rate, type RateLimits, type Spent, WINDOW_SECONDS } from "../terms/rate.ts";
import { boundedCounter } from "./bounded-counter.ts";

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
  // What costs more than a whole limit takes all of it: an operator's low limit makes it rare, and not impossible.
  const withinLimit = (policy: Rate, cost: number): number => Math.min(cost, options.limits[policy]);
  return {
    consume: (policy, key, cost = 1) => counters.get(policy)?.take(shortened(key), withinLimit(policy, cost)) ?? null,
    giveBack: (policy, key, cost = 1) => counters.get(policy)?.giveBack(shortened(key), withinLimit(policy, cost)),
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
    ...(WINDOW_SECONDS[policy] === 60 && { inMemoryBlockOnConsumed: points + 1 }),
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
