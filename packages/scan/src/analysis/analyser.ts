import type { Grammars } from "@gaia/syntax";
import type { Finding, Problem } from "../finding.ts";
import type { SkillView } from "../view/skill-view.ts";
import type { Fact } from "./fact.ts";

/** What all analysers of one skill share. `budget.leftMs` goes down as they parse; at zero what is left is a problem. */
export interface AnalysisTools {
  grammars: Grammars;
  budget: { leftMs: number };
}

/** What one analyser says. Any `problems` make it *unscanned*, with the findings it has all the same. */
interface AnalyserResult {
  findings: Finding[];
  problems: Problem[];
  facts: Fact[];
}

/** One of our own ways to look at a skill: pure, bounded, and told apart by the digest of its rules. */
export interface Analyser {
  name: string;
  /** `sha256:…` over everything that configures what it finds. */
  rulesDigest: string;
  analyse(view: SkillView, tools: AnalysisTools): Promise<AnalyserResult>;
}
