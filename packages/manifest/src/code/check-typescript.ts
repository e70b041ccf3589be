import { newReport } from "../model/report.ts";
import type { Diagnostic, Mode, Place } from "../model/report.ts";
import type { Language, SyntaxProblem } from "@gaia/syntax";
import type { Budget, Parsers } from "./parsers.ts";
import { problemText } from "./python-source.ts";

/** Where a block of code begins. `line` is that of its first line of code; `tool` names it in messages. */
export interface CodePlace extends Place {
  tool: string;
  /** The word behind the fence, `typescript` if there is none that is known. */
  language?: string | undefined;
}

const LANGUAGES = new Map<string, Language>([
  ["ts", "typescript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["tsx", "tsx"],
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["javascript", "javascript"],
]);

/**
 * Checks the syntax of an implementation, a workflow or helper functions of a `*.skill.md`: statements, or one expression such as
 * `async (params, context) => {…}`. Reports the first error (SK4031) with its line in the file. Never throws. Several blocks of one
 * package share a `budget`, from `{leftMs: 1000}`.
 */
export function checkTypeScript(
  parsers: Parsers,
  text: string,
  at: CodePlace,
  options: { mode?: Mode | undefined; budget?: Budget | undefined } = {},
): Diagnostic[] {
  const report = newReport(options.mode);
  const language = LANGUAGES.get(at.language?.toLowerCase() ?? "typescript") ?? "typescript";
  const asStatements = parsers.check(language, text, options.budget);
  if (asStatements.status === "unread") {
    report.note("SK4102", at, `The implementation of ${at.tool} is not analysed: ${asStatements.reason}.`);
    return report.diagnostics;
  }
  if (asStatements.problem === null) return report.diagnostics;
  // `function (a) {…}` and `{…}` are expressions, and no statements. A newline keeps a last comment out of the way.
  const trimmed = text.trimEnd();
  const expression = trimmed.endsWith(";") ? trimmed.slice(0, -1) : trimmed;
  const asExpression = parsers.check(language, `(${expression}\n)`, options.budget);
  if (asExpression.status === "read" && asExpression.problem === null) return report.diagnostics;
  report.note(
    "SK4031",
    placeOf(asStatements.problem, at),
    `${at.tool} does not parse. ${problemText(asStatements.problem)}`,
  );
  return report.diagnostics;
}

function placeOf({ line, column }: SyntaxProblem, at: CodePlace): Place {
  if (at.line === null) return { file: at.file, line: null, column: null };
  const before = line === 1 ? (at.column ?? 1) - 1 : 0;
  return { file: at.file, line: at.line + line - 1, column: column + before };
}
