import { appendAudit, type Db, memberships, notices, publishers, skills, skillTransfers } from "@gaia/db";
import { and, eq, inArray, notInArray } from "drizzle-orm";

/**
 * Ends what somebody offered as an admin of the registry of skills that are not theirs: part of the transaction that makes them a user.
 * Their own skills they offer as before (T9). Both sides are told.
 */
export async function withdrawOffers(
  tx: Db,
  input: {
    account: { id: number; handle: string };
    by: { accountId: number; handle: string };
    now: Date;
    requestId: string | null;
  },
): Promise<void> {
  const { account, by, now, requestId } = input;
  const owned = tx
    .select({ id: memberships.publisherId })
    .from(memberships)
    .where(and(eq(memberships.accountId, account.id), eq(memberships.role, "owner")));
  const ended = await tx
    .update(skillTransfers)
    .set({ status: "withdrawn", decidedAt: now, decidedBy: by.accountId })
    .where(
      and(
        eq(skillTransfers.requestedBy, account.id),
        eq(skillTransfers.status, "pending"),
        notInArray(skillTransfers.fromPublisherId, owned),
      ),
    )
    .returning();
  for (const { id, skillId, fromPublisherId, toPublisherId } of ended) {
    const [skill] = await tx.select({ name: skills.name }).from(skills).where(eq(skills.id, skillId));
    const sides = await tx
      .select({ id: publishers.id, handle: publishers.handle })
      .from(publishers)
      .where(inArray(publishers.id, [fromPublisherId, toPublisherId]));
    const handleOf = (side: number) => sides.find((one) => one.id === side)?.handle;
    const [from, to] = [handleOf(fromPublisherId), handleOf(toPublisherId)];
    await appendAudit(tx, {
      actor: by.handle,
      action: "skill.transfer_withdraw",
      target: `skill:${skill?.name}`,
      detail: { transfer: id, from, to },
      requestId,
    });
    const text =
      `The offer of ${skill?.name} by ${from} to ${to} was withdrawn: ` +
      `${account.handle}, who made it, is no admin of this registry any more.`;
    const notice = { versionId: null, skillId, kind: "transfer-ended" as const, text };
    await tx.insert(notices).values(sides.map((side) => ({ ...notice, publisherId: side.id })));
  }
}
