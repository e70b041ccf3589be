import type { AnalysisTools } from "../src/analysis/analyser.ts";

/** For an analyser that parses no code: time without end. */
export const WITHOUT_GRAMMARS: AnalysisTools = {
  budget: { leftMs: () => Number.POSITIVE_INFINITY },
};
