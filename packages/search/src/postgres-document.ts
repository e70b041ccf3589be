import { MARKS, useLevel } from "./postgres-marks.ts";
import type { SearchDocument } from "./search-index.ts";
import { typoKeys, typosKept } from "./typos.ts";
import { isUnspaced, readCompounds, toKey } from "./words.ts";

/** Where a word stands: name and display name, tags, tools and publisher, description. */
type Field = "name" | "tags" | "tools" | "text";

/** Of each field so many words and UTF-16 units are indexed; of each list so many entries. */
const MOST_WORDS = 400;
const FIELD_UNITS = 4_000;
const MOST_ENTRIES = 100;
/** Below it no word is a typo of another, and the shortest other word it can be a typo of is one letter shorter. */
const TYPO_LETTERS = { least: 4, most: 33 };
/** The popularity of this many downloads and more is 1. */
const POPULAR_DOWNLOADS = 1_000_000;

/** A row of `search_entries`. */
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
    const found = findWords(doc);
    for (const word of found.keys()) seen.add(word);
    const [nameKey, displayKey] = [
      toKey(doc.name.slice(0, FIELD_UNITS)),
      toKey(doc.display_name.slice(0, FIELD_UNITS)),
    ];
    return {
      skill_id: doc.id,
      name: doc.name.slice(0, FIELD_UNITS).toLowerCase().toWellFormed().replaceAll("\0", ""),
      name_key: nameKey,
      display_key: displayKey,
      words: toVector(found, nameKey, doc.downloads),
      popularity: Math.min(Math.log1p(Math.max(doc.downloads, 0)) / Math.log(POPULAR_DOWNLOADS), 1),
    };
  });
  return { documents, words: toWordRows(seen) };
}

function findWords(doc: SearchDocument): Map<string, Set<Field>> {
  const found = new Map<string, Set<Field>>();
  const add = (field: Field, word: string) => {
    if (word === "") return;
    const held = found.get(word) ?? new Set();
    found.set(word, held.add(field));
  };
  const addText = (field: Field, text: string) => {
    const read = { most: MOST_WORDS, splitCamel: true };
    for (const { words, joined } of readCompounds(text.slice(0, FIELD_UNITS), read)) {
      for (const word of words) add(field, word);
      if (words.length > 1 && !isUnspaced(joined)) add(field, joined);
    }
  };
  addText("name", doc.name);
  addText("name", doc.display_name);
  add("name", toKey(doc.display_name.slice(0, FIELD_UNITS)));
  for (const tag of doc.tags.slice(0, MOST_ENTRIES)) addText("tags", tag);
  for (const tool of doc.tools.slice(0, MOST_ENTRIES)) addText("tools", tool);
  addText("tools", doc.publisher);
  addText("text", doc.description);
  return found;
}

/**
 * A tsvector as text: each word, and again with the mark of each better field that has it, and the marks of the document's own. Words
 * are letters, marks and digits only (`readCompounds`), so nothing in the quotes needs an escape and nothing in a document looks like a
 * mark.
 */
function toVector(words: Map<string, Set<Field>>, nameKey: string, downloads: number): string {
  const lexemes = [`${MARKS.use}${useLevel(downloads)}`, MARKS.begin + nameKey];
  for (const [word, fields] of words) {
    lexemes.push(word);
    for (const field of fields) if (field !== "text") lexemes.push(MARKS[field] + word);
  }
  return lexemes.map((lexeme) => `'${lexeme}'`).join(" ");
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
