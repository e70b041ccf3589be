import { type Db, executeRows } from "@gaia/db";
import { sql } from "drizzle-orm";
import type { Term } from "./postgres-query.ts";
import { exactly } from "./postgres-query.ts";
import { typoKeys, typosAllowed, typosBetween } from "./typos.ts";
import { isUnspaced } from "./words.ts";

const MOST_CANDIDATES = 2_000;
const MOST_MEANT = 6;

/** The terms, each with the words of the index that it may be a misspelling of as further operands. */
export async function addTypos(db: Db, terms: Term[]): Promise<Term[]> {
  const misspelt = terms.filter(({ word }) => typosAllowed(word) > 0 && !isUnspaced(word));
  const keys = new Set(misspelt.flatMap(({ word }) => typoKeys(word, typosAllowed(word))));
  if (keys.size === 0) return terms;
  const rows = await executeRows<{ word: string }>(
    db,
    sql`SELECT word FROM search_words
        WHERE typo_keys && ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify([...keys])}::text::jsonb))
        LIMIT ${MOST_CANDIDATES}`,
  );
  const candidates = rows.map(({ word }) => word);
  return terms.map((term) =>
    misspelt.includes(term)
      ? { ...term, operands: [...term.operands, ...findMeant(term.word, candidates).map(exactly)] }
      : term,
  );
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
