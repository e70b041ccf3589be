import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FailedJob, Handlers, Queue, Worker } from "../src/index.ts";

export interface OpenedQueue {
  queue: Queue;
  /** The same queue as seen by another process; undefined where there is no such thing. */
  another?: Queue | undefined;
}

/** Most tests run with failed jobs tried again after 20, 40, 80 … ms. */
const RETRY_BASE_MS = 20;

interface Failure extends FailedJob {
  error: unknown;
}

/** What every adapter of `Queue` must do. `open` gives an empty queue whose first retry comes after `retryBaseMs`. */
export function queueConformance(title: string, open: (retryBaseMs: number) => Promise<OpenedQueue>): void {
  describe(title, () => {
    let opened: OpenedQueue;
    let queue: Queue;
    let failures: Failure[];
    const work = (handlers: Handlers, concurrency = 4, on = queue): Promise<Worker> =>
      on.work(handlers, { concurrency, onError: (job, error) => failures.push({ ...job, error }) });
    const settled = (): Promise<void> =>
      vi.waitFor(async () => expect(await queue.depth()).toBe(0), { timeout: 15_000, interval: 20 });

    beforeEach(async () => {
      failures = [];
      opened = await open(RETRY_BASE_MS);
      queue = opened.queue;
    });
    afterEach(async () => {
      await opened.another?.close();
      await queue.close();
    });

    it("runs every job that was rung, before and after the worker came, and ends empty", async () => {
      const seen: string[] = [];
      await Promise.all(range(30).map((n) => queue.ring({ name: "inspect", id: `early-${n}` })));
      expect(await queue.depth()).toBe(30);
      await work({ inspect: async (id) => void seen.push(id) });
      await Promise.all(range(30).map((n) => queue.ring({ name: "inspect", id: `late-${n}` })));
      await settled();
      expect(new Set(seen)).toEqual(new Set(range(30).flatMap((n) => [`early-${n}`, `late-${n}`])));
      expect(seen.length).toBe(60);
      expect(failures).toEqual([]);
    });

    it("gives each job to the handler of its name, with its id", async () => {
      const seen: string[] = [];
      await work({
        inspect: async (id) => void seen.push(`inspect:${id}`),
        "index-skill": async (id) => void seen.push(`index:${id}`),
      });
      await queue.ring({ name: "inspect", id: "1" });
      await queue.ring({ name: "index-skill", id: "1" });
      await settled();
      expect(seen.toSorted()).toEqual(["index:1", "inspect:1"]);
    });

    it("tries a failing job again with growing pauses until it succeeds, and tells of each failure", async () => {
      const times: number[] = [];
      await work({
        inspect: async () => {
          times.push(Date.now());
          if (times.length < 4) throw new Error(`failure ${times.length}`);
        },
      });
      await queue.ring({ name: "inspect", id: "flaky" });
      await settled();
      expect(times.length).toBe(4);
      const told = failures.map(({ id, attempt, willRetry, error }) => [
        id,
        attempt,
        willRetry,
        (error as Error).message,
      ]);
      expect(told).toEqual([1, 2, 3].map((n) => ["flaky", n, true, `failure ${n}`]));
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(pauses[2]).toBeGreaterThanOrEqual(4 * RETRY_BASE_MS - 5);
    });

    it("gives up after five more attempts, whatever is thrown, and takes the next ring afresh", async () => {
      let runs = 0;
      await work({
        inspect: async () => {
          runs++;
          // eslint-disable-next-line no-throw-literal -- handlers of others may throw anything
          throw runs % 2 === 0 ? null : "a string";
        },
      });
      await queue.ring({ name: "inspect", id: "hopeless" });
      await settled();
      expect(runs).toBe(6);
      expect(failures.map(({ willRetry }) => willRetry)).toEqual([true, true, true, true, true, false]);
      await queue.ring({ name: "inspect", id: "hopeless" });
      await vi.waitFor(() => expect(runs).toBeGreaterThan(6), { timeout: 10_000 });
      await settled();
    });

    it("reports a job that nobody handles, also one named like a method of every object, and goes on", async () => {
      const seen: string[] = [];
      await work({ inspect: async (id) => void seen.push(id) });
      await queue.ring({ name: "constructor", id: "x" });
      await queue.ring({ name: "inspect", id: "y" });
      const unknown = { name: "constructor", error: { code: "unknown_job" } };
      await vi.waitFor(() => expect(failures[0]).toMatchObject(unknown), { timeout: 10_000 });
      await settled();
      expect(seen).toEqual(["y"]);
    });

    it("never runs more jobs at once than the concurrency says, and does run that many", async () => {
      let [running, most] = [0, 0];
      const handler = async (): Promise<void> => {
        most = Math.max(most, ++running);
        await pause(15);
        running--;
      };
      await work({ inspect: handler, index: handler }, 3);
      await Promise.all(range(20).map((n) => queue.ring({ name: n % 2 === 0 ? "inspect" : "index", id: `${n}` })));
      await settled();
      expect(most).toBe(3);
    });

    it("counts rings that nobody has taken yet as one", async () => {
      let runs = 0;
      for (const _ of range(5)) await queue.ring({ name: "inspect", id: "same" });
      expect(await queue.depth()).toBe(1);
      await work({ inspect: async () => void runs++ });
      await settled();
      expect(runs).toBe(1);
    });

    it("runs a job once more when it is rung while it runs, and not beside itself", async () => {
      let [runs, running, most] = [0, 0, 0];
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      await work({
        inspect: async () => {
          runs++;
          most = Math.max(most, ++running);
          begin();
          await gate;
          running--;
        },
      });
      await queue.ring({ name: "inspect", id: "again" });
      await begun;
      for (const _ of range(3)) await queue.ring({ name: "inspect", id: "again" });
      open();
      await vi.waitFor(() => expect(runs).toBe(2), { timeout: 10_000 });
      await settled();
      expect([runs, most]).toEqual([2, 1]);
    });

    it("runs a delayed job not before its time, and a ring without delay is not held back by it", async () => {
      const seen: [string, number][] = [];
      await work({ inspect: async (id) => void seen.push([id, Date.now()]) });
      const begun = Date.now();
      await queue.ring({ name: "inspect", id: "later", delayMs: 300 });
      await queue.ring({ name: "inspect", id: "now", delayMs: 600_000 });
      await queue.ring({ name: "inspect", id: "now" });
      await vi.waitFor(() => expect(seen.map(([id]) => id)).toContain("now"), { timeout: 10_000 });
      await vi.waitFor(() => expect(seen.map(([id]) => id)).toContain("later"), { timeout: 10_000 });
      const at = seen.find(([id]) => id === "later")?.[1] ?? 0;
      expect(at - begun).toBeGreaterThanOrEqual(295);
      expect(at - begun).toBeLessThan(3_000);
    });

    it("hurries the retry of a failed job that is rung again", async () => {
      const patient = await open(600_000);
      let runs = 0;
      const handler = async (): Promise<void> => {
        if (++runs === 1) throw new Error("not yet");
      };
      await work({ inspect: handler }, 1, patient.queue);
      await patient.queue.ring({ name: "inspect", id: "hurry" });
      await vi.waitFor(() => expect(failures.length).toBe(1), { timeout: 10_000 });
      await pause(100);
      expect(runs).toBe(1);
      await patient.queue.ring({ name: "inspect", id: "hurry" });
      await vi.waitFor(() => expect(runs).toBe(2), { timeout: 10_000 });
      await vi.waitFor(async () => expect(await patient.queue.depth()).toBe(0), { timeout: 10_000 });
      await patient.another?.close();
      await patient.queue.close();
    });

    it("shares the load between two workers, and gives each ring to one of them", async () => {
      const ran: string[][] = [[], []];
      const handlers = ran.map((list): Handlers => ({
        inspect: async (id) => {
          list.push(id);
          await pause(10);
        },
      }));
      await work(handlers[0] ?? {}, 2);
      await work(handlers[1] ?? {}, 2, opened.another ?? queue);
      await Promise.all(range(40).map((n) => queue.ring({ name: "inspect", id: `${n}` })));
      await settled();
      const [one = [], two = []] = ran;
      expect([...one, ...two].toSorted()).toEqual(range(40).map(String).toSorted());
      expect(Math.min(one.length, two.length)).toBeGreaterThan(5);
    });

    it("waits for running jobs when a worker closes, and takes no more", async () => {
      const ended: string[] = [];
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const worker = await work(
        {
          inspect: async (id) => {
            begin();
            await pause(150);
            ended.push(id);
          },
        },
        1,
      );
      await queue.ring({ name: "inspect", id: "first" });
      await begun;
      await queue.ring({ name: "inspect", id: "second" });
      await worker.close();
      expect(ended).toEqual(["first"]);
      expect(await queue.depth()).toBe(1);
      await worker.close();
    });

    it("aborts a job after the grace time, and another worker takes it up again without a failure told", async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const worker = await work({
        inspect: async (_, abort) => {
          begin();
          await pause(3_600_000, undefined, { signal: abort });
        },
      });
      await queue.ring({ name: "inspect", id: "long" });
      await begun;
      const closing = Date.now();
      await worker.close({ graceMs: 100 });
      expect(Date.now() - closing).toBeGreaterThanOrEqual(95);
      const seen: string[] = [];
      await work({ inspect: async (id) => void seen.push(id) });
      await vi.waitFor(() => expect(seen).toEqual(["long"]), { timeout: 10_000 });
      await settled();
      expect(failures).toEqual([]);
    });

    it("fresh jobs go before retries, and those before the background, whatever was rung first", async () => {
      const seen: string[] = [];
      for (const urgency of ["background", "retry", "fresh"] as const)
        for (const n of range(3)) await queue.ring({ name: "inspect", id: `${urgency}-${n}`, urgency });
      expect(await queue.depth()).toBe(9);
      await work({ inspect: async (id) => void seen.push(id) }, 1);
      await settled();
      const inOrder = ["fresh", "retry", "background"].flatMap((urgency) => range(3).map((n) => `${urgency}-${n}`));
      expect(seen).toEqual(inOrder);
    });

    it("what waits to be tried again takes no place, and goes behind what is fresh when its turn comes", async () => {
      const seen: string[] = [];
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      await work(
        {
          inspect: async (id) => {
            seen.push(id);
            if (id === "failing" && seen.filter((each) => each === id).length === 1) throw new Error("once");
            if (id === "long") await gate;
          },
        },
        1,
      );
      await queue.ring({ name: "inspect", id: "failing" });
      await queue.ring({ name: "inspect", id: "later", delayMs: 200, urgency: "retry" });
      await vi.waitFor(() => expect(failures.length).toBe(1), { timeout: 10_000 });
      // Its place is free at once; meanwhile its pause, and that of the delayed one, go by.
      await queue.ring({ name: "inspect", id: "long" });
      await vi.waitFor(() => expect(seen).toContain("long"), { timeout: 10_000 });
      await pause(500);
      await queue.ring({ name: "inspect", id: "fresh" });
      open();
      await settled();
      const after = seen.slice(seen.indexOf("long") + 1);
      expect(after.indexOf("fresh")).toBeLessThan(after.indexOf("later"));
      // Where its turn came before the long one began, it has run already.
      const again = after.indexOf("failing");
      if (again !== -1) expect(after.indexOf("fresh")).toBeLessThan(again);
    });

    it("refuses what is not a job", async () => {
      const jobs = [
        { name: "", id: "x" },
        { name: "a:b", id: "x" },
        { name: "A", id: "x" },
        { name: "a".repeat(65), id: "x" },
        { name: "inspect", id: "" },
        { name: "inspect", id: "a b" },
        { name: "inspect", id: "a\n" },
        { name: "inspect", id: "x".repeat(201) },
        { name: "inspect", id: "x", urgency: "constructor" as never },
        { name: "inspect", id: "x", delayMs: -1 },
        { name: "inspect", id: "x", delayMs: Number.NaN },
        { name: "inspect", id: "x", delayMs: 2 ** 40 },
      ];
      for (const job of jobs)
        await expect(queue.ring(job), JSON.stringify(job)).rejects.toMatchObject({ code: "invalid_job" });
      expect(await queue.depth()).toBe(0);
    });

    it("opens its door when asked, and is shut after close", async () => {
      await queue.check();
      await queue.close();
      await queue.close();
      await expect(queue.ring({ name: "inspect", id: "x" })).rejects.toMatchObject({
        name: "QueueError",
        code: "closed",
      });
      await expect(queue.check()).rejects.toMatchObject({ code: "closed" });
    });
  });
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
