import type { Grammars } from "@gaia/syntax";
import type { AnalysisTools } from "@gaia/findings";

/** What code is read with. */
export interface CodeTools extends AnalysisTools {
  grammars: Grammars;
}
