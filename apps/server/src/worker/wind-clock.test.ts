import { expect, test } from "vitest";
import { CLOCKS, type Clock } from "./clocks.ts";
import { windClock } from "./wind-clock.ts";
import type { WorkerServices } from "./worker-services.ts";

/** A clock whose turns end when they are told to. */
function heldTurns() {
  const turns: { isFirst: boolean; end(): void; fail(): void }[] = [];
  const run: Clock["run"] = (_, { isFirst }) =>
    new Promise((resolve, reject) => {
      turns.push({ isFirst, end: () => resolve({ did: turns.length }), fail: () => reject(new Error("away")) });
    });
  return { turns, run };
}

/** What a clock is given, as far as it uses that, and the lines that it wrote. */
function worker() {
  const lines: string[] = [];
  const write = (_: object, message: string) => lines.push(message);
  // A clock writes lines and reads settings; what a row's `run` needs beside them is its own.
  const services = { log: { info: write, warn: write, error: write }, settings: {} } as unknown as WorkerServices;
  return { services, lines };
}

const soon = { name: "tick", abort: new AbortController().signal };

test("turns of one clock do not overlap, and the next one comes after a failure", async () => {
  const { services, lines } = worker();
  const { turns, run } = heldTurns();
  const stop = windClock(services, { ...soon, clock: { periodMs: () => 5, firstMs: 0, isAwaited: true, run } });
  expect(turns.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(turns.length).toBe(1);
  turns[0]?.fail();
  await expect.poll(() => turns.length).toBe(2);
  // None had come to its end.
  expect(turns[1]?.isFirst).toBe(true);
  turns[1]?.end();
  await expect.poll(() => turns.length).toBe(3);
  expect(turns[2]?.isFirst).toBe(false);
  expect(lines).toEqual(["tick failed; the next turn tries again", "tick"]);
  const stopped = stop();
  turns[2]?.end();
  await stopped;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(turns.length).toBe(3);
});

test("the end of the worker waits for a turn of those clocks alone that say so", async () => {
  for (const isAwaited of [true, false]) {
    const { services } = worker();
    const { turns, run } = heldTurns();
    let isStopped = false;
    const stop = windClock(services, { ...soon, clock: { periodMs: () => 60_000, firstMs: 0, isAwaited, run } });
    const stopped = stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(!isAwaited);
    turns[0]?.end();
    await stopped;
  }
});

test("every clock has a period that a timer can count", () => {
  const settings = {
    WORKER_CONCURRENCY: 1,
    LEASE_SECONDS: 30,
    SWEEP_SECONDS: 60,
    INSPECTION_DEADLINE_SECONDS: 600,
    ORPHAN_HOURS: 24,
  };
  for (const [name, { periodMs, firstMs }] of Object.entries(CLOCKS)) {
    expect([name, periodMs(settings)]).toEqual([name, expect.any(Number)]);
    expect(Math.max(periodMs(settings), firstMs ?? 0)).toBeLessThan(2 ** 31);
    expect(periodMs(settings)).toBeGreaterThanOrEqual(1_000);
  }
});
