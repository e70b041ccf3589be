import type { CodeTools } from "./code-tools.ts";
import { NO_TIME_LEFT } from "@gaia/findings";
import type { CodeUnit } from "@gaia/reading";
import { type Reading, unread } from "./reader.ts";

/** Reads one unit after the other, each on what time the others left; `read` gets that time in milliseconds of CPU. */
export function readInTurn(
  units: readonly CodeUnit[],
  tools: CodeTools,
  read: (unit: CodeUnit, leftMs: number) => Reading,
): Reading[] {
  return units.map((unit): Reading => {
    const leftMs = tools.budget.leftMs();
    return leftMs <= 0 ? unread(unit, { cut: NO_TIME_LEFT }) : read(unit, leftMs);
  });
}
