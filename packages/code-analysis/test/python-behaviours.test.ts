import { describe, expect, test } from "vitest";
import { judged } from "./judged-code.ts";
import { BENIGN, BENIGN_WITH_PURPOSE } from "./python-benign.ts";
import { MALICIOUS } from "./python-malicious.ts";
import { MALICIOUS_OTHERWISE } from "./python-malicious-otherwise.ts";

describe.each(Object.entries(MALICIOUS))("%s", (rule, samples) => {
  test.each(samples.map((sample, index) => [index, sample]))("sample %i is held", async (_index, sample) => {
    const { held, found } = await judged({ "scripts/tool.py": sample });
    expect(
      held.some((each) => each.includes(rule)),
      `${found.join("\n")}\n---\n${sample}`,
    ).toBe(true);
  });
});

test.each(MALICIOUS_OTHERWISE.map((sample, index) => [index, sample]))(
  "a behaviour in other words is held: %i",
  async (_index, sample) => {
    const { held, found } = await judged({ "scripts/tool.py": sample });
    expect(held.length, `${found.join("\n")}\n---\n${sample}`).toBeGreaterThan(0);
  },
);

describe("what honest skills do is not held", () => {
  test.each(BENIGN.map((sample, index) => [index, sample]))("sample %i", async (_index, sample) => {
    const { held } = await judged({ "scripts/tool.py": sample });
    expect(held, sample).toEqual([]);
  });

  test.each(BENIGN_WITH_PURPOSE)("%s", async (description, sample) => {
    expect((await judged({ "scripts/tool.py": sample }, description)).held, sample).toEqual([]);
  });
});
