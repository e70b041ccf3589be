import { publisherReputations, publishers, reports, reviews, skills, versions } from "@gaia/db";
import { reputationOf } from "@gaia/policy";
import { asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** How long a count holds. */
const FRESH_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Ratings of accounts that are younger say nothing of a publisher: they are made in a minute. */
const RATER_DAYS = 30;
const UPHELD_DAYS = 365;

/**
 * Counts the reputations that nobody counted within an hour anew, `limit` of them, the oldest counts first (docs/reputation.md).
 * @returns how many
 */
export async function settleReputations(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.now();
  const due = await ctx.db
    .selectDistinct({ id: publishers.id, createdAt: publishers.createdAt, at: publisherReputations.countedAt })
    .from(publishers)
    .innerJoin(skills, eq(skills.publisherId, publishers.id))
    .leftJoin(publisherReputations, eq(publisherReputations.publisherId, publishers.id))
    .where(
      or(
        isNull(publisherReputations.countedAt),
        lt(publisherReputations.countedAt, new Date(now.getTime() - FRESH_MS)),
      ),
    )
    .orderBy(sql`${publisherReputations.countedAt} NULLS FIRST`, asc(publishers.id))
    .limit(limit);
  if (due.length === 0) return 0;
  const facts = await readFacts(
    ctx,
    due.map(({ id }) => id),
    now,
  );
  const rows = due.map(({ id, createdAt }) => {
    const found = facts.get(id);
    const counted = found ?? { audited: 0, raters: 0, ratingSum: 0, downloads: 0, upheld: 0 };
    const reputation = reputationOf({ ...counted, ageDays: (now.getTime() - createdAt.getTime()) / DAY_MS });
    return { publisherId: id, ...reputation, countedAt: now };
  });
  await ctx.db
    .insert(publisherReputations)
    .values(rows)
    .onConflictDoUpdate({
      target: publisherReputations.publisherId,
      set: { score: sql`excluded.score`, lift: sql`excluded.lift`, countedAt: sql`excluded.counted_at` },
    });
  return rows.length;
}

/** What happened under its handle: what was released by somebody else earns it nothing, and what it released stays its own. */
interface Facts {
  audited: number;
  raters: number;
  ratingSum: number;
  downloads: number;
  upheld: number;
}

async function readFacts(ctx: Ctx, ids: number[], now: Date): Promise<Map<number, Facts>> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const raters = sql`(SELECT avg(r.rating) AS mean FROM ${reviews} r JOIN ${skills} s ON s.id = r.skill_id
    JOIN accounts a ON a.id = r.account_id
    JOIN ${versions} v ON v.id = r.version_id
    WHERE s.publisher_id = publishers.id AND v.released_as = publishers.handle
      AND r.counts AND a.created_at < ${before(RATER_DAYS)}::timestamptz
    GROUP BY r.account_id)`;
  const rows = await ctx.db
    .select({
      id: publishers.id,
      audited: sql<number>`coalesce((SELECT avg(CASE WHEN v.released_as <> publishers.handle THEN 0
          WHEN v.tier = 'verified' THEN 1 WHEN v.tier = 'community' THEN 0.5 ELSE 0 END)
        FROM ${skills} s JOIN ${versions} v ON v.id = s.latest_version_id WHERE s.publisher_id = publishers.id), 0)::float8`,
      raters: sql<number>`(SELECT count(*) FROM ${raters} AS each)::int`,
      ratingSum: sql<number>`coalesce((SELECT sum(mean) FROM ${raters} AS each), 0)::float8`,
      downloads: sql<number>`coalesce((SELECT sum(s.downloads) FROM ${skills} s WHERE s.publisher_id = publishers.id), 0)::float8`,
      upheld: sql<number>`(SELECT count(*) FROM ${reports} c JOIN ${versions} v ON v.id = c.effect_version_id
        WHERE v.released_as = publishers.handle AND c.status = 'upheld' AND c.appeal_status IS DISTINCT FROM 'granted'
          AND c.decided_at > ${before(UPHELD_DAYS)}::timestamptz)::int`,
    })
    .from(publishers)
    .where(inArray(publishers.id, ids));
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
