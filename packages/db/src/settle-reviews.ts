import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "./open.ts";
import { accounts, memberships, reviews, skills, stars } from "./tables/index.ts";

/**
 * Brings in line whether these reviews are shown and counted, with what is true in this transaction: none that an admin removed, whose
 * account is suspended, or whose account belongs to the skill's publisher. Whoever changes one of these calls it, and writes the audit row.
 */
export async function settleReviews(tx: Db, which: SQL | undefined): Promise<void> {
  const counts = sql<boolean>`(${reviews.removedAt} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${reviews.accountId} AND ${accounts.disabledAt} IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${skills} JOIN ${memberships} ON ${memberships.publisherId} = ${skills.publisherId}
      WHERE ${skills.id} = ${reviews.skillId} AND ${memberships.accountId} = ${reviews.accountId}))`;
  await tx
    .update(reviews)
    .set({ counts })
    .where(and(which, sql`${reviews.counts} IS DISTINCT FROM ${counts}`));
}

/** The same of an account's stars, which count while it is not suspended. */
export async function settleStars(tx: Db, input: { accountId: number; counts: boolean }): Promise<void> {
  const { accountId, counts } = input;
  await tx
    .update(stars)
    .set({ counts })
    .where(and(eq(stars.accountId, accountId), ne(stars.counts, counts)));
}
