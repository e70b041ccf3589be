import { codeAnalyser, type CodeTools } from "@gaia/code-analysis";
import { contentsAnalyser } from "../contents/contents-analyser.ts";
import { dependencyAnalyser } from "../dependencies/dependency-analyser.ts";
import { instructionAnalyser } from "@gaia/instruction-analysis";
import type { SkillView } from "@gaia/reading";
import type { Analyser } from "@gaia/findings";

/** Our own ways to look, in the order of a report: that of `ANALYSER_NAMES`. */
export const ANALYSERS: readonly Analyser<SkillView, CodeTools>[] = [
  instructionAnalyser,
  codeAnalyser,
  contentsAnalyser,
  dependencyAnalyser,
];
