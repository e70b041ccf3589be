import { publishers, skills, versions } from "@gaia/db";
import { and, desc, eq, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { ensureVisibleSkill } from "../kernel/find-skill.ts";
import { readable } from "../kernel/readable.ts";

/**
 * Skills whose latest version needs this one, the most downloaded first: those that whoever asks may see, and that lists show. The index
 * on what versions need finds them (migration 0080).
 * @throws RegistryError `not_found`, `purged`
 */
export async function listDependents(ctx: ReadCtx, { name, limit }: { name: string; limit: number }) {
  await ensureVisibleSkill(ctx, name);
  const needs = sql`${versions.manifest} #> '{requires,skills}'`;
  const isNeeding = and(
    sql`(${needs}) @> ${JSON.stringify([{ name }])}::jsonb`,
    eq(versions.status, "published"),
    eq(versions.held, false),
    readable(ctx),
  );
  const rows = await ctx.db
    .select({
      name: skills.name,
      publisher: publishers.handle,
      version: versions.version,
      security_tier: versions.tier,
      downloads: skills.downloads,
      range: sql<string>`(SELECT one->>'range' FROM jsonb_array_elements(${needs}) AS one WHERE one->>'name' = ${name} LIMIT 1)`,
      optional: sql<boolean>`(SELECT coalesce((one->>'optional')::boolean, false) FROM jsonb_array_elements(${needs}) AS one
        WHERE one->>'name' = ${name} LIMIT 1)`,
      total: sql<number>`count(*) OVER ()::int`,
    })
    .from(skills)
    .innerJoin(versions, eq(versions.id, skills.latestVersionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(isNeeding)
    .orderBy(desc(skills.downloads), skills.name)
    .limit(limit);
  const items = rows.map(({ name: dependent, publisher, version, security_tier, downloads, range, optional }) => {
    return { name: dependent, publisher, version, security_tier, downloads, range, optional };
  });
  return { items, total: rows[0]?.total ?? 0 };
}
