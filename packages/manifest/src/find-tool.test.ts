import { expect, test } from "vitest";
import { findTool } from "./find-tool.ts";

test.each([
  ["cal-demo", ["cal-demo"], "cal-demo"],
  ["cal_demo", ["cal-demo"], "cal-demo"],
  ["cal-demo", ["cal_demo"], "cal_demo"],
  ["cal_demo", ["cal-demo", "cal_demo"], "cal_demo"],
  ["cal-demo", ["cal_demo", "cal-demo"], "cal-demo"],
  // Neither is meant more than the other.
  ["a-b_c", ["a-b-c", "a_b_c"], undefined],
  ["Cal-demo", ["cal-demo"], undefined],
  ["caldemo", ["cal-demo"], undefined],
])("%s of %j is %s (first week, A2)", (asked, names, found) => {
  expect(
    findTool(
      names.map((name) => ({ name })),
      asked,
    )?.name,
  ).toBe(found);
});
