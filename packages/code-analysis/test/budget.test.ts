import { cpuBudget, cpuMs, openGrammars } from "@gaia/syntax";
import { expect, test } from "vitest";
import { codeAnalyser } from "../src/code-analyser.ts";
import { viewSkill } from "@gaia/reading";

const grammars = await openGrammars(1536);

/** A module of functions that call each other, which a reader follows. */
const moduleOf = (number: number): string =>
  Array.from(
    { length: 120 },
    (_, at) =>
      `def step_${number}_${at}(value, more=None):\n    items = [value, more, str(value) + "x" * ${at}]\n    for item in items:\n        value = step_${number}_${Math.max(at - 1, 0)}(item, items)\n    return {"value": value, "items": items}\n`,
  ).join("\n");

const files = Array.from({ length: 24 }, (_, number) => ({
  path: `lib/module_${String(number).padStart(2, "0")}.py`,
  bytes: new TextEncoder().encode(moduleOf(number)),
}));
const about = { name: "sample", description: "", publisher: "someone", links: [], requirements: [] };

async function analyse(limitMs: number): Promise<{ problems: string[]; tookMs: number }> {
  const view = viewSkill({ files, nested: [], about });
  const startedAt = cpuMs();
  const { problems } = await codeAnalyser.analyse(view, { grammars, budget: cpuBudget(limitMs) });
  return { problems: problems.map(({ reason }) => reason), tookMs: cpuMs() - startedAt };
}

test("S4 the code of a package is read within a bound of CPU time, and each file that was left unread is named", async () => {
  await analyse(60_000);
  const whole = await analyse(60_000);
  expect(whole.problems.filter((reason) => reason.includes("no time left"))).toEqual([]);
  const bounded = await analyse(whole.tookMs / 8);
  expect(bounded.tookMs).toBeLessThan(whole.tookMs / 2);
  const last = files.at(-1)?.path ?? "";
  expect(bounded.problems.find((reason) => reason.startsWith(`${last}: `))).toMatch(/there was no time left to/);
  // Also in the middle of following what was parsed.
  const later = await analyse(whole.tookMs * 0.6);
  expect(later.problems.length).toBeGreaterThan(0);
  expect(later.problems.some((reason) => reason.includes("no time left"))).toBe(true);
});
