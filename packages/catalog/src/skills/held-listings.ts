import { heldListings } from "@gaia/db";
import { count, desc } from "drizzle-orm";
import { hasFacets, type Wanted } from "./catalog-filter.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** How many public skills that are wanted have nothing but held versions, and the facets of the most used of all such, wanted or not. */
export async function countHeld(
  ctx: Pick<ReadCtx, "db">,
  { wanted, limit }: { wanted: readonly Wanted[]; limit: number },
): Promise<{ total: number; rows: { facets: string[] }[] }> {
  const [[counted], rows] = await Promise.all([
    ctx.db.select({ total: count() }).from(heldListings).where(hasFacets(heldListings.facets, wanted)),
    ctx.db
      .select({ facets: heldListings.facets })
      .from(heldListings)
      .orderBy(desc(heldListings.downloads), desc(heldListings.skillId))
      .limit(limit),
  ]);
  return { total: counted?.total ?? 0, rows };
}
