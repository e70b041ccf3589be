import { afterAll, expect, test } from "vitest";
import { type BoundedThreads, boundedThreads, TaskLost } from "./bounded-threads.ts";

const opened: BoundedThreads[] = [];
afterAll(() => Promise.all(opened.map((pool) => pool.close())));

function threads(changes: { cpuMs?: number; wallMs?: number; heapMb?: number; waiting?: number } = {}): BoundedThreads {
  const file = new URL("../../test/hostile-thread.ts", import.meta.url);
  const pool = boundedThreads(file, 1, { cpuMs: 400, wallMs: 20_000, heapMb: 64, waiting: 64, ...changes });
  opened.push(pool);
  return pool;
}

const lostBy = (running: Promise<unknown>) =>
  running.then(
    () => null,
    (error: unknown) => (error instanceof TaskLost ? error.code : error),
  );

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

test("a task that comes to its end gives its result, and its thread is used again", async () => {
  const pool = threads();
  const first = await pool.run<{ thread: number }>("answer", { n: 1 });
  expect(await pool.run("answer", { n: 2 })).toEqual({ n: 2, thread: first.thread });
});

test.for(["spin", "backtrack", "spinElsewhere"])(
  "%s: lost at its bound of CPU time, and the next task works",
  async (name) => {
    const pool = threads();
    await pool.run("answer", {});
    const before = cpuMs();
    expect(await lostBy(pool.run(name, {}))).toBe("cpu");
    // The bound again for one look more, and again for a busy machine's delays.
    expect(cpuMs() - before).toBeLessThan(3 * 400);
    expect(await pool.run("answer", { n: 3 })).toMatchObject({ n: 3 });
  },
);

test("sleeping costs no CPU time: the time of the clock ends it", async () => {
  const pool = threads({ wallMs: 300 });
  expect(await lostBy(pool.run("sleep", {}))).toBe("wall");
  expect(await pool.run("answer", { n: 4 })).toMatchObject({ n: 4 });
});

test.for(["fillHeap", "growString", "growArray", "exitForMemory"])(
  "%s: lost for its memory, and the process lives",
  async (name) => {
    const pool = threads({ cpuMs: 20_000 });
    expect(await lostBy(pool.run(name, {}))).toBe("memory");
    expect(await pool.run("answer", { n: 5 })).toMatchObject({ n: 5 });
  },
);

test("a thread that throws, or ends, loses its own task alone", async () => {
  const pool = threads();
  const ended = await Promise.all([
    lostBy(pool.run("fail", {})),
    pool.run("answer", { n: 6 }),
    lostBy(pool.run("exit", {})),
    pool.run("answer", { n: 7 }),
    lostBy(pool.run("spin", {})),
    pool.run("answer", { n: 8 }),
  ]);
  const n = (each: number) => expect.objectContaining({ n: each });
  expect(ended).toEqual(["crash", n(6), "crash", n(7), "cpu", n(8)]);
});

test("a task that is no longer wanted is stopped, whether it runs or waits", async () => {
  const pool = threads({ cpuMs: 20_000 });
  await pool.run("answer", {});
  const abort = new AbortController();
  const options = { abort: abort.signal };
  const ended = [lostBy(pool.run("spin", {}, options)), lostBy(pool.run("spin", {}, options))];
  setTimeout(() => abort.abort(), 100);
  expect(await Promise.all(ended)).toEqual(["aborted", "aborted"]);
  expect(await lostBy(pool.run("answer", {}, options))).toBe("aborted");
  expect(await pool.run("answer", { n: 9 })).toMatchObject({ n: 9 });
});

test("who waits behind another is not charged for it", async () => {
  const pool = threads({ cpuMs: 300 });
  await pool.run("answer", {});
  const ended = await Promise.all([
    lostBy(pool.run("spin", {})),
    pool.run("work", { ms: 150 }),
    pool.run("work", { ms: 150 }),
  ]);
  expect(ended).toEqual(["cpu", "worked", "worked"]);
});

test("no more wait than may: the others are told at once", async () => {
  const pool = threads({ waiting: 2 });
  const ended = await Promise.all(Array.from({ length: 8 }, () => lostBy(pool.run("work", { ms: 20 }))));
  expect(ended).toEqual([null, null, null, "full", "full", "full", "full", "full"]);
});
