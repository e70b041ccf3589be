import type { CodeEvent } from "../engine/event.ts";
import type { CodeUnderRules, Match } from "../engine/rule.ts";
import { POWERFUL_WORD } from "./execution-patterns.ts";
import { HOLE, type Value } from "../engine/value.ts";

const SHORTEST_PROGRAM = 9;
const MOST_PIECES = 40;
/** A text that is put together in sight is made of few pieces of the file, or of long ones. */
const FEW_PIECES = 3;
const LONG_PIECE = 6;

/** A program that is known, and that the file has in short pieces alone, but for words that any file has: every second letter, say. */
function isWrittenNowhere({ reading: { unit } }: CodeUnderRules, value: Value | undefined): boolean {
  const text = value?.text ?? "";
  if (value?.folded !== true || text.length < SHORTEST_PROGRAM || text.includes(HOLE)) return false;
  let at = 0;
  let pieces = 0;
  for (; at < text.length && pieces < MOST_PIECES; pieces += 1) at += Math.max(1, longestAt(text, at, unit.text));
  return pieces > FEW_PIECES && at / pieces < LONG_PIECE;
}

/** How much of a text, from there on, stands so in a file; of long pieces it is enough that they are. */
function longestAt(text: string, at: number, file: string): number {
  const most = Math.min(LONG_PIECE * 8, text.length - at);
  let length = 0;
  for (let from = 0; length < most;) {
    const next = file.indexOf(text.slice(at, at + length + 1), from);
    if (next === -1) return length;
    from = next;
    while (length < most && file[next + length] === text[at + length]) length += 1;
  }
  return length;
}

/** A word of a text that becomes code which no literal has as a whole. */
function hiddenWord({ reading }: CodeUnderRules, code: Value | undefined): string | null {
  if (code === undefined || !code.folded || code.text === null || code.text.length > 5_000) return null;
  const word = POWERFUL_WORD.exec(code.text)?.[0];
  return word === undefined || reading.unit.text.includes(word) ? null : word;
}

const isPatched = (inputs: readonly Value[]): boolean =>
  inputs[0] !== undefined && inputs[0].folded && inputs[0].text !== null && inputs[0].text.length > 200;

/** What becomes code was put together before: of pieces that hide a word, of letters that nowhere stand so, or of a lot. */
export function putTogether(code: CodeUnderRules, { callee, inputs }: CodeEvent): Omit<Match, "line"> | null {
  const word = hiddenWord(code, inputs[0]);
  if (word !== null) return { detail: `${callee} runs a text in which ${word} is put together` };
  if (isWrittenNowhere(code, inputs[0])) return { detail: `${callee} runs a text that is written nowhere as it is` };
  return isPatched(inputs) ? { detail: `${callee} runs a text that is put together`, severity: "medium" } : null;
}
