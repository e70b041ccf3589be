import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, expect, it } from "vitest";
import { describeWith } from "../../../../test/harness/describe-with.ts";
import { startRedis } from "../../../../test/harness/redis-server.ts";
import { until } from "../../../../test/harness/until.ts";
import type { Logger } from "../logging/log.ts";
import { warnOfEviction } from "./warn-of-eviction.ts";

await describeWith("redis", "a Redis that drops keys (first week, B8)", () => {
  const endings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  });

  async function server(policy: string, again?: { port: number; password: string }) {
    const started = await startRedis(again, policy);
    endings.push(() => started.stop());
    return started;
  }
  function looking(url: string) {
    const warned: { event: string; policy: string; words: string }[] = [];
    const log = {
      warn: (fields: { event: string; policy: string }, words: string) => void warned.push({ ...fields, words }),
    } as unknown as Logger; // all that is used of it here
    // As `compose` opens it.
    const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 500 });
    redis.on("error", () => {});
    endings.push(() => redis.disconnect());
    warnOfEviction(redis, log);
    return { warned, redis };
  }
  /** Until it has answered what was asked of it, and what else it may be asked. */
  async function looked(redis: Redis): Promise<void> {
    await until(async () => redis.status === "ready", 10_000);
    for (let time = 0; time < 3; time += 1) await redis.ping();
    await pause(50);
  }

  it.each(["allkeys-lru", "volatile-ttl"])("%s is a warning with what is lost and the setting", async (policy) => {
    const { warned } = looking((await server(policy)).url);
    await until(async () => warned.length > 0, 10_000);
    expect(warned).toMatchObject([{ event: "redis_evicts", policy }]);
    expect(warned[0]?.words).toMatch(new RegExp(`maxmemory-policy ${policy}.*CONFIG SET maxmemory-policy noeviction`));
    expect(warned[0]?.words.includes("jobs that wait")).toBe(policy === "allkeys-lru");
  });

  it("noeviction is none, and one that comes back with another policy is", async () => {
    const first = await server("noeviction");
    const { warned, redis } = looking(first.url);
    await looked(redis);
    expect(warned).toEqual([]);
    await first.stop();
    await server("allkeys-random", first);
    await until(async () => warned.length > 0, 15_000);
    expect(warned).toMatchObject([{ policy: "allkeys-random" }]);
  });

  it("is found where CONFIG or INFO is forbidden, and where both are, nothing fails", async () => {
    const { url, port, password } = await server("allkeys-lru");
    const admin = new Redis(url);
    endings.push(() => admin.disconnect());
    const allowed = async (name: string, ...rules: string[]) => {
      await admin.acl("SETUSER", name, "on", `>${password}`, "~*", "&*", "+@all", ...rules);
      return looking(`redis://${name}:${password}@127.0.0.1:${port}`);
    };
    for (const forbidden of ["-config", "-info"]) {
      const { warned } = await allowed(`without${forbidden}`, forbidden);
      await until(async () => warned.length > 0, 10_000);
      expect(warned, forbidden).toMatchObject([{ policy: "allkeys-lru" }]);
    }
    const { warned, redis } = await allowed("neither", "-config", "-info");
    await looked(redis);
    expect(warned).toEqual([]);
    expect(await redis.ping()).toBe("PONG");
  });
});
