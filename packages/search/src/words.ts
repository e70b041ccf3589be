import { fold } from "./fold.ts";

/** Code points that a word keeps; the rest of a longer one is dropped. */
const WORD_LENGTH = 64;

// A run of letters, marks and digits; `-`, `_`, `.`, `/` and `'` between two runs tie them into one compound.
const COMPOUND = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-_./'’][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const TIES = /[-_./'’]/u;
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Bopo}ー]/u;

/** One thing between spaces: its words, and what it is when written together (`web-search`: `web`, `search`; `websearch`). */
export interface Compound {
  words: string[];
  joined: string;
}

/**
 * The words of a text in order, folded. `splitCamel` also cuts `webSearch` into two. Text of a script without spaces is cut
 * into overlapping pairs of letters, so that any part of it is found. Stops after `most` words.
 */
export function readCompounds(text: string, options: { most: number; splitCamel: boolean }): Compound[] {
  const compounds: Compound[] = [];
  let count = 0;
  // Compatibility forms first: some of them hold brackets, slashes and spaces, which no word may have.
  for (const [compound] of text.toWellFormed().normalize("NFKC").matchAll(COMPOUND)) {
    if (count >= options.most) break;
    const parts = compound.split(TIES).flatMap((part) => (options.splitCamel ? part.split(CAMEL) : [part]));
    const words = parts.flatMap(toWords).slice(0, options.most - count);
    count += words.length;
    if (words.length > 0) compounds.push({ words, joined: toKey(compound) });
  }
  return compounds;
}

/** Letters and digits only, folded: equal for `Web Search`, `web-search` and `webSearch`. Empty when there are none. */
export function toKey(text: string): string {
  return shorten(fold(text.toWellFormed()).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ""));
}

/** Whether the first letter is of a script without spaces: such words are pairs of letters. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word.slice(0, 2));

function toWords(part: string): string[] {
  const words: string[] = [];
  let run = "";
  let unspaced = false;
  const flush = () => {
    if (run !== "") words.push(...(unspaced ? toPairs(run) : [shorten(run)]));
    run = "";
  };
  for (const letter of fold(part).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "")) {
    const isMark = /\p{M}/u.test(letter);
    if (!isMark && run !== "" && UNSPACED.test(letter) !== unspaced) flush();
    if (run === "" && isMark) continue;
    if (run === "") unspaced = UNSPACED.test(letter);
    run += letter;
  }
  flush();
  return words;
}

/** `网页搜索` gives `网页`, `页搜`, `搜索`; a single letter is itself. */
function toPairs(run: string): string[] {
  const letters = Array.from(run);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

function shorten(word: string): string {
  return word.length <= WORD_LENGTH ? word : Array.from(word).slice(0, WORD_LENGTH).join("");
}
