import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Rate } from "../terms/rate.ts";
import { rateLimits } from "./rate-limits.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const NONE: Record<Rate, number> = {
  reads: 0,
  writes: 0,
  token_reads: 0,
  token_writes: 0,
  sign_in: 0,
  codes: 0,
  token_codes: 0,
  mail: 0,
};
const inMemory = (limits: Partial<Record<Rate, number>>) => rateLimits({ limits: { ...NONE, ...limits }, redis: null });

test("counts each key for itself, to the limit and no further, and anew when its minute is over", () => {
  const limits = inMemory({ reads: 2 });
  const told = { rate: "reads", limit: 2 };
  expect(limits.consume("reads", "a")).toEqual({ ...told, left: 1, resetSeconds: 60, allowed: true });
  vi.advanceTimersByTime(20_000);
  expect(limits.consume("reads", "a")).toEqual({ ...told, left: 0, resetSeconds: 40, allowed: true });
  expect(limits.consume("reads", "a")).toEqual({ ...told, left: 0, resetSeconds: 40, allowed: false });
  expect(limits.consume("reads", "b")).toMatchObject({ left: 1, allowed: true });
  vi.advanceTimersByTime(40_000);
  expect(limits.consume("reads", "a")).toMatchObject({ left: 1, resetSeconds: 60, allowed: true });
  // Its window began later and is still open.
  expect(limits.consume("reads", "b")).toMatchObject({ left: 0, resetSeconds: 20, allowed: true });
});

test("a limit of 0 is no limit", () => {
  expect(inMemory({ reads: 1 }).consume("writes", "a")).toBeNull();
});

test("what costs more takes more, and what is given back counts no more", () => {
  const limits = inMemory({ sign_in: 10 });
  expect(limits.consume("sign_in", "a", 7)).toMatchObject({ left: 3, resetSeconds: 900, allowed: true });
  expect(limits.consume("sign_in", "a", 4)).toMatchObject({ left: 0, allowed: false });
  limits.giveBack("sign_in", "a", 4);
  limits.giveBack("sign_in", "a");
  expect(limits.consume("sign_in", "a")).toMatchObject({ left: 3, allowed: true });
});

test("what costs more than a whole limit takes all of it, and gives back what it took", () => {
  const limits = inMemory({ reads: 10 });
  expect(limits.consume("reads", "a", 80)).toMatchObject({ left: 0, allowed: true });
  expect(limits.consume("reads", "a")).toMatchObject({ left: 0, allowed: false });
  limits.giveBack("reads", "a", 80);
  expect(limits.consume("reads", "a")).toMatchObject({ left: 8, allowed: true });
});

test("keys of any length are counted, each for itself", () => {
  const limits = inMemory({ mail: 1 });
  const long = "x".repeat(1_000_000);
  expect(limits.consume("mail", `${long}a`)).toMatchObject({ allowed: true });
  expect(limits.consume("mail", `${long}b`)).toMatchObject({ allowed: true });
  expect(limits.consume("mail", `${long}a`)).toMatchObject({ allowed: false });
});
