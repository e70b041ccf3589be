import {
  type Db,
  hasActingManager,
  publishers,
  skills,
  speaksForItsPublisher,
  trustedPublishers,
  workloadTokens,
} from "@gaia/db";
import { type WorkloadActor, workloadHandle } from "@gaia/policy";
import { and, eq, gt, isNull } from "drizzle-orm";
import { tokenDigest } from "../token-secret.ts";

/** A job that acts by the token that its identity was exchanged for. */
export type AuthenticatedWorkload = WorkloadActor & { tokenId: string; expiresAt: Date };

/**
 * Finds the job behind a token's secret, or null when it is unknown, revoked, expired, its trusted publisher was removed, the skill has
 * another publisher by now (T9), or no owner or admin of the publisher can act (T5). Asks the database each time.
 */
export async function authenticateWorkload(db: Db, secret: string, now: Date): Promise<AuthenticatedWorkload | null> {
  const [row] = await db
    .select({ token: workloadTokens, trusted: trustedPublishers, publisher: publishers })
    .from(workloadTokens)
    .innerJoin(trustedPublishers, eq(trustedPublishers.id, workloadTokens.trustedPublisherId))
    .innerJoin(publishers, eq(publishers.id, trustedPublishers.publisherId))
    .leftJoin(skills, eq(skills.name, trustedPublishers.skillName))
    .where(
      and(
        eq(workloadTokens.secretSha256, tokenDigest(secret)),
        isNull(workloadTokens.revokedAt),
        gt(workloadTokens.expiresAt, now),
        isNull(trustedPublishers.removedAt),
        speaksForItsPublisher(),
        hasActingManager(publishers.id),
      ),
    );
  if (!row) return null;
  const { token, trusted, publisher } = row;
  return {
    kind: "workload",
    issuer: token.via.issuer,
    subject: token.via.subject,
    trustedPublisherId: trusted.id,
    via: token.via,
    handle: workloadHandle(token.via),
    publishers: [{ id: publisher.id, handle: publisher.handle, role: "publisher" }],
    scopes: token.scopes,
    namePatterns: [trusted.skillName],
    tokenId: token.id,
    expiresAt: token.expiresAt,
  };
}
