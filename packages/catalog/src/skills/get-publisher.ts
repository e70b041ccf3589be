import { isOpenOrNamed } from "./hidden-listings.ts";
import { findStorage } from "../kernel/storage-usage.ts";
import { hiddenListings, skills } from "@gaia/db";
import { and, count, eq } from "drizzle-orm";
import { ensurePublisher } from "../kernel/ensure-publisher.ts";
import { hiddenButReadable } from "../kernel/readable.ts";
import { countFacet, hasFacets } from "./catalog-filter.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** @throws RegistryError `not_found` */
export async function getPublisher(ctx: ReadCtx, input: { handle: string }) {
  const publisher = await ensurePublisher(ctx, input.handle);
  const facet = `publisher:${publisher.handle}`;
  const counts = await countFacet(ctx, [facet]);
  const storage = (await findStorage(ctx, [publisher])).get(publisher.handle);
  return {
    handle: publisher.handle,
    kind: publisher.kind,
    created_at: publisher.createdAt.toISOString(),
    skills: (counts.get(facet) ?? 0) + (await countHidden(ctx, facet)),
    ...(storage && { storage }),
  };
}

/** Of its skills that are not public, those that whoever asks may see. */
async function countHidden(ctx: ReadCtx, facet: string): Promise<number> {
  const mine = hiddenButReadable(ctx);
  if (mine === null) return 0;
  const [row] = await ctx.db
    .select({ skills: count() })
    .from(hiddenListings)
    .innerJoin(skills, eq(skills.id, hiddenListings.skillId))
    .where(and(mine, hasFacets(hiddenListings.facets, [{ kind: "publisher", facets: [facet] }]), isOpenOrNamed("")));
  return row?.skills ?? 0;
}
