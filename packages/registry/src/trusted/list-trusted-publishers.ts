import { ensureMay, ensureMayAtAll, isLive, readable, RegistryError } from "@gaia/catalog";
import { skills, trustedPublishers } from "@gaia/db";
import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { viewTrustedPublishers } from "./view-trusted-publisher.ts";

/**
 * Who may publish a skill without a token; of a name that is nobody's yet, what the actor's own publishers configured.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`
 */
export async function listTrustedPublishers(ctx: Ctx, input: { name: string }) {
  const { name } = input;
  const actor = ensureMayAtAll(ctx, "listTrustedPublishers", { skill: name });
  for (const { handle } of actor.publishers)
    ensureMay(ctx, "listTrustedPublishers", { publisher: handle, skill: name });
  const isTheirs = and(
    eq(trustedPublishers.skillName, name),
    inArray(
      trustedPublishers.publisherId,
      actor.publishers.map(({ id }) => id),
    ),
    // What waits for a name that others have is seen like what waits for nobody's.
    or(isNull(skills.id), ne(skills.publisherId, trustedPublishers.publisherId), readable(ctx)),
  );
  const found = await viewTrustedPublishers(ctx.db, isTheirs);
  if (found.length === 0 && (await isAnothers(ctx, name, actor.publishers))) {
    throw new RegistryError("not_found", `There is no skill ${name} of yours here.`);
  }
  return { trusted_publishers: found };
}

/** Whether the name is known to be somebody else's, or whoever asks belongs to no publisher. */
async function isAnothers(ctx: Ctx, name: string, own: readonly { id: number }[]): Promise<boolean> {
  const [skill] = await ctx.db
    .select({ id: skills.id, publisherId: skills.publisherId })
    .from(skills)
    .where(and(eq(skills.name, name), readable(ctx)));
  if (!skill) return own.length === 0;
  return own.every(({ id }) => id !== skill.publisherId) && (await isLive(ctx.db, skill.id));
}
