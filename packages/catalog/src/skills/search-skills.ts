import { heldListings, listings, publisherReputations, publishers, skills, versions } from "@gaia/db";
import { liftRanking } from "@gaia/policy";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { readable } from "../kernel/readable.ts";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import { RegistryError } from "../kernel/errors.ts";
import { type CatalogFilter, countFacet, facetsOf, listedWith, toArray } from "./catalog-filter.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { addFacets, catalogFacets, countFacets, type Facets } from "./facets.ts";
import { countHeld } from "./held-listings.ts";
import { readHidden } from "./hidden-listings.ts";
import { listSkills } from "./list-skills.ts";
import { SUMMARY_COLUMNS, type SkillSummaryView, toSummary } from "./view-summary.ts";

/** At most so many skills are ranked for one query; totals and facets count among them. */
const MOST_CANDIDATES = 1_000;
/** The score of whoever has the query's name. */
const EXACT = 1_000;
/** Every word of the query is in it, and it is one's own. */
const HIDDEN_SCORE = 1;

export interface SearchAnswer {
  hits: (SkillSummaryView & { score: number })[];
  total: number;
  next_cursor: string | null;
  facets: Facets;
}

type SearchInput = CatalogFilter & { query: string; limit: number; cursor: string | null };

/**
 * Full-text search. The index gives ranked candidates; the database decides which of them are visible, so a stale index
 * never shows or counts what is withheld. An exact name comes first, whatever the index thinks. No words: everything, the most used first.
 * What is not public is in no index, and looked at in the database for those who may see it. What is held for review is left out unless
 * `held` asks for it, but for a name that is the query, letter by letter.
 * @throws RegistryError `invalid_request`, `unavailable`
 */
export async function searchSkills(ctx: ReadCtx, input: SearchInput): Promise<SearchAnswer> {
  const query = input.query.replaceAll("\0", " ").trim();
  if (query === "") return browse(ctx, input);
  const [offset] = readCursor(input.cursor, "search", ["number"]) ?? [0];
  const start = typeof offset === "number" && offset >= 0 && offset <= MOST_CANDIDATES ? offset : 0;
  const [scores, hidden] = await Promise.all([
    findCandidates(ctx, query),
    readHidden(ctx, { wanted: facetsOf(input), held: input.held, query, limit: MOST_CANDIDATES }),
  ]);
  const rows = [...(await readVisible(ctx, input, query, [...scores.keys()])), ...hidden];
  for (const { id } of hidden) scores.set(id, HIDDEN_SCORE);
  const ranked = rank(rows, query, scores);
  const end = start + input.limit;
  return {
    hits: await readHits(ctx, ranked.slice(start, end)),
    total: ranked.length,
    next_cursor: end < ranked.length ? writeCursor("search", [end]) : null,
    facets: countFacets(rows),
  };
}

/** The whole catalog, or what a filter leaves of it: counted exactly where a count is kept, among the most used otherwise. */
async function browse(ctx: ReadCtx, input: SearchInput): Promise<SearchAnswer> {
  const wanted = facetsOf(input);
  const cursor = await toListCursor(ctx, input, wanted);
  const [page, counted, hidden, held] = await Promise.all([
    listSkills(ctx, { ...input, sort: "downloads", cursor }),
    wanted.length === 0 ? countCatalog(ctx) : countFiltered(ctx, wanted),
    readHidden(ctx, { wanted, held: input.held, limit: MOST_CANDIDATES }),
    input.held ? countHeld(ctx, { wanted, limit: MOST_CANDIDATES }) : { total: 0, rows: [] },
  ]);
  const total = counted.total + hidden.length + held.total;
  const more = [...hidden, ...held.rows];
  const facets = more.length === 0 ? counted.facets : addFacets(counted.facets, countFacets(more));
  return { total, facets, hits: page.items.map((item) => ({ ...item, score: 0 })), next_cursor: page.next_cursor };
}

/** Cursors of earlier releases counted rows: such a one becomes the row at that place. */
async function toListCursor(ctx: ReadCtx, input: SearchInput, wanted: string[]): Promise<string | null> {
  if (!isCounting(input.cursor)) return input.cursor;
  const [offset] = readCursor(input.cursor, "search", ["number"]) ?? [];
  if (typeof offset !== "number" || offset < 1 || offset > MOST_CANDIDATES) return null;
  const fits = await listedWith(ctx, wanted, offset);
  const rows = await ctx.db
    .select({ downloads: listings.downloads, id: listings.skillId })
    .from(listings)
    .where(fits)
    .orderBy(desc(listings.downloads), desc(listings.skillId))
    .limit(offset);
  const last = rows.at(-1);
  return last ? writeCursor("skills:downloads", [last.downloads, last.id]) : null;
}

function isCounting(cursor: string | null): boolean {
  try {
    return readCursor(cursor, "search", ["number"]) !== null;
  } catch {
    return false;
  }
}

async function countCatalog(ctx: ReadCtx): Promise<Pick<SearchAnswer, "total" | "facets">> {
  const [counts, facets] = await Promise.all([countFacet(ctx, ["all"]), catalogFacets(ctx)]);
  return { total: counts.get("all") ?? 0, facets };
}

async function countFiltered(ctx: ReadCtx, wanted: string[]): Promise<Pick<SearchAnswer, "total" | "facets">> {
  const fits = await listedWith(ctx, wanted, MOST_CANDIDATES);
  const most = ctx.db
    .select({ facets: listings.facets })
    .from(listings)
    .where(fits)
    .orderBy(desc(listings.downloads), desc(listings.skillId))
    .limit(MOST_CANDIDATES)
    .as("most");
  const [answer] = await ctx.db.select({ rows: sql<string[][]>`coalesce(json_agg(${most.facets}), '[]')` }).from(most);
  const rows = (answer?.rows ?? []).map((facets) => ({ facets }));
  const [only] = wanted;
  if (wanted.length > 1 || only === undefined) return { total: rows.length, facets: countFacets(rows) };
  return { total: (await countFacet(ctx, [only])).get(only) ?? 0, facets: countFacets(rows) };
}

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
  name: string;
  downloads: number;
  facets: string[];
  isDeprecated: boolean;
  /** By how many places its publisher's reputation lifts it (docs/reputation.md). */
  lift: number;
}

type PackedRow = [number, string, number, string[], boolean, number | null];

/** The candidates that are visible and pass the filter, and whoever has the query's name. */
async function readVisible(
  ctx: ReadCtx,
  filter: CatalogFilter,
  query: string,
  candidates: number[],
): Promise<RankRow[]> {
  const named = ctx.db
    .select({ id: skills.id })
    .from(skills)
    .where(eq(skills.name, toName(query)));
  // One key, and one parameter: a thousand take longer to write down than the rows to read.
  const ids = sql`(${`{${candidates.join(",")}}`}::bigint[] || ARRAY(${named}))`;
  const wanted = sql`listings.facets @> ${toArray(facetsOf(filter))}`;
  const deprecated = sql`EXISTS (SELECT 1 FROM ${versions} d WHERE d.id = listings.version_id AND d.deprecated_at IS NOT NULL)`;
  const lift = sql`(SELECT r.lift FROM ${skills} s JOIN ${publisherReputations} r ON r.publisher_id = s.publisher_id
    WHERE s.id = listings.skill_id)`;
  const row = sql`listings.skill_id, listings.name, listings.downloads, listings.facets, ${deprecated}, ${lift}`;
  const packed = sql`json_build_array(${row})`;
  const fits = and(sql`listings.skill_id = ANY(${ids})`, facetsOf(filter).length > 0 ? wanted : undefined);
  // Who has the very name means it; who is only near it may have been led there.
  const heldToo = filter.held ? undefined : sql`listings.name = ${query}`;
  const of = (table: typeof listings | typeof heldListings, which: SQL | undefined) =>
    sql`SELECT ${packed} AS packed FROM ${table} AS listings WHERE ${which}`;
  const both = sql`(${of(listings, fits)} UNION ALL ${of(heldListings, and(fits, heldToo))}) AS found`;
  // All in one value: a driver reads one JSON text far sooner than four columns of each of a thousand rows.
  const [answer] = await ctx.db.select({ rows: sql<PackedRow[]>`coalesce(json_agg(found.packed), '[]')` }).from(both);
  return (answer?.rows ?? []).map(([id, name, downloads, facets, isDeprecated, lift]) => ({
    id,
    name,
    downloads,
    facets,
    isDeprecated,
    lift: lift ?? 0,
  }));
}

/** The name somebody may have meant: `Web Search` is `web-search`. */
const toName = (query: string): string => query.toLowerCase().replaceAll(/[\s_]+/g, "-");

interface Ranked {
  id: number;
  score: number;
}

/**
 * The exact name; then by the index, each at most `LIFT_MOST` places from there by its publisher's reputation; last what its publisher
 * calls
 * deprecated. The same whichever index answered.
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
  return ranking.map(({ row, score }) => ({ id: row.id, score }));
}

/** The rows of a page, in its order. What stopped being visible since it was ranked is left out. */
async function readHits(ctx: ReadCtx, page: Ranked[]): Promise<SearchAnswer["hits"]> {
  if (page.length === 0) return [];
  const rows = await ctx.db
    .select(SUMMARY_COLUMNS)
    .from(skills)
    .innerJoin(versions, eq(versions.id, skills.latestVersionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(sql`${skills.id} = ANY(${`{${page.map(({ id }) => id).join(",")}}`}::bigint[])`, readable(ctx)));
  const byId = new Map(rows.map((row) => [row.id, toSummary(row)]));
  return page.flatMap(({ id, score }) => {
    const summary = byId.get(id);
    return summary ? [{ ...summary, score }] : [];
  });
}
