import { downloadsDaily, versions } from "@gaia/db";
import { and, eq, gte, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { ensureVisibleSkill } from "../kernel/find-skill.ts";

/** So many days are told. */
export const DOWNLOAD_DAYS = 90;

const DAY_MS = 86_400_000;

/**
 * How often a skill was downloaded on each of the last 90 days in UTC, the oldest first; a day without one is 0. All versions together.
 * @throws RegistryError `not_found`, `purged`
 */
export async function getSkillDownloads(ctx: ReadCtx, { name }: { name: string }) {
  const { skill } = await ensureVisibleSkill(ctx, name);
  const days = lastDays(ctx.now());
  const rows = await ctx.db
    .select({ day: downloadsDaily.day, count: sql<number>`sum(${downloadsDaily.count})::int` })
    .from(downloadsDaily)
    .innerJoin(versions, eq(versions.id, downloadsDaily.versionId))
    .where(and(eq(versions.skillId, skill.id), gte(downloadsDaily.day, days[0] ?? "")))
    .groupBy(downloadsDaily.day);
  const counted = new Map(rows.map(({ day, count }) => [day, count]));
  return { name, total: skill.downloads, days: days.map((day) => ({ day, count: counted.get(day) ?? 0 })) };
}

const lastDays = (now: Date): string[] =>
  Array.from({ length: DOWNLOAD_DAYS }, (_, at) =>
    new Date(now.getTime() - (DOWNLOAD_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
