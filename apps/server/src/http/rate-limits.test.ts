import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rateLimits } from "./rate-limits.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("counts each key for itself, to the limit and no further, and anew when its minute is over", () => {
  const limits = rateLimits({ reads: 2, writes: 0, redis: null });
  expect(limits.consume("reads", "a")).toEqual({ limit: 2, left: 1, resetSeconds: 60, allowed: true });
  vi.advanceTimersByTime(20_000);
  expect(limits.consume("reads", "a")).toEqual({ limit: 2, left: 0, resetSeconds: 40, allowed: true });
  expect(limits.consume("reads", "a")).toEqual({ limit: 2, left: 0, resetSeconds: 40, allowed: false });
  expect(limits.consume("reads", "b")).toMatchObject({ left: 1, allowed: true });
  vi.advanceTimersByTime(40_000);
  expect(limits.consume("reads", "a")).toMatchObject({ left: 1, resetSeconds: 60, allowed: true });
  // Its window began later and is still open.
  expect(limits.consume("reads", "b")).toMatchObject({ left: 0, resetSeconds: 20, allowed: true });
});

test("a limit of 0 is no limit", () => {
  expect(rateLimits({ reads: 1, writes: 0, redis: null }).consume("writes", "a")).toBeNull();
});
