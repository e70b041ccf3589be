import { DIAGNOSTIC_CODES } from "./diagnostic-codes.ts";
import type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";

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

/** Collects diagnostics. `hasErrors` stays true even for errors past the cap. */
export interface Report {
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

/** An empty report. Diagnostics come back in the order of the file, those without a line first. */
export function newReport(): Report {
  const collected: Diagnostic[] = [];
  let hasErrors = false;
  return {
    note(code, place, message, options = {}) {
      const row = DIAGNOSTIC_CODES[code];
      const severity = options.severity ?? row.severity;
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
      return collected.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    },
    get hasErrors() {
      return hasErrors;
    },
  };
}

function filled(hint: string | null, values: Record<string, string> | undefined): string | null {
  if (hint === null || values === undefined) return hint;
  return hint.replace(/\{([a-z]{1,20})\}/g, (whole, key: string) => values[key] ?? whole);
}

/** A value as it may appear inside a message: on one line, visible characters only, at most 60 of them. */
export function quoted(text: string): string {
  const visible = Array.from(text.slice(0, 200), (char) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(char) ? "\uFFFD" : char));
  return visible.length > 60 ? `"${visible.slice(0, 60).join("")}…"` : `"${visible.join("")}"`;
}
