import type { AnalysisTools } from "../src/analysis/analyser.ts";

/** For an analyser that parses no code: time without end, and grammars that nobody asks. */
export const WITHOUT_GRAMMARS: AnalysisTools = {
  grammars: { parse: () => Promise.resolve(null) },
  budget: { leftMs: () => Number.POSITIVE_INFINITY },
};
