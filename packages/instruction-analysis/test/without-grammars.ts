import type { AnalysisTools } from "@gaia/findings";

/** For an analyser that parses no code: time without end. */
export const WITHOUT_GRAMMARS: AnalysisTools = {
  budget: { leftMs: () => Number.POSITIVE_INFINITY },
};
