import { countFacet } from "./catalog-filter.ts";
import type { Ctx } from "../kernel/context.ts";
import { ensurePublisher } from "../kernel/ensure-publisher.ts";

/** @throws RegistryError `not_found` */
export async function getPublisher(ctx: Ctx, input: { handle: string }) {
  const publisher = await ensurePublisher(ctx, input.handle);
  const facet = `publisher:${publisher.handle}`;
  const counts = await countFacet(ctx, [facet]);
  return {
    handle: publisher.handle,
    kind: publisher.kind,
    created_at: publisher.createdAt.toISOString(),
    skills: counts.get(facet) ?? 0,
  };
}
