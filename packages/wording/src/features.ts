import { stemmer } from "stemmer";
import type { Token } from "./tokens.ts";

const ROOM_BITS = 21;
/**
 * Features are numbers below this, by hash. With an eighth of the room so many fell together that ordinary pages weighed
 * like harmful ones.
 */
export const ROOM = 1 << ROOM_BITS;
/** Room of the table that says which behaviour a harmful text is nearest to. */
export const LEANING_ROOM = 1 << 12;
/** Words that stand so far apart still say something together. */
const APART = 3;
const GRAMS = [3, 4, 5];

/** The features of a text's tokens, made once for all windows over them. */
export interface Features {
  /** PER_TOKEN of each token: its word, and its word with each of the next ones; NONE where there is no next one. */
  words: Uint32Array;
  /** Of each token: the pieces of its word, which other forms and languages share. */
  grams: Uint32Array[];
}

export const PER_TOKEN = 1 + APART;
export const NONE = 0xffffffff;

export function featuresOf(tokens: readonly Token[]): Features {
  const known = new Map<string, { stem: string; grams: Uint32Array }>();
  const read = (word: string) => {
    const found = known.get(word) ?? { stem: stemOf(word), grams: gramsOf(word) };
    known.set(word, found);
    return found;
  };
  const words = new Uint32Array(tokens.length * PER_TOKEN).fill(NONE);
  tokens.forEach(({ word, sentence }, index) => {
    const { stem } = read(word);
    words[index * PER_TOKEN] = hashOf(stem);
    for (let gap = 1; gap <= APART; gap += 1) {
      const next = tokens[index + gap];
      if (next === undefined || next.sentence > sentence + 1) break;
      words[index * PER_TOKEN + gap] = hashOf(`${stem}${gap === 1 ? " " : " _ "}${read(next.word).stem}`);
    }
  });
  return { words, grams: tokens.map(({ word }) => read(word).grams) };
}

function stemOf(word: string): string {
  if (word.includes(":")) return word;
  // Porter's rules are of English; of Cyrillic words the beginning stands for all their forms.
  if (/^[\u0400-\u04FF]+$/.test(word)) return word.slice(0, 6);
  return /^[a-z']+$/.test(word) ? stemmer(word) : word;
}

function gramsOf(word: string): Uint32Array {
  if (word.includes(":") || word.length > 40) return new Uint32Array();
  const padded = `<${word}>`;
  const found: number[] = [];
  for (const size of GRAMS) {
    for (let at = 0; at + size <= padded.length; at += 1) found.push(hashOf(`#${padded.slice(at, at + size)}`));
  }
  return Uint32Array.from(found);
}

/** FNV-1a (RFC 9923) over UTF-16 units, folded to the room. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> ROOM_BITS) ^ hash) & (ROOM - 1);
}
