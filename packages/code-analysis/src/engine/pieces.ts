import type { Reading } from "./reader.ts";

/** Characters: some rules look at nothing longer, because what they compare grows faster than the text. */
const PIECE = 50_000;
const OVERLAP = 8_000;

/**
 * A long reading in pieces that overlap, each with the acts and texts of its own lines; none for a short one. What pads a program beyond
 * what a rule looks at must not hide it.
 */
export function piecesOf(reading: Reading): Reading[] {
  const { unit, events, texts } = reading;
  if (unit.text.length <= PIECE) return [];
  const pieces: Reading[] = [];
  let start = 0;
  let firstLine = unit.firstLine;
  while (start < unit.text.length) {
    const end = start + PIECE >= unit.text.length ? unit.text.length : lineEnd(unit.text, start + PIECE);
    const text = unit.text.slice(start, end);
    const lastLine = firstLine + linesIn(text);
    const isWithin = ({ line }: { line: number }): boolean => line >= firstLine && line <= lastLine;
    pieces.push({
      ...reading,
      unit: { ...unit, text, firstLine },
      events: events.filter(isWithin),
      texts: texts.filter(isWithin),
      embedded: [],
    });
    if (end === unit.text.length) break;
    const next = Math.max(lineEnd(unit.text, end - OVERLAP), start + 1);
    firstLine += linesIn(unit.text.slice(start, next));
    start = next;
  }
  return pieces;
}

/** Where the next line begins; a line that is longer than the overlap is cut. */
function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 || at - from > OVERLAP ? from : at + 1;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
