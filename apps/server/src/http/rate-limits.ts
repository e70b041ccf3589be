import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** Limits count over this long. */
export const WINDOW_SECONDS = 60;

/** Who has used how much of a policy; null when the policy is switched off. */
export interface RateLimits {
  consume(
    policy: "reads" | "writes",
    key: string,
  ): Promise<{ limit: number; left: number; resetSeconds: number; allowed: boolean } | null>;
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
  const limiterOf = (policy: string, points: number) => {
    if (points === 0) return null;
    const memory = new RateLimiterMemory({ keyPrefix: policy, points, duration: WINDOW_SECONDS });
    if (!options.redis) return memory;
    return new RateLimiterRedis({
      storeClient: options.redis,
      keyPrefix: `rate:${policy}`,
      points,
      duration: WINDOW_SECONDS,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: memory,
    });
  };
  const limiters = { reads: limiterOf("reads", options.reads), writes: limiterOf("writes", options.writes) };
  return {
    async consume(policy, key) {
      const limiter = limiters[policy];
      if (!limiter) return null;
      const [result, allowed] = await limiter.consume(key).then(
        (spent) => [spent, true] as const,
        (refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return [refusal, false] as const;
          throw refusal;
        },
      );
      return {
        limit: options[policy],
        left: result.remainingPoints,
        resetSeconds: Math.ceil(result.msBeforeNext / 1_000),
        allowed,
      };
    },
  };
}
