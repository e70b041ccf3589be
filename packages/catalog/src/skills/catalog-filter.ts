import type { Tier } from "@gaia/policy";
import { listingCounts, listings } from "@gaia/db";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";

/** The filters that lists and search share; null means any. */
export interface CatalogFilter {
  tier: Tier | null;
  format: string | null;
  tag: string | null;
  permission: string | null;
  publisher: string | null;
  /** Also what is held for review. */
  held: boolean;
}

const FETCH_COST = 5;
const FILTERS = ["tier", "format", "tag", "permission", "publisher"] as const;

/** What a filter asks for, as `listings.facets` writes it: `tag:web`. */
export const facetsOf = (filter: CatalogFilter): string[] =>
  FILTERS.flatMap((kind) => (filter[kind] === null ? [] : [`${kind}:${filter[kind]}`]));

/** How many listed skills have each of these facets; `all` counts every one. */
export async function countFacet(ctx: Pick<ReadCtx, "db">, facets: string[]): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ facet: listingCounts.facet, skills: sql<number>`sum(${listingCounts.skills})::bigint` })
    .from(listingCounts)
    .where(inArray(listingCounts.facet, facets))
    .groupBy(listingCounts.facet);
  const found = new Map(rows.map(({ facet, skills }) => [facet, skills]));
  return new Map(facets.map((facet) => [facet, found.get(facet) ?? 0]));
}

/**
 * The condition of listings with these facets, for a read in some order up to `limit`. Of few, the index gives all, and they are put in
 * order; of many, the order's own index is walked until enough of them have come. We choose, because the database cannot: it does not know
 * the facets of a prepared statement.
 */
export async function listedWith(ctx: Pick<ReadCtx, "db">, facets: string[], limit: number): Promise<SQL | undefined> {
  if (facets.length === 0) return undefined;
  const counts = await countFacet(ctx, ["all", ...facets]);
  const all = Math.max(counts.get("all") ?? 0, 1);
  const few = facets.reduce((expected, facet) => (expected * (counts.get(facet) ?? 0)) / all, all);
  // To fetch one row costs as much as to walk past some, and we walk past `limit * all / few`.
  const asked = toArray(facets);
  if (few ** 2 * FETCH_COST < limit * all) {
    return sql`${listings.skillId} = ANY(ARRAY(SELECT skill_id FROM ${listings} AS fitting WHERE fitting.facets @> ${asked}))`;
  }
  // A CASE has no index, and is taken to be true of every other row.
  return sql`CASE WHEN ${listings.facets} @> ${asked} THEN true ELSE false END`;
}

/** SQL: facets as the column holds them. */
export const toArray = (facets: string[]): SQL => sql`${sql.param(facets, listings.facets)}::text[]`;
