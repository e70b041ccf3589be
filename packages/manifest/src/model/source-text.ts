import { isUtf8 } from "node:buffer";
import { type HiddenCharacter, hiddenIn, type HiddenKind } from "@gaia/text";
import { quoted } from "./report.ts";
import type { DiagnosticCode } from "./diagnostic-codes.ts";
import type { Place, Report } from "./report.ts";

/** A manifest's text and where each offset of it lies. Offsets are UTF-16 units into `text`, which has no BOM. */
export interface SourceText {
  file: string;
  text: string;
  /** The place of an offset: 1-based line, 1-based column in UTF-16 units. */
  placeAt(offset: number): Place & { line: number; column: number };
  /** The offset in bytes into the file as it was given, BOM included. */
  byteOffset(offset: number): number;
}

/**
 * Decodes a manifest strictly and looks for characters that have no business in it.
 * Returns null when the bytes are not UTF-8; everything else is reported and reading goes on.
 */
export function readSourceText(file: string, bytes: Uint8Array, report: Report): SourceText | null {
  const bad = firstInvalidByte(bytes);
  if (bad !== null) {
    const line = 1 + bytes.subarray(0, bad).reduce((n, byte) => (byte === 0x0a ? n + 1 : n), 0);
    report.note("SK2001", { file, line, column: null }, `Byte ${bad} is not valid UTF-8.`);
    return null;
  }
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = new TextDecoder().decode(bytes);
  const source = sourceText(file, text, hasBom ? 3 : 0);
  if (hasBom) report.note("SK2002", { file, line: 1, column: 1 }, "The file starts with a byte-order mark.");
  const crlf = text.indexOf("\r\n");
  if (crlf !== -1) report.note("SK2003", source.placeAt(crlf), "The file uses CRLF line ends.");
  checkCharacters(text, (offset) => source.placeAt(offset), report);
  return source;
}

function sourceText(file: string, text: string, bomBytes: number): SourceText {
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  return {
    file,
    text,
    placeAt(offset) {
      let low = 0;
      let high = lineStarts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((lineStarts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { file, line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
    },
    byteOffset: (offset) => bomBytes + Buffer.byteLength(text.slice(0, offset), "utf8"),
  };
}

/** Decodes with replacement and encodes again: the two differ first inside the character that was replaced. */
function firstInvalidByte(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null;
  const repaired = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  let at = 0;
  while (repaired[at] === bytes[at]) at++;
  while (at > 0 && ((repaired[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

const SUSPECT: readonly { code: DiagnosticCode; what: string; kind: HiddenKind }[] = [
  { code: "SK2004", what: "control character", kind: "control" },
  { code: "SK2005", what: "bidirectional or tag character", kind: "steering" },
  { code: "SK2006", what: "invisible character", kind: "invisible" },
];

/** Reports the first character of each suspicious kind in `text`, with how many there are. `context` names a decoded value. */
export function checkCharacters(text: string, placeAt: (offset: number) => Place, report: Report, context = ""): void {
  // A lone CR overwrites a line on a terminal.
  const hidden = [...hiddenIn(text, { keep: "\t\n\r" }), ...loneReturnsIn(text)];
  for (const { code, what, kind } of SUSPECT) {
    const ofKind = hidden.filter((each) => each.kind === kind);
    const count = ofKind.length;
    const first = ofKind.reduce<HiddenCharacter | null>((a, b) => (a === null || b.offset < a.offset ? b : a), null);
    if (first === null) continue;
    const point = (first.character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const more = count > 1 ? ` (${count} of this kind in all)` : "";
    const where = context === "" ? "" : ` in ${quoted(context)}`;
    const article = /^[aeiou]/.test(what) ? "An" : "A";
    report.note(code, placeAt(first.offset), `${article} ${what}, U+${point}${where}${more}. It cannot be seen.`);
  }
}

const loneReturnsIn = (text: string): HiddenCharacter[] =>
  [...text.matchAll(/\r(?!\n)/g)].map(({ index }) => ({ character: "\r", kind: "control", offset: index }));
