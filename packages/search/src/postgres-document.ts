import type { SearchDocument } from "./search-index.ts";
import { typoKeys, typosKept } from "./typos.ts";
import { isUnspaced, readCompounds, toKey } from "./words.ts";

type Weight = "A" | "B" | "C" | "D";

/** Of each field so many words and UTF-16 units are indexed; of each list so many entries. */
const MOST_WORDS = 400;
const FIELD_UNITS = 4_000;
const MOST_ENTRIES = 100;
/** Below it no word is a typo of another, and the shortest other word it can be a typo of is one letter shorter. */
const TYPO_LETTERS = { least: 4, most: 33 };
/** The popularity of this many downloads and more is 1. */
const POPULAR_DOWNLOADS = 1_000_000;

/** A row of `search_documents`. */
export interface DocumentRow {
  skill_id: string;
  name: string;
  name_key: string;
  display_key: string;
  words: string;
  popularity: number;
}

/** A row of `search_words`: a word of some document, and what it is looked up by when a query has typos. */
export interface WordRow {
  word: string;
  typo_keys: string[];
}

/** The rows that stand for these documents. */
export function toRows(docs: SearchDocument[]): { documents: DocumentRow[]; words: WordRow[] } {
  const seen = new Set<string>();
  const documents = docs.map((doc) => {
    const weights = weighWords(doc);
    for (const word of weights.keys()) seen.add(word);
    return {
      skill_id: doc.id,
      name: doc.name.slice(0, FIELD_UNITS).toLowerCase().toWellFormed().replaceAll("\0", ""),
      name_key: toKey(doc.name.slice(0, FIELD_UNITS)),
      display_key: toKey(doc.display_name.slice(0, FIELD_UNITS)),
      words: toVector(weights),
      popularity: Math.min(Math.log1p(Math.max(doc.downloads, 0)) / Math.log(POPULAR_DOWNLOADS), 1),
    };
  });
  return { documents, words: toWordRows(seen) };
}

function weighWords(doc: SearchDocument): Map<string, Set<Weight>> {
  const weights = new Map<string, Set<Weight>>();
  const add = (weight: Weight, word: string) => {
    if (word === "") return;
    const held = weights.get(word) ?? new Set();
    weights.set(word, held.add(weight));
  };
  const addText = (weight: Weight, text: string) => {
    const read = { most: MOST_WORDS, splitCamel: true };
    for (const { words, joined } of readCompounds(text.slice(0, FIELD_UNITS), read)) {
      for (const word of words) add(weight, word);
      if (words.length > 1 && !isUnspaced(joined)) add(weight, joined);
    }
  };
  addText("A", doc.name);
  addText("A", doc.display_name);
  add("A", toKey(doc.display_name.slice(0, FIELD_UNITS)));
  for (const tag of doc.tags.slice(0, MOST_ENTRIES)) addText("B", tag);
  for (const tool of doc.tools.slice(0, MOST_ENTRIES)) addText("C", tool);
  addText("C", doc.publisher);
  addText("D", doc.description);
  return weights;
}

const POSITIONS: Record<Weight, string> = { A: "1A", B: "2B", C: "3C", D: "4" };

/**
 * A tsvector as text. Words are letters, marks and digits only (`readCompounds`), so nothing in the quotes needs an escape.
 * The position says only the weight: a word counts once for each kind of field that has it.
 */
function toVector(weights: Map<string, Set<Weight>>): string {
  return [...weights]
    .map(([word, held]) => `'${word}':${[...held].map((weight) => POSITIONS[weight]).join(",")}`)
    .join(" ");
}

function toWordRows(words: Set<string>): WordRow[] {
  return [...words]
    .filter((word) => {
      const { length } = Array.from(word);
      return length >= TYPO_LETTERS.least && length <= TYPO_LETTERS.most && !isUnspaced(word);
    })
    .toSorted()
    .map((word) => ({ word, typo_keys: typoKeys(word, typosKept(word)) }));
}
