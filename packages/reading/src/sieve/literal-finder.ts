import { edgeTable, NONE } from "./edge-table.ts";
import type { Folded } from "./folded.ts";
import { WORD_START } from "./literals.ts";

/** Finds where each of many literals stands in a text, all of them in one pass. */
export interface LiteralFinder {
  /** By the number of each literal, the offsets in the text where it begins, ascending; undefined where it does not occur. */
  find(text: Folded): (number[] | undefined)[];
}

const ANYWHERE = 1;
const AT_WORDS = 2;

/**
 * Two tries; from each place of the text one is walked, and from each start of a word the other, as far as they go, which is no further
 * than the longest literal. `literals` are folded and not empty; their numbers are their places in the list.
 */
export function literalFinder(literals: readonly string[]): LiteralFinder {
  const edges = edgeTable();
  /** The characters of literals by small numbers; 0 for all others. */
  const symbols = new Uint16Array(65_536);
  let symbolCount = 0;
  let last = AT_WORDS;
  const ends: number[] = [];
  for (const [number, literal] of literals.entries()) {
    const isStart = literal.startsWith(WORD_START);
    let node = isStart ? AT_WORDS : ANYWHERE;
    for (let index = isStart ? 1 : 0; index < literal.length; index += 1) {
      const symbol = (symbols[literal.charCodeAt(index)] ||= symbolCount += 1);
      node = edges.follow(node, symbol) || edges.add(node, symbol, (last += 1));
    }
    ends[node] = number + 1;
  }
  const endsAt = Int32Array.from({ length: last + 1 }, (_, node) => ends[node] ?? NONE);
  const walk = (root: number, from: number, { codes, offsets, length }: Folded, found: (number[] | undefined)[]) => {
    let node = root;
    for (let at = from; at < length; at += 1) {
      // In range: a code unit, and a node of the tries.
      const symbol = symbols[codes[at] as number] as number;
      node = symbol === 0 ? NONE : edges.follow(node, symbol);
      if (node === NONE) return;
      const number = endsAt[node] as number;
      if (number !== NONE) (found[number - 1] ??= []).push(offsets[from] as number);
    }
  };
  return {
    find(text) {
      const found: (number[] | undefined)[] = Array.from({ length: literals.length });
      for (let from = 0; from < text.length; from += 1) {
        walk(ANYWHERE, from, text, found);
        // In range: below the length; before the first place there is no letter.
        if (!isLetter(text.text.charCodeAt((text.offsets[from] as number) - 1))) walk(AT_WORDS, from, text, found);
      }
      return found;
    },
  };
}

/** From A to Z in either case. */
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
