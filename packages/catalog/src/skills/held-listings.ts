import { heldListings } from "@gaia/db";
import { and, count, desc, type SQL, sql } from "drizzle-orm";
import { toArray } from "./catalog-filter.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** The condition of rows of `held_listings` with these facets. */
export const hasHeldFacets = (wanted: string[]): SQL | undefined =>
  wanted.length === 0 ? undefined : sql`${heldListings.facets} @> ${toArray(wanted)}`;

/** How many public skills with these facets have nothing but held versions, and the facets of the most used of them. */
export async function countHeld(
  ctx: Pick<ReadCtx, "db">,
  { wanted, limit }: { wanted: string[]; limit: number },
): Promise<{ total: number; rows: { facets: string[] }[] }> {
  const fits = and(hasHeldFacets(wanted));
  const [[counted], rows] = await Promise.all([
    ctx.db.select({ total: count() }).from(heldListings).where(fits),
    ctx.db
      .select({ facets: heldListings.facets })
      .from(heldListings)
      .where(fits)
      .orderBy(desc(heldListings.downloads), desc(heldListings.skillId))
      .limit(limit),
  ]);
  return { total: counted?.total ?? 0, rows };
}
