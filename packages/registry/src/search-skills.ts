import { publishers, skills, versions } from "@gaia/db";
import { and, eq, inArray } from "drizzle-orm";
import { type CatalogFilter, filterConditions } from "./catalog-filter.ts";
import type { Ctx } from "./context.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { RegistryError } from "./errors.ts";
import { countFacets, type Facets } from "./facets.ts";
import { SUMMARY_COLUMNS, type SkillSummaryView, type SummaryRow, toSummary } from "./view-summary.ts";

/** At most so many skills are ranked for one query; totals and facets count among them. */
const MOST_CANDIDATES = 1_000;

export interface SearchAnswer {
  hits: (SkillSummaryView & { score: number })[];
  total: number;
  next_cursor: string | null;
  facets: Facets;
}

/**
 * Full-text search. The index gives ranked candidates; the database decides which of them are visible, so a stale index
 * never shows or counts what is withheld. An exact name comes first, whatever the index thinks. No words: everything.
 * @throws RegistryError `invalid_request`, `unavailable`
 */
export async function searchSkills(
  ctx: Ctx,
  input: CatalogFilter & { query: string; limit: number; cursor: string | null },
): Promise<SearchAnswer> {
  const query = input.query.replaceAll("\0", " ").trim();
  const [offset] = readCursor(input.cursor, "search", ["number"]) ?? [0];
  const start = typeof offset === "number" && offset >= 0 && offset <= MOST_CANDIDATES ? offset : 0;
  const scores = query === "" ? null : await findCandidates(ctx, query);
  const rows = await readVisible(ctx, input, query, scores);
  const ranked = rank(rows, query, scores);
  const page = ranked.slice(start, start + input.limit);
  const end = start + input.limit;
  return {
    hits: page.map(({ row, score }) => ({ ...toSummary(row), score })),
    total: ranked.length,
    next_cursor: end < ranked.length ? writeCursor("search", [end]) : null,
    facets: countFacets(rows),
  };
}

async function findCandidates(ctx: Ctx, query: string): Promise<Map<number, number>> {
  try {
    const found = await ctx.search.find(query, { limit: MOST_CANDIDATES });
    return new Map(found.map(({ id, score }) => [Number(id), score]));
  } catch (error) {
    throw new RegistryError("unavailable", "Search does not answer; try again.", { cause: error });
  }
}

async function readVisible(
  ctx: Ctx,
  filter: CatalogFilter,
  query: string,
  scores: Map<number, number> | null,
): Promise<SummaryRow[]> {
  const select = () =>
    ctx.db
      .select(SUMMARY_COLUMNS)
      .from(skills)
      .innerJoin(versions, eq(versions.id, skills.latestVersionId))
      .innerJoin(publishers, eq(publishers.id, skills.publisherId))
      .$dynamic();
  const conditions = filterConditions(filter);
  if (!scores)
    return select()
      .where(and(...conditions))
      .limit(MOST_CANDIDATES);
  const ids = [...scores.keys()];
  const [rows, exact] = await Promise.all([
    ids.length > 0 ? select().where(and(...conditions, inArray(skills.id, ids))) : Promise.resolve([]),
    select().where(and(...conditions, eq(skills.name, toName(query)))),
  ]);
  const [named] = exact;
  return named && !scores.has(named.id) ? [named, ...rows] : rows;
}

/** The name somebody may have meant: `Web Search` is `web-search`. */
const toName = (query: string): string => query.toLowerCase().replaceAll(/[\s_]+/g, "-");

function rank(rows: SummaryRow[], query: string, scores: Map<number, number> | null) {
  const name = toName(query);
  return rows
    .map((row) => ({ row, score: row.name === name ? 1_000 : (scores?.get(row.id) ?? 0) }))
    .sort((a, b) => b.score - a.score || b.row.downloads - a.row.downloads || a.row.id - b.row.id);
}
