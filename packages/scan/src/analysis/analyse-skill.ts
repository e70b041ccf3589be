import { type Analyser, type DriverResult, type Fact, reportOf, sourceDigest, weightOf } from "@gaia/findings";
import { type SkillUnderAnalysis, type SkillView, viewSkill } from "@gaia/reading";
import { cpuBudget, type Grammars } from "@gaia/syntax";
import type { CodeTools } from "@gaia/code-analysis";
import { ANALYSERS } from "./analysers.ts";
import { type Analysis, joinParts } from "./join-parts.ts";

/** What the analysers need from whoever runs them. */
export interface Analysing {
  grammars: Grammars;
  /** CPU time of each analyser. */
  cpuMs: number;
  /** Told as each begins: its name, and that it is the `nth` of `count`. */
  onBegin?: ((analyser: { name: string; nth: number; count: number }) => void) | undefined;
}

/**
 * Looks at a skill with the registry's own analysers. Reads, never runs; needs neither disk nor network. An analyser that
 * breaks or leaves something unread is `unscanned` with its reason; the others go on. `onPart` is told what each of them said as
 * soon as it ended, for whoever may have to do without the rest.
 */
export async function analyseSkill(
  skill: SkillUnderAnalysis,
  { grammars, cpuMs, onBegin }: Analysing,
  onPart: (part: Analysis) => void = () => undefined,
): Promise<Analysis> {
  const view = viewSkill(skill);
  const parts: Analysis[] = [];
  for (const [index, analyser] of IN_TURN.entries()) {
    onBegin?.({ name: analyser.name, nth: index + 1, count: IN_TURN.length });
    const part = await runAnalyser(analyser, view, { grammars, budget: cpuBudget(cpuMs) });
    parts.push(part);
    onPart(part);
  }
  return joinParts(parts, [...skill.files, ...skill.nested.flatMap((archive) => archive.files)]);
}

/** The longest last: a text that is built to be expensive keeps nobody from looking at the code. */
const IN_TURN: typeof ANALYSERS = [...ANALYSERS].reverse();

async function runAnalyser(
  { name, analyse }: Analyser<SkillView, CodeTools>,
  view: SkillView,
  tools: CodeTools,
): Promise<Analysis> {
  const rulesDigest = sourceDigest(name);
  let facts: Fact[] = [];
  const { report, findings } = await reportOf(name, async (): Promise<DriverResult> => {
    const result = await analyse(view, tools);
    ({ facts } = result);
    const findings = result.findings.map(({ evidence, ...finding }) => ({ ...finding, weight: weightOf(evidence) }));
    return { findings, problems: result.problems, version: VERSION, rulesDigest };
  });
  return {
    // What broke was ours, on this input: another run breaks again.
    scanners: [{ ...report, rules_digest: rulesDigest, version: VERSION, retryable: false }],
    // Whoever carries an analyser's findings over to a later report finds them by this name.
    findings: findings.map((finding) => ({ ...finding, scanner: name })),
    facts,
  };
}

/** Of the reports; what the analysers themselves are made of is in their digests. */
const VERSION = "1";
