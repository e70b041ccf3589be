import type { Point } from "./point.ts";

/** The languages that there is a grammar for. */
export type Language = "python" | "typescript" | "tsx" | "javascript" | "bash" | "powershell";

/** Where a text stops being a program. `unexpected` shows what stands there, null where something is missing. */
export interface SyntaxProblem extends Point {
  unexpected: string | null;
  missing: string | null;
}
