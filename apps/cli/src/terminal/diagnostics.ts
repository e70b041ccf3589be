import type { PackageFile } from "@gaia/archive";
import { failureJson } from "../failures/failure-json.ts";
import type { CliError, ProblemError } from "../failures/failures.ts";
import { bold, dim, plainInPlace, red, type Shown, t, yellow } from "./shown-text.ts";
import type { Terminal } from "./terminal.ts";

/** Finds a line of a local file, 1-based; null where there is none. */
export type SourceLine = (file: string, line: number) => string | null;

const SHOWN_COLUMNS = 120;
const colors: Record<string, (value: string) => Shown> = { error: red, warning: yellow, info: dim };

/** `file:line:column severity code message`, the hint, and the source line with a caret where the file is at hand. */
export function showDiagnostic(diagnostic: ProblemError, source: SourceLine = () => null): Shown[] {
  const { file, line, column, severity, code, message, hint } = diagnostic;
  const place = [file, line, column].filter((part) => part !== null && part !== undefined).join(":");
  const paint = Object.hasOwn(colors, severity) ? colors[severity] : undefined;
  const lines = [t`${place === "" ? "" : t`${bold(place)} `}${(paint ?? dim)(severity)} ${code} ${message}`];
  if (file !== null && typeof line === "number") lines.push(...showSource(source(file, line), line, column));
  if (hint) lines.push(t`    ${dim("hint:")} ${hint}`);
  return lines;
}

function showSource(text: string | null, line: number, column: number | null): Shown[] {
  if (text === null) return [];
  const at = Math.min(Math.max(0, (column ?? 1) - 1), text.length);
  const from = Math.max(0, at - SHOWN_COLUMNS + 20);
  const visible = plainInPlace(text.slice(from, from + SHOWN_COLUMNS));
  const label = String(line);
  const rows = [
    {
      parts: [
        { text: `    ${label} | `, style: "dim" as const },
        { text: visible, style: null },
      ],
    },
  ];
  if (column === null) return rows;
  return [
    ...rows,
    {
      parts: [
        { text: `    ${" ".repeat(label.length)} | ${" ".repeat(at - from)}`, style: null },
        { text: "^", style: "red" as const },
      ],
    },
  ];
}

/** The source lines of files that were read already. */
export function linesOfFiles(files: readonly PackageFile[]): SourceLine {
  const split = new Map<string, string[]>();
  return (path, line) => {
    const file = files.find((one) => one.path === path);
    if (file === undefined) return null;
    const lines =
      split.get(path) ??
      Buffer.from(file.bytes)
        .toString("utf8")
        .replace(/^\ufeff/, "")
        .split(/\r\n|\r|\n/);
    split.set(path, lines);
    return lines[line - 1] ?? null;
  };
}

/** A failure on standard error: one sentence, each diagnostic, the hint. Under `--json` one document on standard output. */
export function showFailure(terminal: Terminal, failure: CliError, source?: SourceLine): void {
  if (terminal.json) {
    terminal.result(failureJson(failure));
    return;
  }
  terminal.warn(t`${red("gaia:")} ${failure.message}`);
  for (const diagnostic of failure.errors)
    for (const line of showDiagnostic(diagnostic, source)) terminal.warn(t`  ${line}`);
  if (failure.hint !== null) terminal.warn(t`  ${dim("hint:")} ${failure.hint}`);
  if (failure.problem?.request_id && failure.problem.status >= 500)
    terminal.warn(t`  ${dim("request:")} ${failure.problem.request_id}`);
}
