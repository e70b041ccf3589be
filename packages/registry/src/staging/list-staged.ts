import { ensureMayAtAll, readable } from "@gaia/catalog";
import { accounts, publishers, skills, versions } from "@gaia/db";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** More are not waiting for anybody. */
const MOST = 200;

/**
 * What waits for approval in the publishers that the actor belongs to, newest first, of the skills that it may see.
 * @throws RegistryError `unauthorized`, `forbidden`
 */
export async function listStaged(ctx: Ctx, input: { publisher: string | null }) {
  const actor = ensureMayAtAll(ctx, "listStaged", { publisher: input.publisher ?? undefined });
  const own = actor.publishers.filter(({ handle }) => input.publisher === null || handle === input.publisher);
  const ids = own.map(({ id }) => id);
  const rows = await ctx.db
    .select({ version: versions, name: skills.name, publisher: publishers.handle, by: accounts.handle })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(accounts, eq(accounts.id, versions.publishedBy))
    .where(and(eq(versions.awaitsApproval, true), inArray(publishers.id, ids), readable(ctx)))
    .orderBy(desc(versions.receivedAt), desc(versions.id))
    .limit(MOST);
  return {
    staged: rows.map(({ version, name, publisher, by }) => ({
      name,
      version: version.version,
      publisher,
      status: version.status,
      verdict: version.verdict,
      content_digest: version.contentDigest,
      staged_by: by,
      staged_from: version.publishedVia && {
        repository: version.publishedVia.repository,
        run: version.publishedVia.run,
      },
      received_at: version.receivedAt.toISOString(),
    })),
  };
}
