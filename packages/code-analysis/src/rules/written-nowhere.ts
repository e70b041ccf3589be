import type { CodeUnderRules } from "../engine/rule.ts";
import { HOLE, type Value } from "../engine/value.ts";

const SHORTEST_PROGRAM = 9;
const PIECE = 7;

/** A program that is known, and no piece of which stands in the file: every second letter, letters that change places. */
export function isWrittenNowhere({ reading: { unit } }: CodeUnderRules, value: Value | undefined): boolean {
  const text = value?.text ?? "";
  if (value?.folded !== true || text.length < SHORTEST_PROGRAM || text.includes(HOLE)) return false;
  const pieces = Array.from({ length: Math.min(text.length - PIECE + 1, 400) }, (_, at) => text.slice(at, at + PIECE));
  return !pieces.some((piece) => unit.text.includes(piece));
}
