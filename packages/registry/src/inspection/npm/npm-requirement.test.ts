import { expect, test } from "vitest";
import { startCost } from "../../../../../test/harness/cost.ts";
import { barePin, distinctPins } from "./npm-requirement.ts";

const asked = { name: "a", range: "1.0.0", exactVersion: "1.0.0", isDev: false, file: null, line: null };
const needing = (needs: string[]) => ({ ...barePin(asked, "1.0.0"), needs });

test("one version in several places needs what it needs in any, each once", () => {
  const pins = [needing(["c@1.0.0", "b@1.0.0"]), barePin(asked, "1.0.0"), needing(["b@1.0.0", "b@2.0.0"])];
  expect(distinctPins(pins)).toEqual([needing(["b@1.0.0", "b@2.0.0", "c@1.0.0"])]);
  expect(distinctPins([barePin(asked, "1.0.0")])[0]?.needs).toBeNull();
});

test("thousands of places with thousands of needs cost what there is to read", () => {
  const needs = Array.from({ length: 4_000 }, (_, n) => `need-${n}@1.0.0`);
  const pins = [needing(needs), ...needs.map((_, n) => needing([`other-${n}@1.0.0`]))];
  const costOf = startCost();
  expect(distinctPins(pins)[0]?.needs).toHaveLength(8_000);
  expect(costOf()).toBeLessThan(100);
});
