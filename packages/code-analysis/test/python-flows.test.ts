import { describe, expect, test } from "vitest";
import { judged } from "./judged-code.ts";
import { FLOWS, STARTED } from "./python-flows.ts";
import { HONEST_FLOWS } from "./python-honest-flows.ts";

describe.each(Object.entries(FLOWS))("%s", (_title, samples) => {
  test.each(samples.map((sample, index) => [index, sample]))("program %i is held", async (_index, sample) => {
    const { held, found } = await judged({ "scripts/tool.py": sample });
    expect(held.length, `${found.join("\n")}\n---\n${sample}`).toBeGreaterThan(0);
  });
});

test.each(STARTED)("%s is held", async (path, text) => {
  const { held } = await judged({ [path]: text });
  expect(held.length).toBeGreaterThan(0);
});

test.each(HONEST_FLOWS.map((sample, index) => [index, sample]))(
  "an honest program that resembles one is not held: %i",
  async (_index, sample) => {
    const { held } = await judged({ "scripts/tool.py": sample });
    expect(held, sample).toEqual([]);
  },
);
