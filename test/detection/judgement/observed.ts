import { DEFAULT_LIMITS, openNested } from "@gaia/archive";
import type { Evidence, FoundEvidence } from "@gaia/findings";
import { viewSkill } from "@gaia/reading";
import { cpuBudget, type Grammars } from "@gaia/syntax";
import { ANALYSERS } from "../../../packages/scan/src/analysis/analysers.ts";
import { aboutOf } from "../detectors.ts";
import type { Sample } from "../sample.ts";

/** All evidence against one skill, rule by rule, before any of it is weighed. */
export interface Observed {
  isHarmful: boolean;
  /** How much it counts beside others. */
  cost: number;
  /** Something sure was found: no evidence decides. */
  isSure: boolean;
  matters: { rule: string; pieces: (readonly Evidence[])[] }[];
}

const CPU_MS = 60_000;

/** What the registry's own analysers see in a skill. */
export async function observe(
  sample: Sample,
  { grammars, cost }: { grammars: Grammars; cost: number },
): Promise<Observed> {
  const nested = openNested(sample.files, DEFAULT_LIMITS);
  const view = viewSkill({ files: sample.files, nested, about: aboutOf(sample) });
  const found: FoundEvidence[] = [];
  for (const { analyse } of ANALYSERS)
    found.push(...(await analyse(view, { grammars, budget: cpuBudget(CPU_MS) })).findings);
  const matters = new Map<string, (readonly Evidence[])[]>();
  for (const { rule, evidence, severity } of found) {
    if (evidence === undefined || evidence.length === 0 || severity === "critical") continue;
    matters.set(rule, [...(matters.get(rule) ?? []), evidence]);
  }
  return {
    isHarmful: sample.label === "malicious",
    cost,
    isSure: found.some(({ severity }) => severity === "critical"),
    matters: [...matters].map(([rule, pieces]) => ({ rule, pieces })),
  };
}
