import { cpuBudget, openGrammars } from "@gaia/syntax";
import { codeAnalyser } from "../src/code-analyser.ts";
import type { Fact } from "@gaia/findings";
import { viewSkill } from "@gaia/reading";

const grammars = await openGrammars(1536);

/** What the code layer says of these files: path -> text. */
export async function judged(
  texts: Record<string, string>,
  description = "",
): Promise<{ found: string[]; held: string[]; blocked: string[]; problems: string[]; facts: Fact[] }> {
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));
  const about = { name: "sample", description, publisher: "someone", links: [], requirements: [] };
  const view = viewSkill({ files, nested: [], about });
  const { findings, problems, facts } = await codeAnalyser.analyse(view, { grammars, budget: cpuBudget(20_000) });
  const found = findings.map(({ rule, severity, file, line }) => `${severity} ${rule} ${file}:${line}`);
  return {
    found,
    held: found.filter((each) => /^(?:high|critical)/.test(each)),
    blocked: found.filter((each) => each.startsWith("critical")),
    problems: problems.map(({ reason }) => reason),
    facts,
  };
}
