import type { CpuBudget } from "./cpu-budget.ts";
import type { FoundEvidence, Problem } from "./finding.ts";
import type { Fact } from "./fact.ts";

/** In the order of a report. */
type OwnAnalyser = "gaia-instructions" | "gaia-code" | "gaia-contents" | "gaia-dependencies";

/** What every analyser works with. Each has a budget of its own: at zero, what is left unread is a problem that names it. */
export interface AnalysisTools {
  budget: CpuBudget;
}

/** What one analyser says. Any `problems` make it *unscanned*, with the findings it has all the same. */
interface AnalyserResult {
  findings: FoundEvidence[];
  problems: Problem[];
  facts: Fact[];
}

/**
 * One of our own ways to look at a skill, as `View` shows it: pure and bounded. What it is made of is told apart by `sourceDigest` of its
 * name.
 */
export interface Analyser<View, Tools extends AnalysisTools = AnalysisTools> {
  name: OwnAnalyser;
  analyse(view: View, tools: Tools): Promise<AnalyserResult>;
}
