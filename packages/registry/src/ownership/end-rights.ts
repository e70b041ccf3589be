import { type Db, promotions, skillReaders, skillTransfers, trustedPublishers, versions } from "@gaia/db";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { closeContestsOnTransfer } from "../holds/settle-contest.ts";
import { endTrusted } from "../trusted/remove-trusted-publisher.ts";

/**
 * Ends what the former publisher has under way for a skill that becomes another's; part of that transaction, which holds the skill's row,
 * writes the audit row, and gives it to the new one after this. Tokens need no ending: whether an account belongs to the publisher is
 * asked anew each time. Signatures, known signers and holds stay: who signed a skill goes on signing it, or its new owner says so. Whoever
 * gives a publisher a right or something pending about one skill ends it here.
 */
export async function endRightsOnTransfer(
  ctx: Ctx,
  tx: Db,
  input: { skill: { id: number; name: string }; transferId: string; by: string },
): Promise<void> {
  const { skill, transferId, by } = input;
  const [now, skillId] = [ctx.now(), skill.id];
  // The receiver's own, too, and a third one's: what waited for the name while it was somebody's would wake now.
  await endTrusted(ctx, tx, eq(trustedPublishers.skillName, skill.name), { why: "transferred", by });
  // Whom the former publisher let read what is not public; the new one decides for itself.
  await tx.delete(skillReaders).where(eq(skillReaders.skillId, skillId));
  const ofSkill = tx.select({ id: versions.id }).from(versions).where(eq(versions.skillId, skillId));
  await tx
    .update(promotions)
    .set({ status: "withdrawn", decidedAt: now, reason: "the skill went to another publisher" })
    .where(and(inArray(promotions.versionId, ofSkill), eq(promotions.status, "pending")));
  await closeContestsOnTransfer(ctx, tx, skillId);
  await tx
    .update(skillTransfers)
    .set({ status: "withdrawn", decidedAt: now })
    .where(
      and(eq(skillTransfers.skillId, skillId), eq(skillTransfers.status, "pending"), ne(skillTransfers.id, transferId)),
    );
}
