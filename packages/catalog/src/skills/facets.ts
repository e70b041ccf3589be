import { listingCounts, listings } from "@gaia/db";
import { desc, inArray, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { countFacet, FACET_KINDS, type FacetKind, listedWith, type Wanted } from "./catalog-filter.ts";

/** How many of a result carry each value; of a kind that is filtered by, how many would without that filter. */
export type Facets = Record<FacetKind, Record<string, number>>;

/** Of tags and publishers so many, the commonest. */
const MOST_SHOWN = 50;
/** Of each kind so many rows of `listing_counts` are looked at, the largest first: more than the values that are shown. */
const MOST_COUNTED = 1_000;
/** Of what a filter leaves so many skills are counted, the most used first. */
const MOST_LISTED = 10_000;
/** Of these kinds a skill has one value, so that the counts of several can be added up. */
const SINGLE: readonly FacetKind[] = ["tier", "format", "publisher"];

/** Counts the facets (`tag:web`) of rows that were found visible: what is withheld is not counted. */
export function countFacets(rows: readonly { facets: readonly string[] }[], wanted: readonly Wanted[]): Facets {
  const counts = new Map<string, number>();
  for (const { facets } of rows) {
    const missed = wanted.filter((one) => !one.facets.some((facet) => facets.includes(facet)));
    if (missed.length > 1) continue;
    const [only] = missed;
    for (const facet of facets) {
      if (only === undefined || kindOf(facet) === only.kind) counts.set(facet, (counts.get(facet) ?? 0) + 1);
    }
  }
  return toFacets([...counts], wanted);
}

/** How many listed skills are wanted, and their facets: all are counted where a count is kept, else the most used 10,000. */
export async function countListed(
  ctx: Pick<ReadCtx, "db">,
  wanted: readonly Wanted[],
): Promise<{ total: number; facets: Facets }> {
  const [total, own, ...wider] = await Promise.all([
    countTotal(ctx, wanted),
    countWith(ctx, wanted, wanted),
    ...wanted.map(({ kind }) =>
      countWith(
        ctx,
        wanted.filter((one) => one.kind !== kind),
        wanted,
      ),
    ),
  ]);
  const facets = toFacets([...own], wanted);
  for (const [at, { kind }] of wanted.entries()) facets[kind] = toFacets([...(wider[at] ?? [])], wanted)[kind];
  return { total: total ?? own.get("all") ?? 0, facets };
}

/** Null: no count of it is kept. */
async function countTotal(ctx: Pick<ReadCtx, "db">, wanted: readonly Wanted[]): Promise<number | null> {
  const [only, another] = wanted;
  if (another !== undefined || (only && only.facets.length > 1 && !SINGLE.includes(only.kind))) return null;
  const counts = await countFacet(ctx, only === undefined ? ["all"] : [...only.facets]);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

async function countWith(
  ctx: Pick<ReadCtx, "db">,
  wanted: readonly Wanted[],
  pinned: readonly Wanted[],
): Promise<Map<string, number>> {
  const named = pinned.flatMap(({ facets }) => facets);
  if (wanted.length === 0) return countCatalog(ctx, named);
  const fits = await listedWith(ctx, wanted, MOST_LISTED);
  const most = sql`(SELECT ${listings.facets} FROM ${listings} WHERE ${fits}
    ORDER BY ${listings.downloads} DESC, ${listings.skillId} DESC LIMIT ${MOST_LISTED}) AS most`;
  const counted = sql`(SELECT facet, count(*)::int AS skills FROM ${most}, unnest(array_prepend('all', most.facets)) AS facet
    GROUP BY facet) AS counted`;
  const place = sql`row_number() OVER (PARTITION BY split_part(facet, ':', 1) ORDER BY skills DESC, facet)`;
  const rows = await ctx.db
    .select({ facet: sql<string>`facet`, skills: sql<number>`skills` })
    .from(sql`(SELECT facet, skills, ${place} AS place FROM ${counted}) AS placed`)
    .where(sql`place <= ${MOST_SHOWN} OR facet = ANY(${sql.param(named, listings.facets)}::text[])`);
  return new Map(rows.map(({ facet, skills }) => [facet, skills]));
}

/** The facets of the whole catalog, from the counts that are kept. */
async function countCatalog(ctx: Pick<ReadCtx, "db">, named: readonly string[]): Promise<Map<string, number>> {
  const kind = sql`split_part(${listingCounts.facet}, ':', 1)`;
  const most = (name: string) => sql`(SELECT ${listingCounts.facet} FROM ${listingCounts} WHERE ${kind} = ${name}
    ORDER BY ${listingCounts.skills} DESC LIMIT ${MOST_COUNTED})`;
  const all = sql.join(FACET_KINDS.map(most), sql` UNION ALL `);
  const total = sql<number>`sum(${listingCounts.skills})::bigint`;
  const [rows, pinned] = await Promise.all([
    ctx.db
      .select({ facet: listingCounts.facet, total })
      .from(listingCounts)
      .where(inArray(listingCounts.facet, sql`(${all})`))
      .groupBy(listingCounts.facet)
      .orderBy(desc(total)),
    named.length === 0 ? new Map<string, number>() : countFacet(ctx, [...named]),
  ]);
  return new Map([...pinned, ...rows.map((row): [string, number] => [row.facet, row.total])]);
}

/** The facets of both. */
export function addFacets(some: Facets, more: Facets): Facets {
  const add = (a: Record<string, number>, b: Record<string, number>): Record<string, number> => {
    const sums = new Map(Object.entries(a));
    for (const [value, count] of Object.entries(b)) sums.set(value, (sums.get(value) ?? 0) + count);
    return Object.fromEntries(sums);
  };
  return ofKinds((kind) => add(some[kind], more[kind]));
}

function toFacets(counts: readonly [string, number][], pinned: readonly Wanted[]): Facets {
  const asked = new Set(pinned.flatMap(({ facets }) => facets));
  const sorted = counts
    .filter(([, count]) => count > 0)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : a > b ? 1 : 0));
  return ofKinds((kind) => {
    const own = sorted.filter(([facet]) => kindOf(facet) === kind);
    const shown = own.filter(([facet], place) => place < MOST_SHOWN || asked.has(facet));
    // `Object.fromEntries` defines keys, so `__proto__` is a key like any other.
    return Object.fromEntries(shown.map(([facet, count]) => [facet.slice(kind.length + 1), count]));
  });
}

const ofKinds = (make: (kind: FacetKind) => Record<string, number>): Facets => ({
  tier: make("tier"),
  format: make("format"),
  tag: make("tag"),
  permission: make("permission"),
  publisher: make("publisher"),
});

const kindOf = (facet: string): string => facet.slice(0, facet.indexOf(":"));
