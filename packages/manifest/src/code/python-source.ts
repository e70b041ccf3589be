import type { PackageFile } from "@gaia/archive";
import { quoted } from "../model/report.ts";
import type { Place, Report } from "../model/report.ts";
import { newReport } from "../model/report.ts";
import { readSourceText } from "../model/source-text.ts";
import type { SyntaxProblem } from "@gaia/syntax";
import type { Budget, Parsers } from "./parsers.ts";
import type { PythonOutline } from "./python-outline.ts";

/** PEP 263: where and how a source file names its encoding. */
const ENCODING_COOKIE = /^[ \t\f]*#.{0,200}?coding[:=][ \t]{0,20}([-\w.]{1,40})/;
const UTF8_NAMES = /^(?:utf[-_]?8(?:[-_]sig)?|ascii|us[-_]ascii)$/i;

/** What is hidden from whoever reviews code; the rest of a manifest's rules are not code's. */
const KEPT = new Set(["SK2001", "SK2005", "SK2006"]);

/**
 * Reads one Python file: its characters, its encoding, its syntax, its outline. Whatever stops that is reported with the line; null is
 * never silent.
 */
export function readPython(
  parsers: Parsers,
  file: PackageFile,
  report: Report,
  budget?: Budget,
): { outline: PythonOutline; place: (at: { line: number; column: number }) => Place } | null {
  const characters = newReport();
  const source = readSourceText(file.path, file.bytes, characters);
  for (const { code, line, column, message } of characters.diagnostics)
    if (KEPT.has(code)) report.note(code as "SK2001", { file: file.path, line, column }, message);
  if (source === null) return null;
  const { text } = source;
  const nul = text.indexOf("\0");
  if (nul !== -1) {
    report.note("SK4103", source.placeAt(nul), "The file has a NUL character: Python does not read it.");
    return null;
  }
  const cookie = foreignEncoding(text);
  if (cookie !== null) {
    const place = { file: file.path, line: cookie.line, column: 1 };
    report.note("SK4103", place, `The file declares the encoding ${quoted(cookie.name)}: it must be UTF-8.`);
    return null;
  }
  const read = parsers.outline(text, budget);
  const place = (at: { line: number; column: number }): Place => ({ file: file.path, ...at });
  if (read.status === "unread") {
    report.note(
      "SK4102",
      { file: file.path, line: null, column: null },
      `${file.path} is not analysed: ${read.reason}.`,
    );
    return null;
  }
  const { outline, problem } = read;
  if (problem !== null) report.note("SK4101", place(problem), problemText(problem));
  if (outline.python2 !== null)
    report.note("SK4101", place(outline.python2), "A statement of Python 2: Python 3 does not read this file.");
  if (outline.isCut)
    report.note("SK4102", place({ line: 1, column: 1 }), `${file.path} defines and imports more than is analysed.`);
  return { outline, place };
}

/** One sentence on a syntax error. */
export function problemText({ unexpected, missing }: SyntaxProblem): string {
  if (missing !== null) return `The syntax is wrong here: ${quoted(missing)} is missing.`;
  return unexpected ? `The syntax is wrong here, at ${quoted(unexpected)}.` : "The syntax is wrong here.";
}

function foreignEncoding(text: string): { name: string; line: number } | null {
  for (const [index, line] of text
    .slice(0, 2000)
    .split(/\r\n|\r|\n/, 2)
    .entries()) {
    const name = ENCODING_COOKIE.exec(line)?.[1];
    if (name !== undefined) return UTF8_NAMES.test(name) ? null : { name, line: index + 1 };
    // A second line counts only behind a comment or nothing.
    if (!/^[ \t\f]*(?:#.*)?$/.test(line)) return null;
  }
  return null;
}
