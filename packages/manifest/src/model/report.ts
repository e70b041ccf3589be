import { replaceHidden } from "@gaia/text";
import { DIAGNOSTIC_CODES } from "./diagnostic-codes.ts";
import type { CodeRow, DiagnosticCode, Severity } from "./diagnostic-codes.ts";

/** One thing to say about a manifest. `line` and `column` are 1-based; null where it concerns no place in a file. */
export interface Diagnostic {
  code: string;
  title: string;
  severity: Severity;
  message: string;
  hint: string | null;
  file: string;
  line: number | null;
  column: number | null;
}

export interface Place {
  file: string;
  line: number | null;
  column: number | null;
}

/**
 * How strictly to judge. `publish`: what is missing is an error, for the author is here to fix it. `import`: what people wrote elsewhere is
 * taken as it is, what is missing is inferred and said.
 */
export type Mode = "publish" | "import";

/** Collects diagnostics. `hasErrors` stays true even for errors past the cap. */
export interface Report {
  readonly mode: Mode;
  note(code: DiagnosticCode, place: Place, message: string, options?: NoteOptions): void;
  readonly diagnostics: Diagnostic[];
  readonly hasErrors: boolean;
}

interface NoteOptions {
  severity?: Severity;
  /** Replaces the hint of the table; otherwise its `{…}` are filled from `fill`. */
  hint?: string | null;
  fill?: Record<string, string>;
}

/** A hostile file earns thousands of diagnostics; nobody reads more than these. */
const MAX_DIAGNOSTICS = 200;

/** An empty report. Diagnostics come back by file, in the order of the file, those without a line first. */
export function newReport(mode: Mode = "publish"): Report {
  const collected: Diagnostic[] = [];
  let hasErrors = false;
  return {
    mode,
    note(code, place, message, options = {}) {
      const row: CodeRow = DIAGNOSTIC_CODES[code];
      const severity = options.severity ?? (mode === "import" ? (row.atImport ?? row.severity) : row.severity);
      hasErrors ||= severity === "error";
      if (collected.length >= MAX_DIAGNOSTICS) {
        // An error is worth more than whatever else was said before it.
        const spare = severity === "error" ? collected.findIndex((one) => one.severity !== "error") : -1;
        if (spare === -1) return;
        collected.splice(spare, 1);
      }
      const hint = options.hint === undefined ? filled(row.hint, options.fill) : options.hint;
      const { file, line, column } = place;
      collected.push({ code, title: row.title, severity, message, hint, file, line, column });
    },
    get diagnostics() {
      const files = [...new Set(collected.map(({ file }) => file))];
      return collected.toSorted(
        (a, b) =>
          files.indexOf(a.file) - files.indexOf(b.file) ||
          (a.line ?? 0) - (b.line ?? 0) ||
          (a.column ?? 0) - (b.column ?? 0),
      );
    },
    get hasErrors() {
      return hasErrors;
    },
  };
}

/** Notes taken before it is known whose report they belong to. `report.mode` is `publish`: nothing that is recorded asks for it. */
export interface RecordedNotes {
  report: Report;
  replay(report: Report): void;
}

export function recordNotes(): RecordedNotes {
  const calls: Parameters<Report["note"]>[] = [];
  const counting = newReport();
  return {
    report: {
      mode: "publish",
      note(...call) {
        calls.push(call);
        counting.note(...call);
      },
      get diagnostics() {
        return counting.diagnostics;
      },
      get hasErrors() {
        return counting.hasErrors;
      },
    },
    replay(report) {
      for (const call of calls) report.note(...call);
    },
  };
}

function filled(hint: string | null, values: Record<string, string> | undefined): string | null {
  if (hint === null || values === undefined) return hint;
  return hint.replace(/\{([a-z]{1,20})\}/g, (whole, key: string) => values[key] ?? whole);
}

/** A value as it may appear inside a message: on one line, visible characters only, at most 60 of them. */
export function quoted(text: string): string {
  const visible = Array.from(replaceHidden(text.slice(0, 200), "\uFFFD", { asName: true }));
  return visible.length > 60 ? `"${visible.slice(0, 60).join("")}…"` : `"${visible.join("")}"`;
}
