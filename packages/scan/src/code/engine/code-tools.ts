import type { Grammars } from "@gaia/syntax";
import type { AnalysisTools } from "../../analysis/analyser.ts";

/** What code is read with. */
export interface CodeTools extends AnalysisTools {
  grammars: Grammars;
}
