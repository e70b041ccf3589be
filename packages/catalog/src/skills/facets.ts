import { listingCounts } from "@gaia/db";
import { desc, inArray, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";

/** How many of a result carry each value. */
export interface Facets {
  tier: Record<string, number>;
  format: Record<string, number>;
  tag: Record<string, number>;
  permission: Record<string, number>;
}

const MOST_TAGS = 50;
/** Of each kind so many rows of `listing_counts` are looked at, the largest first: more than the values that are shown. */
const MOST_COUNTED = 1_000;

/** Counts the facets (`tag:web`) of rows that were found visible: what is withheld is not counted. The commonest tags only. */
export function countFacets(rows: { facets: string[] }[]): Facets {
  const counts = new Map<string, number>();
  for (const { facets } of rows) for (const facet of facets) counts.set(facet, (counts.get(facet) ?? 0) + 1);
  return toFacets([...counts]);
}

/** The facets of the whole catalog, from the counts that are kept. */
export async function catalogFacets(ctx: Pick<ReadCtx, "db">): Promise<Facets> {
  const kind = sql`split_part(${listingCounts.facet}, ':', 1)`;
  const most = (name: string) => sql`(SELECT ${listingCounts.facet} FROM ${listingCounts} WHERE ${kind} = ${name}
    ORDER BY ${listingCounts.skills} DESC LIMIT ${MOST_COUNTED})`;
  const named = sql.join(["tier", "format", "tag", "permission"].map(most), sql` UNION ALL `);
  const total = sql<number>`sum(${listingCounts.skills})::bigint`;
  const rows = await ctx.db
    .select({ facet: listingCounts.facet, total })
    .from(listingCounts)
    .where(inArray(listingCounts.facet, sql`(${named})`))
    .groupBy(listingCounts.facet)
    .orderBy(desc(total));
  return toFacets(rows.filter((row) => row.total > 0).map((row) => [row.facet, row.total]));
}

/** The facets of both. */
export function addFacets(some: Facets, more: Facets): Facets {
  const add = (a: Record<string, number>, b: Record<string, number>): Record<string, number> => {
    const sums = new Map(Object.entries(a));
    for (const [value, count] of Object.entries(b)) sums.set(value, (sums.get(value) ?? 0) + count);
    return Object.fromEntries(sums);
  };
  return {
    tier: add(some.tier, more.tier),
    format: add(some.format, more.format),
    tag: add(some.tag, more.tag),
    permission: add(some.permission, more.permission),
  };
}

function toFacets(counts: [string, number][]): Facets {
  const sorted = counts.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  // `Object.fromEntries` defines keys, so `__proto__` is a key like any other.
  const of = (kind: string, most?: number): Record<string, number> =>
    Object.fromEntries(
      sorted
        .filter(([facet]) => facet.startsWith(`${kind}:`))
        .slice(0, most)
        .map(([facet, count]) => [facet.slice(kind.length + 1), count]),
    );
  return { tier: of("tier"), format: of("format"), tag: of("tag", MOST_TAGS), permission: of("permission") };
}
