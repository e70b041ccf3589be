import { createRequire } from "node:module";
import type * as Recheck from "recheck";
import { expect, test } from "vitest";
import { ADDRESS } from "@gaia/reading";
import { INSTRUCTION_RULES } from "./rules.ts";

// recheck is CommonJS.
const { checkSync }: typeof Recheck = createRequire(import.meta.url)("recheck");

const patterns = new Map(
  INSTRUCTION_RULES.flatMap((rule) => [...rule.all, ...(rule.none ?? []), ...(rule.context?.any ?? [])])
    .concat(ADDRESS)
    .map((pattern) => [pattern.source, pattern]),
);

/** The lists of words, which are most of the patterns; with gaps of bounded length recheck takes the bound for a degree. */
test("recheck knows no text on which a list of words is worse than linear", { timeout: 600_000 }, () => {
  const lists = [...patterns.values()].filter(
    ({ source }) => source.length < 400 && !/\[\^|\\[Sw]\{|\.\{/.test(source),
  );
  expect(lists.length).toBeGreaterThan(20);
  const slow: string[] = [];
  for (const { source, flags } of lists) {
    if (checkSync(source, flags, { timeout: 1_000 }).status === "vulnerable") slow.push(source);
  }
  expect(slow).toEqual([]);
});
