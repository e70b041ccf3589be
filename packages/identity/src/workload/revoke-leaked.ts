import { appendAudit, type Db, trustedPublishers, workloadTokens } from "@gaia/db";
import { and, eq, isNull } from "drizzle-orm";

/** Ends a workflow's token that was found somewhere; part of a transaction. @returns whether it was alive until now */
export async function revokeLeakedWorkload(
  tx: Db,
  input: { digest: string; where: string | null; now: Date; requestId: string | null },
): Promise<boolean> {
  const [ended] = await tx
    .update(workloadTokens)
    .set({ revokedAt: input.now })
    .where(and(eq(workloadTokens.secretSha256, input.digest), isNull(workloadTokens.revokedAt)))
    .returning({ id: workloadTokens.id, trusted: workloadTokens.trustedPublisherId });
  if (!ended) return false;
  const [of] = await tx
    .select({ skill: trustedPublishers.skillName })
    .from(trustedPublishers)
    .where(eq(trustedPublishers.id, ended.trusted));
  await appendAudit(tx, {
    actor: "registry",
    action: "token.leaked",
    target: `skill:${of?.skill}`,
    detail: { token: ended.id, trusted_publisher: ended.trusted, where: input.where },
    requestId: input.requestId,
  });
  return true;
}
