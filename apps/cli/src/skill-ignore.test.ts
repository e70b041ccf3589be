import { expect, test } from "vitest";
import { globMatches, readSkillIgnore } from "./skill-ignore.ts";
import { startCost } from "../../../test/harness/cost.ts";

/** CPU time of this thread, in milliseconds: what a bound on work means on a machine that others use too. */
test("patterns: names at any depth, paths from the root, directories alone, comments", () => {
  const ignores = readSkillIgnore("# c\r\n*.log\n/top.txt\ndocs/*.md\nbuild/\n\n");
  const asked: [string, boolean, boolean][] = [
    ["a.log", false, true],
    ["x/y/a.log", false, true],
    ["a.log.txt", false, false],
    ["top.txt", false, true],
    ["x/top.txt", false, false],
    ["docs/a.md", false, true],
    ["docs/x/a.md", false, false],
    ["build", true, true],
    ["x/build", true, true],
    ["build", false, false],
    ["# c", false, false],
  ];
  for (const [path, isDirectory, expected] of asked)
    expect([path, ignores(path, isDirectory)]).toEqual([path, expected]);
});

test("Q1 a pattern made to crawl does not", () => {
  const cost = startCost();
  expect(globMatches(`${"*a".repeat(100)}b`, "a".repeat(2_000))).toBe(false);
  expect(cost()).toBeLessThan(20);
});
