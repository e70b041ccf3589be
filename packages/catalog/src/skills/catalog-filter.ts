import { type Tier, TIERS } from "@gaia/policy";
import { listingCounts, listings } from "@gaia/db";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ReadCtx } from "../kernel/context.ts";

/** The filters that lists and search share. A skill has one of the values of each kind; none: any will do. */
export interface CatalogFilter {
  /** It has a listed version of the tier, or of a higher one. */
  tier: readonly Tier[];
  format: readonly string[];
  tag: readonly string[];
  permission: readonly string[];
  publisher: readonly string[];
  /** Also what is held for review. */
  held: boolean;
}

/** Everything that is not held. */
export const ANY_SKILL: CatalogFilter = { tier: [], format: [], tag: [], permission: [], publisher: [], held: false };

/** The kinds of facets, as filters and counts have them. */
export const FACET_KINDS = ["tier", "format", "tag", "permission", "publisher"] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

/** Of these facets, as `listings.facets` writes them (`tag:web`), a skill has one. */
export interface Wanted {
  kind: FacetKind;
  facets: readonly string[];
}

const FETCH_COST = 5;

/** The tier from which on a filter takes versions; null: from all. */
export function leastTierOf({ tier }: Pick<CatalogFilter, "tier">): Exclude<Tier, "experimental"> | null {
  const least = TIERS.find((one) => tier.includes(one));
  return least === undefined || least === "experimental" ? null : least;
}

/** What a filter asks for: one of each. */
export function wantedOf(filter: CatalogFilter): Wanted[] {
  const least = leastTierOf(filter);
  const values = { ...filter, tier: least === null ? [] : [least] };
  return FACET_KINDS.flatMap((kind) => {
    const facets = [...new Set(values[kind])].map((value) => `${kind}:${value}`);
    return facets.length === 0 ? [] : [{ kind, facets }];
  });
}

/** Whether a row with these facets is wanted. */
export const isWanted = (facets: readonly string[], wanted: readonly Wanted[]): boolean =>
  wanted.every((one) => one.facets.some((facet) => facets.includes(facet)));

/** SQL: the same of a column of facets; undefined: every row is. */
export function hasFacets(column: SQL | PgColumn, wanted: readonly Wanted[]): SQL | undefined {
  if (wanted.length === 0) return undefined;
  const all = wanted.flatMap(({ facets }) => (facets.length === 1 ? facets : []));
  const some = wanted.flatMap(({ facets }) => (facets.length === 1 ? [] : [sql`${column} && ${toArray(facets)}`]));
  return sql.join([...(all.length === 0 ? [] : [sql`${column} @> ${toArray(all)}`]), ...some], sql` AND `);
}

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
 * The condition of listings that are wanted, for a read in some order up to `limit`. Of few, the index gives all, and they are put in
 * order; of many, the order's own index is walked until enough of them have come. We choose, because the database cannot: it does not know
 * the facets of a prepared statement.
 */
export async function listedWith(
  ctx: Pick<ReadCtx, "db">,
  wanted: readonly Wanted[],
  limit: number,
): Promise<SQL | undefined> {
  const fits = hasFacets(listings.facets, wanted);
  if (fits === undefined) return undefined;
  const counts = await countFacet(ctx, ["all", ...wanted.flatMap(({ facets }) => facets)]);
  const all = Math.max(counts.get("all") ?? 0, 1);
  const few = wanted.reduce((expected, { facets }) => {
    const some = facets.reduce((sum, facet) => sum + (counts.get(facet) ?? 0), 0);
    return (expected * Math.min(some, all)) / all;
  }, all);
  // To fetch one row costs as much as to walk past some, and we walk past `limit * all / few`.
  if (few ** 2 * FETCH_COST < limit * all) {
    const fitting = hasFacets(sql`fitting.facets`, wanted);
    return sql`${listings.skillId} = ANY(ARRAY(SELECT skill_id FROM ${listings} AS fitting WHERE ${fitting}))`;
  }
  // A CASE has no index, and is taken to be true of every other row.
  return sql`CASE WHEN ${fits} THEN true ELSE false END`;
}

/** SQL: facets as the column holds them. */
const toArray = (facets: readonly string[]): SQL => sql`${sql.param([...facets], listings.facets)}::text[]`;
