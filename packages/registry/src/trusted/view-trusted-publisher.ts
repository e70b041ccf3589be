import { accounts, type Db, publishers, skills, trustedPublishers } from "@gaia/db";
import { and, asc, eq, isNull, type SQL } from "drizzle-orm";

export type TrustedRow = typeof trustedPublishers.$inferSelect;

/** `TrustedPublisher` of the API, of those that were not removed. */
export async function viewTrustedPublishers(db: Db, where: SQL | undefined) {
  const rows = await db
    .select({ row: trustedPublishers, publisher: publishers.handle, by: accounts.handle, ownerId: skills.publisherId })
    .from(trustedPublishers)
    .innerJoin(publishers, eq(publishers.id, trustedPublishers.publisherId))
    .innerJoin(accounts, eq(accounts.id, trustedPublishers.createdBy))
    .leftJoin(skills, eq(skills.name, trustedPublishers.skillName))
    .where(and(isNull(trustedPublishers.removedAt), where))
    .orderBy(asc(trustedPublishers.createdAt), asc(trustedPublishers.id));
  return rows.map(({ row, publisher, by, ownerId }) => ({
    id: row.id,
    skill: row.skillName,
    publisher,
    kind: row.kind,
    issuer: row.issuer,
    repository: row.repository,
    workflow: row.workflow,
    environment: row.environment,
    repository_id: row.repositoryId,
    repository_owner_id: row.ownerId,
    subject: row.subject,
    stage_only: row.stageOnly,
    // What others have hidden under the name is none of theirs.
    is_pending: ownerId !== row.publisherId,
    created_by: by,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
}

export type TrustedPublisherView = Awaited<ReturnType<typeof viewTrustedPublishers>>[number];
