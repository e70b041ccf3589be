import { type Compound, isUnspaced, readCompounds, toKey } from "./words.ts";

const MOST_TERMS = 16;
const PREFIX_LETTERS = 3;
const LAST_PREFIX_LETTERS = 2;
const STEM_LETTERS = 4;
const MOST_JOINED_WORDS = 4;

/** Left out when other words remain: they are in half of all descriptions and say nothing. */
const EMPTY_WORDS = new Set(
  "a an and are as at be by can do for from how i in is it me my of on or that the this to use using want what which with you your".split(
    " ",
  ),
);

/** One word of a query, with the ways in which a document may hold it: tsquery operands, already quoted. */
export interface Term {
  word: string;
  operands: string[];
}

/** A query made ready for `tsvector @@ tsquery`. */
export interface ParsedQuery {
  /** All letters and digits of the query, to compare with whole names. */
  key: string;
  /** The query as a name may be spelled: `Web Search` is `web-search`. */
  name: string;
  terms: Term[];
  /** tsquery: a document with all of the words, or with all of them written together. */
  all: string;
}

/** Reads the words of a query; null when there are none. Nothing in the text is an operator. */
export function parseQuery(text: string): ParsedQuery | null {
  const compounds = readCompounds(text, { most: MOST_TERMS, splitCamel: false });
  if (compounds.length === 0) return null;
  const telling = compounds.filter(({ words }) => words.length > 1 || !EMPTY_WORDS.has(words[0] ?? ""));
  const kept = telling.length > 0 ? telling : compounds;
  const lastWord = kept.at(-1)?.words.at(-1);
  const groups = kept.map((compound) => toGroup(compound, lastWord));
  return {
    key: toKey(text),
    name: text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, "-")
      .replaceAll("\0", ""),
    terms: groups.flatMap(({ terms }) => terms),
    all: [groups.map(({ query }) => query).join(" & "), ...writtenTogether(kept)].join(" | "),
  };
}

/** A tsquery that holds for a document with the term. */
export const anyOf = (operands: string[]): string => `(${operands.join(" | ")})`;

/** A word as an operand. Words are letters, marks and digits only (`readCompounds`), so nothing in the quotes needs an escape. */
export const exactly = (word: string): string => `'${word}'`;

const startingWith = (word: string): string => `'${word}':*`;

function toGroup({ words, joined }: Compound, lastWord: string | undefined): { terms: Term[]; query: string } {
  const terms = words.map((word) => ({ word, operands: toOperands(word, word === lastWord) }));
  const query = terms.map(({ operands }) => anyOf(operands)).join(" & ");
  if (words.length === 1 || isUnspaced(joined)) return { terms, query };
  return { terms, query: `((${query}) | ${startingWith(joined)})` };
}

function toOperands(word: string, isLast: boolean): string[] {
  const { length } = Array.from(word);
  if (isUnspaced(word)) return [length === 1 ? startingWith(word) : exactly(word)];
  if (length < (isLast ? LAST_PREFIX_LETTERS : PREFIX_LETTERS)) return [exactly(word)];
  return [startingWith(word), ...stems(word).map(startingWith)];
}

/** What an English word may begin with in other forms: `searches` and `searching` give `search`. */
function stems(word: string): string[] {
  const ending = /^[a-z]+?(ies|ing|es|ed|s)$/.exec(word)?.[1];
  if (ending === undefined || word.endsWith("ss")) return [];
  const stem = word.slice(0, -ending.length);
  if (stem.length >= STEM_LETTERS) return [stem];
  return ending === "es" && stem.length + 1 >= STEM_LETTERS ? [`${stem}e`] : [];
}

/** tsquery: all of these hold but one. */
export const allButOne = (each: string[]): string =>
  each.map((_, index) => `(${each.toSpliced(index, 1).join(" & ")})`).join(" | ");

/** tsquery: two of these hold. */
export const anyTwo = (each: string[]): string =>
  each.flatMap((one, index) => each.slice(index + 1).map((other) => `(${one} & ${other})`)).join(" | ");

/** `type script` is also `typescript`. */
function writtenTogether(compounds: Compound[]): string[] {
  const joined = compounds.map((compound) => compound.joined).join("");
  const isShort = compounds.length > 1 && compounds.length <= MOST_JOINED_WORDS;
  return isShort && !isUnspaced(joined) ? [startingWith(Array.from(joined).slice(0, 64).join(""))] : [];
}
