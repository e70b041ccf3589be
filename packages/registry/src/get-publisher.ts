import { skills } from "@gaia/db";
import { and, count, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import { ensurePublisher } from "./keys.ts";

/** @throws RegistryError `not_found` */
export async function getPublisher(ctx: Ctx, input: { handle: string }) {
  const publisher = await ensurePublisher(ctx, input.handle);
  const [listed] = await ctx.db
    .select({ skills: count() })
    .from(skills)
    .where(and(eq(skills.publisherId, publisher.id), isNotNull(skills.latestVersionId)));
  return {
    handle: publisher.handle,
    kind: publisher.kind,
    created_at: publisher.createdAt.toISOString(),
    skills: listed?.skills ?? 0,
  };
}
