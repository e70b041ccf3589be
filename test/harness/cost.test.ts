import { expect, test } from "vitest";
import { startCost } from "./cost.ts";

/** Every pair of lines: what a bound on cost is there to notice. */
function pairs(lines: string[]): number {
  let same = 0;
  for (const one of lines) for (const other of lines) if (one.slice(1) === other.slice(1)) same += 1;
  return same;
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at} line ${at}`);

function costOfPairs(count: number): number {
  const text = lines(count);
  const cost = startCost();
  pairs(text);
  return cost();
}

test("a cost is a ratio: work of the square of its size stands out, on any machine", () => {
  costOfPairs(500);
  const few = costOfPairs(500);
  const many = costOfPairs(4_000);
  // Eight times the lines cost 64 times as much; a linear text would cost 8 times.
  expect(many).toBeGreaterThan(few * 20);
  expect(many).toBeGreaterThan(20);
});

test("nothing costs nothing, and what the code stops at by itself is taken off", () => {
  expect(startCost()()).toBeLessThan(1);
  const cost = startCost();
  pairs(lines(2_000));
  expect(cost(60_000)).toBe(0);
});
