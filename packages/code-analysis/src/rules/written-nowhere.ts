import type { CodeEvent } from "../engine/event.ts";
import type { CodeUnderRules, Match } from "../engine/rule.ts";
import { POWERFUL_WORD } from "./execution-patterns.ts";
import { HOLE, type Value } from "../engine/value.ts";

const SHORTEST_PROGRAM = 9;
const PIECE = 7;
/** Each is looked for in the whole file. */
const MOST_PIECES = 40;

/** A program that is known, and no piece of which stands in the file: every second letter, letters that change places. */
function isWrittenNowhere({ reading: { unit } }: CodeUnderRules, value: Value | undefined): boolean {
  const text = value?.text ?? "";
  if (value?.folded !== true || text.length < SHORTEST_PROGRAM || text.includes(HOLE)) return false;
  const step = Math.max(1, (text.length - PIECE) / MOST_PIECES);
  for (let at = 0; at + PIECE <= text.length; at += step)
    if (unit.text.includes(text.slice(Math.floor(at), Math.floor(at) + PIECE))) return false;
  return true;
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
