import { codeAnalyser } from "../code/code-analyser.ts";
import { contentsAnalyser } from "../contents/contents-analyser.ts";
import { dependencyAnalyser } from "../dependencies/dependency-analyser.ts";
import { instructionAnalyser } from "../instructions/instruction-analyser.ts";
import type { CodeTools } from "../code/engine/code-tools.ts";
import type { SkillView } from "../view/skill-view.ts";
import type { Analyser } from "./analyser.ts";

/** Our own ways to look, in the order of a report. */
export const ANALYSERS: readonly Analyser<SkillView, CodeTools>[] = [
  instructionAnalyser,
  codeAnalyser,
  contentsAnalyser,
  dependencyAnalyser,
];

/** The names of their reports, in this order. */
export const ANALYSER_NAMES: readonly string[] = ANALYSERS.map(({ name }) => name);
