import { describe, expect, test } from "vitest";
import type { Finding } from "@gaia/findings";
import { cpuMs } from "../../../test/harness/cpu-time.ts";
import { plainReadingMs } from "../../../test/harness/cost.ts";
import { ADDRESS, viewSkill } from "@gaia/reading";
import { readRuleExamples } from "../test/examples/rule-examples.ts";
import { WITHOUT_GRAMMARS } from "../test/without-grammars.ts";
import { instructionAnalyser } from "./instruction-analyser.ts";
import { INSTRUCTION_RULES } from "./rules.ts";

const EXAMPLES = await readRuleExamples();

const RANK = { low: 0, medium: 1, high: 2, critical: 3 };

async function findingsOf(body: string): Promise<Finding[]> {
  const bytes = new TextEncoder().encode(`---\nname: sample\ndescription: A sample\n---\n\n# Sample\n\n${body}\n`);
  const view = viewSkill({
    files: [{ path: "SKILL.md", bytes }],
    nested: [],
    about: { name: "sample", description: "A sample", publisher: "somebody", links: [], requirements: [] },
  });
  const result = await instructionAnalyser.analyse(view, WITHOUT_GRAMMARS);
  return result.findings;
}

describe.each(INSTRUCTION_RULES.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const isFull = ({ rule: found, severity }: Finding) =>
    found === `instructions/${id}` && RANK[severity] >= RANK[rule.severity];

  const { positive, negative } = EXAMPLES.get(id) ?? { positive: [], negative: [] };

  test("has enough examples", () => {
    expect(positive.length).toBeGreaterThanOrEqual(4);
    expect(negative.length).toBeGreaterThanOrEqual(4);
  });

  test("finds its positive examples", async () => {
    const missed = [];
    for (const example of positive) if (!(await findingsOf(example)).some(isFull)) missed.push(example);
    expect(missed).toEqual([]);
  });

  test("leaves its negative examples", async () => {
    const hit = [];
    for (const example of negative) if ((await findingsOf(example)).some(isFull)) hit.push(example);
    expect(hit).toEqual([]);
  });
});

test("whatever has examples is a rule", () => {
  const ids = INSTRUCTION_RULES.map(({ id }) => id);
  expect([...EXAMPLES.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

test("every id is used once and names its behaviour", () => {
  const ids = INSTRUCTION_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(?:-[a-z0-9]+)+$/.test(id))).toEqual([]);
});

const patterns = new Map(
  INSTRUCTION_RULES.flatMap((rule) => [...rule.all, ...(rule.none ?? []), ...(rule.context?.any ?? [])])
    .concat(ADDRESS)
    .map((pattern) => [pattern.source, pattern]),
);

test("no pattern repeats anything without a bound, so each is linear", () => {
  const unbounded = [...patterns.keys()].filter((source) => {
    const bare = source.replaceAll(/\\./gs, "_").replaceAll(/\[[^\]]*\]/g, "_");
    return /[*+]|\{\d+,\}/.test(bare);
  });
  expect(unbounded).toEqual([]);
});

test("no pattern has a bound that costs much", () => {
  const seeds = [
    "curl -d ",
    "the user ",
    "a ",
    "$(",
    "all any every ",
    "install the the ",
    "x".repeat(60),
    "https://a.b/",
    "./",
    "| ",
    "“",
  ];
  const slow: string[] = [];
  for (const seed of seeds) {
    const text = seed.repeat(20_000 / seed.length);
    const reading = plainReadingMs();
    for (const [source, pattern] of patterns) {
      const from = cpuMs();
      // As the analyser does: each match, not only the first.
      text.replaceAll(pattern, "");
      if ((cpuMs() - from) / reading > 60) slow.push(`${seed}: ${source}`);
    }
  }
  expect(slow).toEqual([]);
});
