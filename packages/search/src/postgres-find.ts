import { type Db, executeRows } from "@gaia/db";
import { type SQL, sql } from "drizzle-orm";
import { anyOf, exactly, type ParsedQuery, type Term } from "./postgres-query.ts";
import { addTypos } from "./postgres-typos.ts";
import type { SearchHit } from "./search-index.ts";

/** So many documents that have the words are ranked; of looser fits, fewer. Whoever has the name is found besides. */
const MOST_RANKED = 10_000;
const MOST_LOOSE = 2_000;
/** With fewer hits than this, typos and documents with only some of the words are looked for too. */
const ENOUGH_HITS = 10;
const LOOSE_TERMS = 6;
const MOST_NAMED = 500;

/**
 * Scores, in bands: 1 the name itself, from 0.9 names that begin with the query, from 0.5 all words, from 0.3 all words
 * with typos, below only some of the words. Inside a band the fields that have the words decide, then downloads.
 */
export async function findDocuments(db: Db, query: ParsedQuery, limit: number): Promise<SearchHit[]> {
  const strict = await ask(db, query, matchAll(query, limit), limit);
  if (strict.length >= Math.min(ENOUGH_HITS, limit)) return strict;
  const terms = await addTypos(db, query.terms.slice(0, LOOSE_TERMS));
  const loose = await ask(db, query, matchLoosely(query, terms, anyTwo(terms)), limit);
  if (loose.length > 0 || terms.length < 3) return loose;
  return await ask(db, query, matchLoosely(query, terms, anyOf(terms.flatMap(({ operands }) => operands))), limit);
}

async function ask(db: Db, query: ParsedQuery, matched: SQL, limit: number): Promise<SearchHit[]> {
  const rows = await executeRows<{ id: string; score: number }>(
    db,
    sql`SELECT skill_id::text AS id, max(score)::float8 AS score
        FROM (${named(query)} UNION ALL ${matched}) AS fits (skill_id, score)
        GROUP BY skill_id ORDER BY 2 DESC, skill_id LIMIT ${limit}`,
  );
  return rows;
}

/** Documents whose name or display name is the query, or whose name begins with it. */
function named({ key, name }: ParsedQuery): SQL {
  const length = Array.from(key).length;
  return sql`
    (SELECT skill_id, CASE WHEN name = ${name} THEN 1.0 ELSE 0.99 END FROM search_documents
     WHERE name_key = ${key} LIMIT ${MOST_NAMED})
    UNION ALL
    (SELECT skill_id, 0.97 + 0.01 * popularity FROM search_documents WHERE display_key = ${key} LIMIT ${MOST_NAMED})
    UNION ALL
    (SELECT skill_id, 0.9 + 0.05 * ${length}::float8 / char_length(name_key) + 0.01 * popularity FROM search_documents
     WHERE name_key > ${key} AND name_key < ${`${key}\u{10ffff}`} LIMIT ${MOST_NAMED})`;
}

function matchAll({ all, terms }: ParsedQuery, limit: number): SQL {
  return sql`
    (SELECT skill_id, 0.5 + 0.3 * ${rank(terms)} + 0.05 * popularity AS score
     FROM (SELECT skill_id, words, popularity FROM search_documents
           WHERE words @@ ${all}::tsquery LIMIT ${MOST_RANKED}) AS matched
     ORDER BY score DESC LIMIT ${limit})`;
}

function matchLoosely({ all }: ParsedQuery, terms: Term[], some: string): SQL {
  const withTypos = terms.map(({ operands }) => anyOf(operands)).join(" & ");
  const either = [all, withTypos, some].join(" | ");
  return sql`
    (SELECT skill_id,
       CASE WHEN words @@ ${all}::tsquery THEN 0.5 + 0.3 * ${rank(terms)} + 0.05 * popularity
            WHEN words @@ ${withTypos}::tsquery THEN 0.3 + 0.12 * ${rank(terms)} + 0.03 * popularity
            ELSE 0.05 + 0.2 * ${rank(terms)} + 0.02 * popularity END
     FROM (SELECT skill_id, words, popularity FROM search_documents
           WHERE words @@ ${either}::tsquery LIMIT ${MOST_LOOSE}) AS matched)`;
}

/** SQL for 0 to 1: how telling the fields are that have the words; a whole word counts twice, as itself and as a beginning. */
function rank(terms: Term[]): SQL {
  const operands = terms.flatMap(({ word, operands }) => [exactly(word), ...operands]);
  return sql`least(ts_rank('{0.1,0.3,0.5,1}', words, ${anyOf(operands)}::tsquery) * 1.6, 1)`;
}

/** tsquery: two different terms hold; of two or fewer, one. */
function anyTwo(terms: Term[]): string {
  const each = terms.map(({ operands }) => anyOf(operands));
  if (each.length < 3) return each.join(" | ");
  return each.flatMap((one, index) => each.slice(index + 1).map((other) => `(${one} & ${other})`)).join(" | ");
}
