import { heldListings, listings, publisherReputations, publishers, skills, versions } from "@gaia/db";
import { liftRanking } from "@gaia/policy";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { readable } from "../kernel/readable.ts";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import { RegistryError } from "../kernel/errors.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { browseSkills } from "./browse-skills.ts";
import { isWanted, wantedOf } from "./catalog-filter.ts";
import { countFacets } from "./facets.ts";
import { readHidden } from "./hidden-listings.ts";
import { MOST_CANDIDATES, type SearchAnswer, type SearchInput } from "./search-answer.ts";
import { shownVersion, sortColumn, sortName, SORTS, type SkillSort } from "./sorts.ts";
import { SUMMARY_COLUMNS, toSummary } from "./view-summary.ts";

/** The score of whoever has the query's name. */
const EXACT = 1_000;
/** Every word of the query is in it, and it is one's own. */
const HIDDEN_SCORE = 1;

/**
 * Full-text search. The index gives ranked candidates; the database decides which of them are visible, so a stale index
 * never shows or counts what is withheld. By relevance an exact name comes first, whatever the index thinks; by another sort candidates
 * are put in its order. No words: everything, the most used first. What is not public is in no index, and looked at in the database for
 * those who may see it. What is held for review is left out unless `held` asks for it, but for a name that is the query, letter by letter.
 * @throws RegistryError `invalid_request`, `unavailable`
 */
export async function searchSkills(ctx: ReadCtx, input: SearchInput): Promise<SearchAnswer> {
  const query = input.query.replaceAll("\0", " ").trim();
  if (query === "") return browseSkills(ctx, input);
  const start = startOf(input);
  const [scores, hidden] = await Promise.all([
    findCandidates(ctx, query),
    readHidden(ctx, { tier: input.tier, held: input.held, query, limit: MOST_CANDIDATES }),
  ]);
  const found = [...(await readVisible(ctx, input, query, [...scores.keys()])), ...hidden];
  for (const { id } of hidden) scores.set(id, HIDDEN_SCORE);
  const wanted = wantedOf(input);
  const rows = found.filter(({ facets }) => isWanted(facets, wanted));
  const ranked = input.sort === "relevance" ? rank(rows, query, scores) : inOrder(rows, input.sort, scores);
  const first = start(ranked);
  const page = ranked.slice(first, first + input.limit);
  const last = first + input.limit < ranked.length ? page.at(-1) : undefined;
  return {
    hits: await readHits(ctx, page),
    total: ranked.length,
    next_cursor: last === undefined ? null : cursorAfter(input, last, first + input.limit),
    facets: countFacets(found, wanted),
  };
}

/** Where in the ranking the page of a cursor begins. A place among what words rank is counted; in another order it is a row's. */
function startOf({ sort, cursor, tier }: SearchInput): (ranked: Ranked[]) => number {
  if (sort === "relevance") {
    const [offset] = readCursor(cursor, "search", ["number"]) ?? [0];
    const start = typeof offset === "number" && offset >= 0 && offset <= MOST_CANDIDATES ? offset : 0;
    return () => start;
  }
  const kind = SORTS[sort].kind === "text" ? "text" : "number";
  const [key, id] = readCursor(cursor, `search:${sortName(sort, { tier })}`, [kind, "number"]) ?? [];
  if (key === undefined || key instanceof Date || id === undefined) return () => 0;
  const place = { key, id: Number(id) };
  return (ranked) => {
    const next = ranked.findIndex((row) => inSort(sort)(place, row) < 0);
    return next < 0 ? ranked.length : next;
  };
}

const cursorAfter = ({ sort, tier }: SearchInput, last: Ranked, end: number): string =>
  sort === "relevance"
    ? writeCursor("search", [end])
    : writeCursor(`search:${sortName(sort, { tier })}`, [last.key, last.id]);

async function findCandidates(ctx: ReadCtx, query: string): Promise<Map<number, number>> {
  try {
    const found = await ctx.search.find(query, { limit: MOST_CANDIDATES });
    // What is not an id of ours cannot be a row of ours.
    const ours = found.filter(({ id }) => Number.isSafeInteger(Number(id)));
    return new Map(ours.map(({ id, score }) => [Number(id), score]));
  } catch (error) {
    throw new RegistryError("unavailable", "Search does not answer; try again.", { cause: error });
  }
}

/** What ranks and counts a skill: of up to a thousand no more is read. */
interface RankRow {
  id: number;
  /** The version to show: the latest one, or that of the tier that is asked for; null where there is none of it. */
  versionId: number | null;
  name: string;
  downloads: number;
  rising: number;
  /** Tokens of context that the version to show takes. */
  context: number;
  createdAt: Date;
  updatedAt: Date;
  facets: string[];
  isDeprecated: boolean;
  /** By how many places its publisher's reputation lifts it (docs/reputation.md). */
  lift: number;
}

type PackedRow = [
  id: number,
  versionId: number | null,
  name: string,
  downloads: number,
  rising: number,
  context: number,
  createdAt: number,
  updatedAt: number,
  facets: string[],
  isDeprecated: boolean,
  lift: number | null,
];

/** The candidates that are visible, whatever the filter, and whoever has the query's name. */
async function readVisible(ctx: ReadCtx, filter: SearchInput, query: string, candidates: number[]): Promise<RankRow[]> {
  const named = ctx.db
    .select({ id: skills.id })
    .from(skills)
    .where(eq(skills.name, toName(query)));
  // One key, and one parameter: a thousand take longer to write down than the rows to read.
  const ids = sql`(${`{${candidates.join(",")}}`}::bigint[] || ARRAY(${named}))`;
  const fits = sql`listings.skill_id = ANY(${ids})`;
  // Who has the very name means it; who is only near it may have been led there.
  const heldToo = filter.held ? undefined : sql`listings.name = ${query}`;
  const of = (table: typeof listings | typeof heldListings, which: SQL | undefined) =>
    sql`SELECT ${packedRow(filter)} AS packed FROM ${table} AS listings WHERE ${which}`;
  const both = sql`(${of(listings, fits)} UNION ALL ${of(heldListings, and(fits, heldToo))}) AS found`;
  // All in one value: a driver reads one JSON text far sooner than four columns of each of a thousand rows.
  const [answer] = await ctx.db.select({ rows: sql<PackedRow[]>`coalesce(json_agg(found.packed), '[]')` }).from(both);
  return (answer?.rows ?? []).map(
    ([id, versionId, name, downloads, rising, context, createdAt, updatedAt, facets, isDeprecated, lift]) => ({
      id,
      versionId,
      name,
      downloads,
      rising,
      context,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
      facets,
      isDeprecated,
      lift: lift ?? 0,
    }),
  );
}

/** SQL: a `RankRow` of the table that is called `listings`. */
function packedRow(filter: SearchInput): SQL {
  const version = shownVersion(listings, filter);
  const deprecated = sql`EXISTS (SELECT 1 FROM ${versions} d WHERE d.id = ${version} AND d.deprecated_at IS NOT NULL)`;
  const lift = sql`(SELECT r.lift FROM ${skills} s JOIN ${publisherReputations} r ON r.publisher_id = s.publisher_id
    WHERE s.id = listings.skill_id)`;
  const at = (column: string) => sql`(extract(epoch FROM listings.${sql.raw(column)}) * 1000)::bigint`;
  const times = sql`${at("created_at")}, ${at("updated_at")}`;
  return sql`json_build_array(listings.skill_id, ${version}, listings.name, listings.downloads, listings.rising,
    ${sortColumn(listings, "context", filter)}, ${times},
    listings.facets, ${deprecated}, ${lift})`;
}

/** The name somebody may have meant: `Web Search` is `web-search`. */
const toName = (query: string): string => query.toLowerCase().replaceAll(/[\s_]+/g, "-");

interface Ranked {
  id: number;
  versionId: number;
  score: number;
  /** What it is sorted by. */
  key: string | number;
}

const toRanked = ({ id, versionId }: RankRow, score: number, key: string | number = score): Ranked[] =>
  versionId === null ? [] : [{ id, versionId, score, key }];

/**
 * The exact name; then by the index, each at most `LIFT_MOST` places from there by its publisher's reputation; last what its publisher
 * calls deprecated. The same whichever index answered.
 */
function rank(rows: RankRow[], query: string, scores: Map<number, number>): Ranked[] {
  const name = toName(query);
  const scored = rows
    .map((row) => ({ row, score: row.name === name ? EXACT : (scores.get(row.id) ?? 0) }))
    .sort((a, b) => b.score - a.score || b.row.downloads - a.row.downloads || a.row.id - b.row.id);
  const exact = scored.filter(({ score }) => score === EXACT);
  const others = scored.filter(({ score, row }) => score !== EXACT && !row.isDeprecated);
  const last = scored.filter(({ score, row }) => score !== EXACT && row.isDeprecated);
  const ranking = [...exact, ...liftRanking(others, ({ row }) => row.lift), ...last];
  return ranking.flatMap(({ row, score }) => toRanked(row, score));
}

/** The same rows in the order of a list. */
function inOrder(rows: RankRow[], sort: SkillSort, scores: Map<number, number>): Ranked[] {
  const keyOf = (row: RankRow): string | number => {
    const key = row[SORTS[sort].column];
    return key instanceof Date ? key.getTime() : key;
  };
  return rows.flatMap((row) => toRanked(row, scores.get(row.id) ?? 0, keyOf(row))).toSorted(inSort(sort));
}

const inSort =
  (sort: SkillSort) =>
  (a: Pick<Ranked, "id" | "key">, b: Pick<Ranked, "id" | "key">): number => {
    const order = a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id;
    return SORTS[sort].down ? -order : order;
  };

/** The rows of a page, in its order. What stopped being visible since it was ranked is left out. */
async function readHits(ctx: ReadCtx, page: Ranked[]): Promise<SearchAnswer["hits"]> {
  if (page.length === 0) return [];
  const ids = `{${page.map(({ versionId }) => versionId).join(",")}}`;
  const rows = await ctx.db
    .select(SUMMARY_COLUMNS)
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(sql`${versions.id} = ANY(${ids}::bigint[])`, eq(versions.status, "published"), readable(ctx)));
  const byId = new Map(rows.map((row) => [row.id, toSummary(row)]));
  return page.flatMap(({ id, score }) => {
    const summary = byId.get(id);
    return summary ? [{ ...summary, score }] : [];
  });
}
