import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWith } from "../../../../test/harness/describe-with.ts";
import { freshRedis } from "../../../../test/harness/services.ts";
import { ownDownloaders, sharedDownloaders } from "./downloaders-of-today.ts";

const visit = { what: "web-search", by: "address:192.0.2.1" };

describe("in one process", () => {
  test("once for each skill, account or address, and day", () => {
    let now = new Date("2026-11-25T23:59:00Z");
    const { isFirst } = ownDownloaders(() => now);
    expect([isFirst(visit), isFirst(visit), isFirst({ ...visit, by: "account:4" })]).toEqual([true, false, true]);
    expect(isFirst({ ...visit, what: "other" })).toBe(true);
    now = new Date("2026-11-26T00:01:00Z");
    expect([isFirst(visit), isFirst(visit)]).toEqual([true, false]);
  });

  test("memory is bounded: the oldest of many is forgotten, the newest are not", () => {
    const { isFirst } = ownDownloaders(undefined, 100);
    for (let n = 0; n < 1_000; n += 1) expect(isFirst({ ...visit, by: `address:${n}` })).toBe(true);
    expect(isFirst({ ...visit, by: "address:950" })).toBe(false);
    expect(isFirst({ ...visit, by: "address:3" })).toBe(true);
  });
});

await describeWith("redis", "in Redis", () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = new Redis(await freshRedis());
  });
  afterAll(() => redis.disconnect());

  test("processes count together, and what they hold says nobody's address and ends by itself", async () => {
    const warn = (error: string) => expect.fail(error);
    const [one, other] = [1, 2].map(() => sharedDownloaders(redis, warn));
    const by = "address:198.51.100.7";
    const firsts = await Promise.all([one, other, one].map((each) => each?.isFirst({ what: "web-search", by })));
    expect(firsts.filter(Boolean)).toHaveLength(1);
    const keys = await redis.keys("downloads:*");
    expect(keys.filter((key) => key.includes("198.51"))).toEqual([]);
    for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(0);
  });

  test("while Redis is away each process counts for itself, and says so", async () => {
    const away = new Redis({ port: 9, lazyConnect: true, enableOfflineQueue: false, retryStrategy: () => null });
    away.on("error", () => {});
    const told: string[] = [];
    const { isFirst } = sharedDownloaders(away, (error) => told.push(error));
    expect([await isFirst(visit), await isFirst(visit)]).toEqual([true, false]);
    expect(told.length).toBeGreaterThan(0);
    away.disconnect();
  });
});
