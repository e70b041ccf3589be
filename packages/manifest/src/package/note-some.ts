import type { DiagnosticCode } from "../model/diagnostic-codes.ts";
import { quoted } from "../model/report.ts";
import type { Report } from "../model/report.ts";

/** Nobody reads the same remark on five hundred files. */
const MAX_OF_A_KIND = 10;

/** Notes one thing of many files: each of the first, then how many more there are. */
export function noteFiles(
  report: Report,
  code: DiagnosticCode,
  files: readonly { path: string; message: string }[],
  options: { severity?: "error" | "warning" | "info" } = {},
): void {
  for (const { path, message } of files.slice(0, MAX_OF_A_KIND))
    report.note(code, { file: path, line: null, column: null }, message, options);
  const [next] = files.slice(MAX_OF_A_KIND);
  if (next === undefined) return;
  const more = files.length - MAX_OF_A_KIND;
  const message = `The same holds for ${quoted(next.path)}${more > 1 ? ` and ${more - 1} more files` : ""}.`;
  report.note(code, { file: next.path, line: null, column: null }, message, options);
}
