import { type Db, executeRows } from "@gaia/db";
import { sql } from "drizzle-orm";
import type { Term } from "./postgres-query.ts";
import { exactly } from "./postgres-query.ts";
import { typoKeys, typosAllowed, typosBetween } from "./typos.ts";
import { isUnspaced } from "./words.ts";

/** Of the words that may be meant by one, the most alike. */
const MOST_CANDIDATES = 300;
const MOST_MEANT = 12;
const MOST_KEYS = 64;

/** A term with the words of the index that it may be a misspelling of, the nearest first; they are operands too. */
export interface MeantTerm extends Term {
  meant: string[];
}

/** The terms, each with the words of the index that it may be a misspelling of as further operands. */
export async function addTypos(db: Db, terms: Term[]): Promise<MeantTerm[]> {
  const misspelt = terms
    .filter(({ word }) => typosAllowed(word) > 0 && !isUnspaced(word))
    .map(({ word }) => ({ word, keys: typoKeys(word, typosAllowed(word)) }));
  if (misspelt.length === 0) return terms.map((term) => ({ ...term, meant: [] }));
  const rows = await executeRows<{ asked: string; word: string }>(
    db,
    sql`SELECT asked.word AS asked, alike.word AS word
        FROM jsonb_to_recordset(${JSON.stringify(misspelt)}::text::jsonb) AS asked (word text, keys text[])
        CROSS JOIN LATERAL (
          SELECT word FROM search_words WHERE typo_keys && asked.keys
          ORDER BY similarity(search_words.word, asked.word) DESC, word LIMIT ${MOST_CANDIDATES}) AS alike`,
  );
  return terms.map((term) => {
    const candidates = rows.filter(({ asked }) => asked === term.word).map(({ word }) => word);
    const meant = findMeant(term.word, candidates);
    return { ...term, meant, operands: [...term.operands, ...meant.map(exactly)] };
  });
}

/** The nearest few. A wrong first letter counts as two typos: people seldom mistype it. */
function findMeant(word: string, candidates: string[]): string[] {
  const allowed = typosAllowed(word);
  return candidates
    .filter((candidate) => candidate !== word && Math.abs(candidate.length - word.length) <= 2 * allowed)
    .map((candidate) => ({
      candidate,
      typos: typosBetween(word, candidate) + (candidate.codePointAt(0) === word.codePointAt(0) ? 0 : 1),
    }))
    .filter(({ typos }) => typos <= allowed)
    .toSorted((a, b) => a.typos - b.typos || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, MOST_MEANT)
    .map(({ candidate }) => candidate);
}

/** The names, written together, that the words may mean: each word as it is or as one that it may stand for. */
export function correctedKeys(terms: MeantTerm[]): string[] {
  return terms.reduce<string[]>(
    (keys, { word, meant }) => [word, ...meant].flatMap((each) => keys.map((key) => key + each)).slice(0, MOST_KEYS),
    [""],
  );
}
