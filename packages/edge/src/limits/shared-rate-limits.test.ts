import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../../test/harness/describe-with.ts";
import { freshRedis } from "../../../../test/harness/services.ts";
import type { Rate } from "../terms/rate.ts";
import { rateLimits } from "./rate-limits.ts";

const LIMITS: Record<Rate, number> = {
  reads: 2,
  writes: 0,
  token_reads: 0,
  token_writes: 0,
  sign_in: 2,
  codes: 0,
  token_codes: 0,
  mail: 0,
};

await describeWith("redis", "limits that processes share", () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = new Redis(await freshRedis(), { enableOfflineQueue: true });
  });
  afterAll(() => redis.disconnect());

  test("Q5 are one for all processes, every key of them expires, and none is longer than 80 characters", async () => {
    const [one, other] = [rateLimits({ limits: LIMITS, redis }), rateLimits({ limits: LIMITS, redis })];
    const asked = `account:${"x".repeat(100_000)}`;
    expect(await one.consume("sign_in", asked)).toMatchObject({ left: 1, allowed: true });
    expect(await other.consume("sign_in", asked)).toMatchObject({ left: 0, allowed: true });
    expect(await one.consume("sign_in", asked)).toMatchObject({ left: 0, allowed: false });
    for (let n = 0; n < 50; n += 1) await one.consume("reads", `address:198.51.100.${n}`);
    const keys = await redis.keys("*rate:*");
    expect(keys).toHaveLength(51);
    for (const key of keys) {
      expect(key.length).toBeLessThan(110);
      expect(await redis.pttl(key)).toBeGreaterThan(0);
    }
  });

  test("count in this process while Redis is away, and refuse there, too", async () => {
    const away = new Redis("redis://127.0.0.1:1", {
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    });
    away.on("error", () => {});
    const limits = rateLimits({ limits: LIMITS, redis: away });
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await limits.consume("reads", "address:198.51.100.1"));
    expect(answers.map((spent) => spent?.allowed)).toEqual([true, true, false]);
    away.disconnect();
  });
});
