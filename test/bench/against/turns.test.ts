import { expect, test } from "vitest";
import { spread } from "../published-sample.ts";
import { comparisonTable, compared, ratioOf } from "./comparison.ts";
import { inspectionRows, tellInspections } from "./inspections-report.ts";
import { turnsOf } from "./turns.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test("the chosen skills are evenly spread, each once, and all where there are fewer", () => {
  expect(spread(numbers(10), 4)).toEqual([0, 2, 5, 7]);
  expect(spread(numbers(3), 100)).toEqual([0, 1, 2]);
  expect(spread(numbers(7), Infinity)).toEqual(numbers(7));
});

test("both builds are given each block, one right after the other, and take turns in being first", () => {
  const turns = turnsOf(numbers(12), 3);
  expect(turns.map(({ side, sending, items }) => `${side} ${sending} ${items}`)).toEqual([
    "old at once 0,2,4",
    "new at once 0,2,4",
    "old one by one 1,3,5",
    "new one by one 1,3,5",
    "new at once 6,8,10",
    "old at once 6,8,10",
    "new one by one 7,9,11",
    "old one by one 7,9,11",
  ]);
});

test.each([0, 1, 2, 7, 20, 21, 100])("of %d skills each build gets every one, once", (count) => {
  for (const side of ["old", "new"]) {
    const given = turnsOf(numbers(count), 10).flatMap((turn) => (turn.side === side ? turn.items : []));
    expect(given.toSorted((a, b) => a - b)).toEqual(numbers(count));
  }
});

test("a ratio is the new build's share of the old one's, or none", () => {
  expect(ratioOf({ old: 400, new: 100 })).toBe(0.25);
  expect(ratioOf({ old: 0, new: 100 })).toBeNull();
  expect(ratioOf({ old: NaN, new: 100 })).toBeNull();
  expect(ratioOf({ old: 400, new: NaN })).toBeNull();
  const rows = [compared("p50 ms", 1, (side) => (side === "old" ? 400 : 100)), compared("none", 0, () => NaN)];
  expect(comparisonTable(rows)).toEqual({
    head: ["what", "old", "new", "new : old"],
    rows: [
      ["p50 ms", "400.0", "100.0", "0.25"],
      ["none", "-", "-", "-"],
    ],
  });
});

test("a minute's inspections are of what was sent at once, the wait of what was sent one by one, and a skill that ends otherwise is named", () => {
  const of = (end: string, scale: number) => ({
    fates: [
      { folder: "a", end: "ALLOW", sentAt: 0, endedAt: 1 },
      { folder: "b", end, sentAt: 0, endedAt: end === "none" ? null : 2 },
    ],
    busyMs: 30_000 * scale,
    finished: 10,
    waitedMs: [100 * scale, 300 * scale, 200 * scale],
    cpuMs: 4_000 * scale,
    most: { server: 500, all: 600 },
  });
  const results = { old: of("REVIEW", 2), new: of("none", 1) };
  const rows = inspectionRows(results);
  expect(rows.map((row) => [row.what, row.old, row.new])).toEqual([
    ["inspections a minute, two at a time", 10, 20],
    ["publish to verdict, p50 ms", 400, 200],
    ["publish to verdict, p95 ms", 600, 300],
    ["CPU seconds a skill", 4, 4],
    ["resident at most, MiB: server", 500, 500],
    ["resident at most, MiB: server and its children", 600, 600],
    ["ALLOW", 1, 1],
    ["REVIEW", 1, 0],
    ["none", 0, 1],
  ]);
  expect(tellInspections(rows, results)).toMatch(/\n1 skills end otherwise\.\n- b: REVIEW, now none$/);
});
