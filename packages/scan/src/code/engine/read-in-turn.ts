import type { AnalysisTools } from "../../analysis/analyser.ts";
import type { CodeUnit } from "../../view/code-unit.ts";
import type { Reading } from "./reader.ts";

/** Reads one unit after the other, each on what time the others left; `read` gets that time in milliseconds. */
export function readInTurn(
  units: readonly CodeUnit[],
  tools: AnalysisTools,
  read: (unit: CodeUnit, leftMs: number) => Reading,
): Reading[] {
  return units.map((unit): Reading => {
    const startedAt = performance.now();
    const reading =
      tools.budget.leftMs <= 0
        ? { unit, events: [], texts: [], embedded: [], problem: "there was no time left to read it" }
        : read(unit, tools.budget.leftMs);
    tools.budget.leftMs -= performance.now() - startedAt;
    return reading;
  });
}
