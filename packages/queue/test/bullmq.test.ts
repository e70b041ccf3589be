import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { startRedis } from "../../../test/harness/redis-server.ts";
import { freshRedis } from "../../../test/harness/services.ts";
import { bullQueue } from "../src/bullmq.ts";
import type { Queue } from "../src/index.ts";
import { queueConformance } from "./conformance.ts";

/** No fault of Redis may ever end the process; vitest would only note it. */
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeAll(() => {
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
});
afterAll(() => {
  process.off("uncaughtException", note);
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

await describeWith("redis", "bullQueue against a real Redis", () => {
  queueConformance("bullQueue", async (retryBaseMs) => {
    const config = { url: await freshRedis(), retryBaseMs };
    return { queue: bullQueue(config), another: bullQueue(config) };
  });

  it("keeps two prefixes of one Redis apart", async () => {
    const url = await freshRedis();
    const [one, two] = [bullQueue({ url, prefix: "one" }), bullQueue({ url, prefix: "two" })];
    closeAfter(one, two);
    await one.ring({ name: "inspect", id: "x" });
    expect([await one.depth(), await two.depth()]).toEqual([1, 0]);
  });

  it("leaves nothing of done and dropped jobs in Redis, and never a word of the handler's error", async () => {
    const url = await freshRedis();
    const queue = bullQueue({ url, retryBaseMs: 30 });
    const redis = new Redis(url);
    closeAfter(queue, { close: async () => redis.disconnect() });
    await queue.work(
      { fine: async () => {}, failing: async () => Promise.reject(new Error("the-secret")) },
      { concurrency: 2, onError: () => {} },
    );
    await queue.ring({ name: "fine", id: "1" });
    await queue.ring({ name: "failing", id: "1" });
    let stored = "";
    while ((await queue.depth()) > 0) {
      for (const key of await redis.keys("gaia:jobs:[0-9]*"))
        stored += JSON.stringify(await redis.hgetall(key).catch(() => ({})));
      await pause(5);
    }
    expect(stored).toContain("the handler failed");
    expect(stored).not.toContain("the-secret");
    expect(await redis.keys("gaia:jobs:[0-9]*")).toEqual([]);
    expect(await redis.keys("gaia:jobs:de:*")).toEqual([]);
  });

  it("R4 a job whose worker dies without a word is taken up by another", async () => {
    const url = await freshRedis();
    const queue = bullQueue({ url });
    const redis = new Redis(url);
    closeAfter(queue, { close: async () => redis.disconnect() });
    let runs = 0;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const handlers = {
      inspect: async () => {
        if (++runs > 1) return;
        begin();
        await gate;
      },
    };
    const options = { concurrency: 1, onError: () => {} };
    await queue.work(handlers, options);
    await queue.ring({ name: "inspect", id: "orphan" });
    await begun;
    // What death looks like from outside: the lock runs out. (BullMQ looks twice, 30 seconds apart; a new worker looks as it starts.)
    for (let look = 0; look < 2; look++) {
      await redis.del(...(await redis.keys("gaia:jobs:*:lock")), "gaia:jobs:stalled-check");
      await queue.work(handlers, options);
      await pause(100);
    }
    await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(2), { timeout: 10_000 });
    release();
  });
});

await describeWith("redis", "R5 bullQueue when Redis forgets, stops or hangs", () => {
  it("goes on after FLUSHALL while a job runs", async () => {
    const { queue, redis } = await privateQueue();
    const seen: string[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const handler = async (id: string): Promise<void> => {
      begin();
      if (id === "running") await gate;
      seen.push(id);
    };
    await queue.work({ inspect: handler }, { concurrency: 2, onError: () => {} });
    await queue.ring({ name: "inspect", id: "running" });
    await begun;
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    expect(await queue.depth()).toBe(0);
    release();
    await vi.waitFor(() => expect(seen).toContain("running"), { timeout: 10_000 });
    await queue.ring({ name: "inspect", id: "running" });
    await queue.ring({ name: "inspect", id: "later" });
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(["later", "running", "running"]), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await queue.depth()).toBe(0), { timeout: 10_000 });
  });

  it("goes on after Redis was restarted empty, and rings fail fast meanwhile", async () => {
    const { queue, redis, faults } = await privateQueue();
    const seen: string[] = [];
    await queue.work({ inspect: async (id) => void seen.push(id) }, { concurrency: 1, onError: () => {} });
    await queue.ring({ name: "inspect", id: "before" });
    await vi.waitFor(() => expect(seen).toEqual(["before"]), { timeout: 10_000 });

    await redis.stop();
    await expectFastRefusal(() => queue.ring({ name: "inspect", id: "during" }));
    await expectFastRefusal(() => queue.check());
    await expectFastRefusal(() => queue.depth());
    await pause(1_500);
    const told = faults.filter(({ message }) => message.includes("ECONNREFUSED"));
    expect(told.length).toBe(1);

    const again = await startRedis(redis);
    onTestFinished(() => again.stop());
    await vi.waitFor(() => queue.ring({ name: "inspect", id: "after" }), { timeout: 10_000 });
    await vi.waitFor(() => expect(seen).toContain("after"), { timeout: 15_000 });
    await queue.check();
  });

  it("refuses rings within two seconds while Redis hangs, and hears them again afterwards", async () => {
    const { queue, redis } = await privateQueue();
    await queue.check();
    process.kill(redis.pid, "SIGSTOP");
    try {
      await expectFastRefusal(() => queue.ring({ name: "inspect", id: "x" }));
      await expectFastRefusal(() => queue.check());
    } finally {
      process.kill(redis.pid, "SIGCONT");
    }
    await vi.waitFor(() => queue.ring({ name: "inspect", id: "y" }), { timeout: 10_000 });
  });

  it("starts to work when Redis comes up later", async () => {
    const first = await startRedis();
    await first.stop();
    const queue = bullQueue({ url: first.url });
    closeAfter(queue);
    const seen: string[] = [];
    await queue.work({ inspect: async (id) => void seen.push(id) }, { concurrency: 1, onError: () => {} });
    await pause(300);
    const redis = await startRedis(first);
    onTestFinished(() => redis.stop());
    await vi.waitFor(() => queue.ring({ name: "inspect", id: "x" }), { timeout: 10_000 });
    await vi.waitFor(() => expect(seen).toEqual(["x"]), { timeout: 10_000 });
  });

  it("closes in bounded time while Redis is away, with a job running", async () => {
    const { queue, redis } = await privateQueue();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const worker = await queue.work(
      {
        inspect: async (_, abort) => {
          begin();
          await pause(3_600_000, undefined, { signal: abort });
        },
      },
      { concurrency: 1, onError: () => {} },
    );
    await queue.ring({ name: "inspect", id: "x" });
    await begun;
    await redis.stop();
    await worker.close({ graceMs: 100 });
    await queue.close();
  });
});

describe("bullQueue without a server", () => {
  it("opens, refuses rings in bounded time, and closes", async () => {
    const queue = bullQueue({ url: "redis://127.0.0.1:9" });
    const worker = await queue.work({}, { concurrency: 1, onError: () => {} });
    await expectFastRefusal(() => queue.ring({ name: "inspect", id: "x" }));
    await worker.close();
    await queue.close();
  });
});

async function privateQueue(): Promise<{
  queue: Queue;
  redis: Awaited<ReturnType<typeof startRedis>>;
  faults: Error[];
}> {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const faults: Error[] = [];
  const queue = bullQueue({ url: redis.url, retryBaseMs: 20, onFault: (error) => faults.push(error) });
  closeAfter(queue);
  return { queue, redis, faults };
}

function closeAfter(...closables: { close(): Promise<void> }[]): void {
  onTestFinished(async () => {
    for (const closable of closables) await closable.close();
  });
}

async function expectFastRefusal(act: () => Promise<unknown>): Promise<void> {
  await expect(act()).rejects.toMatchObject({ name: "QueueError", code: "unavailable" });
}
