import type { Grammars } from "@gaia/syntax";
import type { CpuBudget } from "./cpu-budget.ts";
import type { Finding, Problem } from "../finding.ts";
import type { SkillView } from "../view/skill-view.ts";
import type { Fact } from "./fact.ts";

/** In the order of a report. */
type OwnAnalyser = "gaia-instructions" | "gaia-code" | "gaia-contents" | "gaia-dependencies";

/** What an analyser works with. Each has a budget of its own: at zero, what is left unread is a problem that names it. */
export interface AnalysisTools {
  grammars: Grammars;
  budget: CpuBudget;
}

/** What one analyser says. Any `problems` make it *unscanned*, with the findings it has all the same. */
interface AnalyserResult {
  findings: Finding[];
  problems: Problem[];
  facts: Fact[];
}

/** One of our own ways to look at a skill: pure and bounded. What it is made of is told apart by `sourceDigest` of its name. */
export interface Analyser {
  name: OwnAnalyser;
  analyse(view: SkillView, tools: AnalysisTools): Promise<AnalyserResult>;
}
