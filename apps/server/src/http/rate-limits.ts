import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** Limits count over this long. */
export const WINDOW_SECONDS = 60;

/** The limits there are. */
export type Rate = "reads" | "writes";

/** What a request took from its policy, and what it left. */
export interface Spent {
  limit: number;
  left: number;
  resetSeconds: number;
  allowed: boolean;
}

/** Who has used how much of a policy; null when the policy is switched off. Without Redis the answer is there at once. */
export interface RateLimits {
  consume(policy: Rate, key: string): Spent | null | Promise<Spent>;
}

/**
 * Limits per minute. With Redis they are shared by all processes; while Redis is away each process counts for itself,
 * so that a shut door neither locks everybody out nor lets everything in.
 */
export function rateLimits(options: {
  reads: number;
  writes: number;
  /** A connected client; its own type is the library's business. */
  redis: unknown;
}): RateLimits {
  const counterOf = (policy: string, points: number) => {
    if (points === 0) return () => null;
    return options.redis ? sharedCounter(options.redis, policy, points) : ownCounter(points);
  };
  const counters = { reads: counterOf("reads", options.reads), writes: counterOf("writes", options.writes) };
  return { consume: (policy, key) => counters[policy](key) };
}

/** Counts in this process: for each key a window that its first request opens. Holds the keys of one window's time. */
function ownCounter(points: number): (key: string) => Spent {
  // In the order in which they end, because all are equally long.
  const windows = new Map<string, { used: number; endsAt: number }>();
  return (key) => {
    const now = performance.now();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      windows.delete(key);
      for (const [other, { endsAt }] of windows) {
        if (endsAt > now) break;
        windows.delete(other);
      }
      window = { used: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
      windows.set(key, window);
    }
    window.used += 1;
    return {
      limit: points,
      left: Math.max(0, points - window.used),
      resetSeconds: Math.ceil((window.endsAt - now) / 1_000),
      allowed: window.used <= points,
    };
  };
}

function sharedCounter(redis: unknown, policy: string, points: number): (key: string) => Promise<Spent> {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate:${policy}`,
    points,
    duration: WINDOW_SECONDS,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: policy, points, duration: WINDOW_SECONDS }),
  });
  return async (key) => {
    const [result, allowed] = await limiter.consume(key).then(
      (spent) => [spent, true] as const,
      (refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return [refusal, false] as const;
        throw refusal;
      },
    );
    return {
      limit: points,
      left: result.remainingPoints,
      resetSeconds: Math.ceil(result.msBeforeNext / 1_000),
      allowed,
    };
  };
}
