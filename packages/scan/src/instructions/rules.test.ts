import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { Finding } from "../finding.ts";
import { viewSkill } from "../view/skill-view.ts";
import { instructionAnalyser } from "./instruction-analyser.ts";
import { INSTRUCTION_RULES } from "./rules.ts";

const RANK = { low: 0, medium: 1, high: 2, critical: 3 };

async function findingsOf(body: string): Promise<Finding[]> {
  const bytes = new TextEncoder().encode(`---\nname: sample\ndescription: A sample\n---\n\n# Sample\n\n${body}\n`);
  const view = viewSkill({
    files: [{ path: "SKILL.md", bytes }],
    nested: [],
    about: { name: "sample", description: "A sample", publisher: "somebody", links: [], requirements: [] },
  });
  // The instruction layer parses no code.
  const result = await instructionAnalyser.analyse(view, undefined as never);
  return result.findings;
}

describe.each(INSTRUCTION_RULES.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const isFull = ({ rule: found, severity }: Finding) =>
    found === `instructions/${id}` && RANK[severity] >= RANK[rule.severity];

  test("has enough examples", () => {
    expect(rule.examples.positive.length).toBeGreaterThanOrEqual(4);
    expect(rule.examples.negative.length).toBeGreaterThanOrEqual(4);
  });

  test("finds its positive examples", async () => {
    const missed = [];
    for (const example of rule.examples.positive) if (!(await findingsOf(example)).some(isFull)) missed.push(example);
    expect(missed).toEqual([]);
  });

  test("leaves its negative examples", async () => {
    const hit = [];
    for (const example of rule.examples.negative) if ((await findingsOf(example)).some(isFull)) hit.push(example);
    expect(hit).toEqual([]);
  });
});

test("every id is used once and names its behaviour", () => {
  const ids = INSTRUCTION_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(?:-[a-z0-9]+)+$/.test(id))).toEqual([]);
});

// recheck is CommonJS.
const { check } = createRequire(import.meta.url)("recheck") as typeof import("recheck");

test("no pattern is worse than linear on any text", { timeout: 120_000 }, async () => {
  const patterns = new Set(
    INSTRUCTION_RULES.flatMap((rule) => [...rule.all, ...(rule.none ?? []), ...(rule.context?.any ?? [])]),
  );
  const slow: string[] = [];
  for (const { source, flags } of patterns) {
    const { status } = await check(source, flags, { timeout: 3_000 });
    if (status === "vulnerable") slow.push(source);
  }
  expect(slow).toEqual([]);
});
