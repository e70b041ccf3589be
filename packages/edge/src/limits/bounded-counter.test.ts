import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { boundedCounter } from "./bounded-counter.ts";

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;

/** What this process holds after everything that can go has gone, in MiB. */
function heldMib(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 / 1024;
}

describe("Q5: counters under keys that strangers choose", () => {
  test("Q5 a million keys take no more memory than the first 65,536, and each is still counted", () => {
    const counter = boundedCounter(10 * MINUTE_MS);
    const before = heldMib();
    for (let n = 0; n < 1_000_000; n += 1)
      counter.take(`address:2001:db8:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`, 1);
    const held = heldMib() - before;
    expect(held).toBeLessThan(24);
    // Used after the measurement: it was not collected before.
    expect(counter.take("address:2001:db8:0:0", 1).used).toBe(2);
    expect(counter.take("address:2001:db8:e:1", 1).used).toBeGreaterThanOrEqual(2);
  });

  test("Q5 no flood of keys gives anybody a fresh start: neither who came before it nor who came in it", () => {
    vi.useFakeTimers();
    const counter = boundedCounter(MINUTE_MS, 1_000);
    for (let n = 0; n < 10; n += 1) counter.take("early", 1);
    for (let n = 0; n < 10_000; n += 1) counter.take(`flood-${n}`, 1);
    for (let n = 0; n < 10; n += 1) counter.take("late", 1);
    for (let n = 0; n < 10_000; n += 1) counter.take(`more-${n}`, 1);
    expect(counter.take("early", 1).used).toBe(11);
    expect(counter.take("late", 1).used).toBeGreaterThanOrEqual(11);
    // Room among the keys that have a window of their own is none either, while the crowd's lasts.
    vi.advanceTimersByTime(30_000);
    const other = boundedCounter(MINUTE_MS, 1);
    other.take("first", 1);
    vi.advanceTimersByTime(50_000);
    for (let n = 0; n < 10; n += 1) other.take("second", 1);
    vi.advanceTimersByTime(15_000);
    expect(other.take("second", 1).used).toBe(11);
  });

  test("Q5 a flood costs those who come in it next to nothing of their own limit, and that for a window only", () => {
    vi.useFakeTimers();
    const counter = boundedCounter(MINUTE_MS, 1_000);
    for (let n = 0; n < 100_000; n += 1) counter.take(`flood-${n}`, 1);
    const first = Array.from({ length: 200 }, (_, n) => counter.take(`somebody-${n}`, 1).used);
    expect(Math.max(...first)).toBeLessThan(10);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(counter.take("somebody-0", 1)).toMatchObject({ used: 1 });
  });
});
