import { type Db, executeRows } from "@gaia/db";
import { type SQL, sql } from "drizzle-orm";
import { type Band, type FitClass, fitClasses, roughClasses } from "./postgres-classes.ts";
import { MARKS, USE_GROUPS } from "./postgres-marks.ts";
import { allButOne, anyOf, anyTwo, type ParsedQuery } from "./postgres-query.ts";
import { addTypos, correctedKeys } from "./postgres-typos.ts";
import type { SearchHit } from "./search-index.ts";

/** Up to so many documents that fit are all read and put in order; of more, the best are found class after class. */
const MOST_READ = 1_000;
/** With fewer hits than this, typos and documents with only some of the words are looked for too. */
const ENOUGH_HITS = 10;
const LOOSE_TERMS = 6;
/** Of what has only some of the words, so many are enough. */
const MOST_LOOSE = 100;
/** A score from here on is that of a whole name. */
const NAMED = 0.99;

const BANDS = {
  strict: { from: 0.5, to: 0.95 },
  typos: { from: 0.3, to: 0.48 },
  mostWords: { from: 0.2, to: 0.28 },
  someWords: { from: 0.05, to: 0.18 },
} satisfies Record<string, Band>;

/**
 * Scores, in bands: 1 the name itself, below it the display name, from 0.5 all words, 0.49 the name with typos, from 0.3 all words with
 * typos, below only some of the words. Inside a band the fields that have the words decide (`fitClasses`), then downloads. Each band is
 * asked only when the ones above gave too little.
 */
export async function findDocuments(db: Db, query: ParsedQuery, limit: number): Promise<SearchHit[]> {
  const { key, terms, all } = query;
  const found = new Map<string, number>();
  const strict = fitClasses({ wanted: all, terms, key, band: BANDS.strict });
  await ask(db, found, {
    classes: strict,
    wanted: `'${MARKS.begin}${key}':* | ${all}`,
    names: named(query, limit),
    limit,
  });
  const isNamed = [...found.values()].some((score) => score >= NAMED);
  if (found.size < Math.min(ENOUGH_HITS, limit) && !isNamed) await askLoosely(db, found, query, limit);
  return [...found]
    .map(([id, score]) => ({ id, score }))
    .toSorted((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
    .slice(0, limit);
}

/** All words with typos; then, step by step, fewer of them. */
async function askLoosely(db: Db, found: Map<string, number>, query: ParsedQuery, limit: number): Promise<void> {
  const terms = await addTypos(db, query.terms.slice(0, LOOSE_TERMS));
  const each = terms.map(({ operands }) => anyOf(operands));
  const typos = { wanted: each.join(" & "), terms, band: BANDS.typos };
  const names = namedWithTypos(correctedKeys(terms), limit);
  await ask(db, found, { classes: fitClasses(typos), wanted: typos.wanted, names, limit });
  const most = Math.min(limit, MOST_LOOSE);
  const askFor = (wanted: string, band: Band) =>
    ask(db, found, { classes: roughClasses({ wanted, band }), wanted, names: null, limit: most });
  const isShort = () => found.size < Math.min(ENOUGH_HITS, limit);
  if (each.length > 3 && isShort()) await askFor(allButOne(each), BANDS.mostWords);
  if (each.length > 2 && isShort()) await askFor(anyTwo(each), BANDS.someWords);
  if (each.length === 2 && isShort()) await askFor(each.join(" | "), BANDS.someWords);
  if (found.size === 0) await askFor(each.join(" | "), BANDS.someWords);
}

interface Row {
  id: string;
  /** null: this row says that more fit than are read. */
  score: number | null;
  /** Whether its name is why it was found. */
  named: boolean;
}

/** Adds to `found` the best documents of these classes, and those with the names; whoever is there already keeps its score. */
async function ask(
  db: Db,
  found: Map<string, number>,
  input: { classes: FitClass[]; wanted: string; names: SQL | null; limit: number },
): Promise<void> {
  const { classes, wanted, names, limit } = input;
  const add = (rows: Row[]) => {
    for (const { id, score } of rows) if (score !== null && !found.has(id)) found.set(id, score);
  };
  const fits = readAll(wanted, scoreOf(classes));
  const rows = await executeRows<Row>(db, names ? sql`${names} UNION ALL ${fits}` : fits);
  add(rows.filter((row) => row.named));
  add(rows.filter((row) => !row.named));
  if (!areTooMany(rows)) return;
  for (const each of classes) {
    if (found.size >= limit) return;
    const some = await executeRows<Row>(db, readAll(each.query, scoreOf([each])));
    // The documents of better classes are among them: so many more are asked for.
    add(areTooMany(some) ? await askBest(db, each, limit + found.size) : some);
  }
}

const areTooMany = (rows: Row[]): boolean => rows.some(({ score }) => score === null);

/** SQL: every document that fits, with its score; of too many none, for scores take longer than finding them. */
const readAll = (query: string, score: SQL): SQL => sql`(
  WITH fits AS MATERIALIZED (
    SELECT skill_id, words, popularity FROM search_entries WHERE words @@ ${query}::tsquery LIMIT ${MOST_READ + 1}),
  counted AS MATERIALIZED (SELECT count(*) AS number FROM fits)
  SELECT skill_id::text AS id, ${score} AS score, false AS named FROM fits WHERE (SELECT number FROM counted) <= ${MOST_READ}
  UNION ALL SELECT '0', NULL, false FROM counted WHERE number > ${MOST_READ})`;

/** SQL: the score of a row by the first class that it fits. */
function scoreOf(classes: FitClass[]): SQL {
  const score = ({ least, spread }: FitClass) => sql`${least}::float8 + ${spread}::float8 * popularity`;
  const last = classes.at(-1);
  const cases = classes.slice(0, -1).map((each) => sql`WHEN words @@ ${each.query}::tsquery THEN ${score(each)}`);
  if (!last) throw new TypeError("no class");
  return cases.length === 0 ? score(last) : sql`CASE ${sql.join(cases, sql` `)} ELSE ${score(last)} END`;
}

/**
 * The most used documents of one class, from its parts by use. An `Append` runs its parts in their order, and none once the limit is
 * reached: the many that hardly anybody uses are not touched while others fill it.
 */
async function askBest(db: Db, { query, least, spread }: FitClass, limit: number): Promise<Row[]> {
  const parts = USE_GROUPS.map((levels) => {
    const used = anyOf(levels.map((level) => `'${MARKS.use}${level}'`));
    // One level below 2 is one number of downloads: nothing to put in order.
    const order = levels.every((level) => level < 2) ? sql`` : sql`ORDER BY popularity DESC`;
    return sql`(SELECT skill_id, popularity FROM search_entries WHERE words @@ ${`${used} & (${query})`}::tsquery ${order} LIMIT ${limit})`;
  });
  return await executeRows<Row>(
    db,
    sql`SELECT skill_id::text AS id, ${least}::float8 + ${spread}::float8 * popularity AS score, false AS named
        FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts LIMIT ${limit}`,
  );
}

/** Documents whose name or display name is the query, the most used first. */
function named({ key, name }: ParsedQuery, limit: number): SQL {
  return sql`
    (SELECT skill_id::text AS id, CASE WHEN name = ${name} THEN 1.0 ELSE 0.99 END::float8 AS score, true AS named
     FROM search_entries WHERE name_key = ${key} LIMIT ${limit})
    UNION ALL
    (SELECT skill_id::text, 0.97 + 0.01::float8 * popularity, true FROM search_entries
     WHERE display_key = ${key} ORDER BY popularity DESC LIMIT ${limit})`;
}

/** Documents whose name is one of those that the query may mean. */
function namedWithTypos(keys: string[], limit: number): SQL {
  return sql`
    (SELECT skill_id::text AS id, 0.49::float8 AS score, true AS named FROM search_entries
     WHERE name_key = ANY(ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb))) LIMIT ${limit})`;
}
