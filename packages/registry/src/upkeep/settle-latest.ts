import { inTransaction, skills, versions } from "@gaia/db";
import { and, eq, exists, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { isSignerHeld } from "../kernel/signer-held.ts";

const BATCH = 500;

/**
 * Points skills at a version that is not held for review, where they have one and still name another: of the time before `versions.held`
 * (migration 0054), or by a process of the release before.
 * @returns how many did
 */
export async function settleLatest(ctx: Ctx): Promise<number> {
  const other = alias(versions, "other");
  const open = ctx.db
    .select({ there: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.skillId, skills.id),
        eq(other.status, "published"),
        eq(other.held, false),
        not(isSignerHeld(ctx.db, other.id)),
      ),
    );
  for (let settled = 0; ;) {
    const rows = await ctx.db
      .select({ id: skills.id })
      .from(versions)
      .innerJoin(skills, eq(skills.latestVersionId, versions.id))
      .where(and(eq(versions.held, true), exists(open)))
      .limit(BATCH);
    for (const { id } of rows) await inTransaction(ctx.db, (tx) => refreshLatest(tx, { skillId: id, now: ctx.now() }));
    settled += rows.length;
    if (rows.length < BATCH) return settled;
  }
}
