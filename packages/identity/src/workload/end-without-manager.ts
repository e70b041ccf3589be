import { appendAudit, type Db, hasActingManager, publishers, trustedPublishers, workloadTokens } from "@gaia/db";
import { trustedSubject } from "@gaia/policy";
import { and, eq, inArray, isNull, not } from "drizzle-orm";
import { sayOfTrusted } from "./trusted-leaf.ts";

/**
 * Ends what workflows may for those of these publishers in which no owner or admin is left who can act, with their tokens; part of the
 * transaction in which the last one went (T9).
 */
export async function endWithoutManager(
  tx: Db,
  input: { publisherIds: readonly number[]; by: string; now: Date; requestId: string | null },
): Promise<void> {
  const { publisherIds, by, now, requestId } = input;
  if (publisherIds.length === 0) return;
  const rows = await tx
    .select({ row: trustedPublishers, publisher: publishers.handle })
    .from(trustedPublishers)
    .innerJoin(publishers, eq(publishers.id, trustedPublishers.publisherId))
    .where(
      and(
        inArray(trustedPublishers.publisherId, [...publisherIds]),
        isNull(trustedPublishers.removedAt),
        not(hasActingManager(publishers.id)),
      ),
    )
    .for("no key update", { of: trustedPublishers });
  if (rows.length === 0) return;
  const ids = rows.map(({ row }) => row.id);
  await tx
    .update(trustedPublishers)
    .set({ removedAt: now, removedWhy: "account deleted" })
    .where(inArray(trustedPublishers.id, ids));
  await tx
    .update(workloadTokens)
    .set({ revokedAt: now })
    .where(and(inArray(workloadTokens.trustedPublisherId, ids), isNull(workloadTokens.revokedAt)));
  for (const { row, publisher } of rows) {
    await appendAudit(tx, {
      actor: by,
      action: "trusted_publisher.remove",
      target: `skill:${row.skillName}`,
      detail: { trusted_publisher: row.id, why: "account deleted", issuer: row.issuer, workflow: trustedSubject(row) },
      requestId,
    });
    await sayOfTrusted(tx, { row, publisher, change: { change: "removed", by }, at: now });
  }
}
