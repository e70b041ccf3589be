import { cpuBudget, type Grammars, openGrammars } from "@gaia/syntax";
import type { Fact, Finding } from "@gaia/findings";
import { codeAnalyser } from "../src/code-analyser.ts";
import { viewSkill } from "@gaia/reading";

const MOST_PAGES = 1536;
let grammars: Promise<Grammars> | null = null;

/** What the code layer says of one file. */
export async function analyseCode(
  path: string,
  text: string,
  about: { description?: string; links?: string[] } = {},
  limitMs = 5_000,
): Promise<{ findings: Finding[]; facts: Fact[]; problems: string[] }> {
  grammars ??= openGrammars(MOST_PAGES);
  const view = viewSkill({
    files: [{ path, bytes: new TextEncoder().encode(text) }],
    nested: [],
    about: { name: "sample", description: "", publisher: "somebody", links: [], requirements: [], ...about },
  });
  const result = await codeAnalyser.analyse(view, { grammars: await grammars, budget: cpuBudget(limitMs) });
  return { ...result, problems: result.problems.map(({ reason }) => reason) };
}

/** What a person would have to look at: `rule severity`, each once. */
export async function held(path: string, text: string): Promise<string[]> {
  const { findings } = await analyseCode(path, text);
  const serious = findings.filter(({ severity }) => severity === "high" || severity === "critical");
  return [...new Set(serious.map(({ rule, severity }) => `${rule} ${severity}`))];
}
