import { publishers, skills, versions } from "@gaia/db";
import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { type CatalogFilter, filterConditions } from "./catalog-filter.ts";
import type { Ctx } from "./context.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { RegistryError } from "./errors.ts";
import { countFacets, type Facets } from "./facets.ts";
import { SUMMARY_COLUMNS, type SkillSummaryView, toSummary } from "./view-summary.ts";

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
  const end = start + input.limit;
  return {
    hits: await readHits(ctx, input, ranked.slice(start, end)),
    total: ranked.length,
    next_cursor: end < ranked.length ? writeCursor("search", [end]) : null,
    facets: countFacets(rows),
  };
}

async function findCandidates(ctx: Ctx, query: string): Promise<Map<number, number>> {
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
  tier: string;
  format: string;
  tags: string[];
  permissionLevels: string[];
}

type PackedRow = [number, string, number, string, string, string[], string[]];

/** The candidates that are visible and pass the filter, and whoever has the query's name; without scores, the most used. */
async function readVisible(
  ctx: Ctx,
  filter: CatalogFilter,
  query: string,
  scores: Map<number, number> | null,
): Promise<RankRow[]> {
  // One parameter: a thousand take longer to write down than the rows to read.
  const candidates = scores && sql`${skills.id} = ANY(${`{${[...scores.keys()].join(",")}}`}::bigint[])`;
  const wanted = candidates ? or(candidates, eq(skills.name, toName(query))) : undefined;
  const visible = ctx.db
    .select({
      packed:
        sql`json_build_array(${skills.id}, ${skills.name}, ${skills.downloads}, ${versions.tier}, ${versions.format}, ${versions.tags}, ${versions.permissionLevels})`.as(
          "packed",
        ),
    })
    .from(skills)
    .innerJoin(versions, eq(versions.id, skills.latestVersionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(...filterConditions(filter), wanted))
    .orderBy(...(wanted ? [] : [desc(skills.downloads), asc(skills.id)]))
    .limit(MOST_CANDIDATES + 1)
    .as("visible");
  // All in one value: a driver reads one JSON text far sooner than seven columns of each of a thousand rows.
  const [answer] = await ctx.db
    .select({ rows: sql<PackedRow[]>`coalesce(json_agg(${visible.packed}), '[]')` })
    .from(visible);
  const rows = (answer?.rows ?? []).slice(0, wanted ? undefined : MOST_CANDIDATES);
  return rows.map(([id, name, downloads, tier, format, tags, permissionLevels]) => ({
    id,
    name,
    downloads,
    tier,
    format,
    tags,
    permissionLevels,
  }));
}

/** The name somebody may have meant: `Web Search` is `web-search`. */
const toName = (query: string): string => query.toLowerCase().replaceAll(/[\s_]+/g, "-");

interface Ranked {
  id: number;
  score: number;
}

function rank(rows: RankRow[], query: string, scores: Map<number, number> | null): Ranked[] {
  const name = toName(query);
  return rows
    .map((row) => ({ row, score: row.name === name ? 1_000 : (scores?.get(row.id) ?? 0) }))
    .sort((a, b) => b.score - a.score || b.row.downloads - a.row.downloads || a.row.id - b.row.id)
    .map(({ row, score }) => ({ id: row.id, score }));
}

/** The rows of a page, in its order. What stopped being visible since it was ranked is left out. */
async function readHits(ctx: Ctx, filter: CatalogFilter, page: Ranked[]): Promise<SearchAnswer["hits"]> {
  if (page.length === 0) return [];
  const rows = await ctx.db
    .select(SUMMARY_COLUMNS)
    .from(skills)
    .innerJoin(versions, eq(versions.id, skills.latestVersionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(
      and(
        ...filterConditions(filter),
        inArray(
          skills.id,
          page.map(({ id }) => id),
        ),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, toSummary(row)]));
  return page.flatMap(({ id, score }) => {
    const summary = byId.get(id);
    return summary ? [{ ...summary, score }] : [];
  });
}
