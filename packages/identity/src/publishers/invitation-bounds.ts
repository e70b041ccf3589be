import { type Db, invitations } from "@gaia/db";
import { and, eq, gt } from "drizzle-orm";
import { IdentityError } from "../errors.ts";

/** Invitations that were sent, whatever became of them: each tells the invited. */
const TO_ONE = { most: 3, days: 7 };
const BY_ONE = { most: 100, days: 1 };

/**
 * Asked under the lock of the publisher, before an invitation is written.
 * @throws IdentityError `rate_limited`
 */
export async function ensureNotTooMany(
  tx: Db,
  by: {
    publisher: { id: number; handle: string };
    whom: { accountId: number | null; email: string | null; name: string };
    actor: { accountId: number };
    now: Date;
  },
): Promise<void> {
  const { publisher, whom, actor, now } = by;
  const since = ({ days }: { days: number }) => gt(invitations.createdAt, new Date(now.getTime() - days * 86_400_000));
  const isWhom =
    whom.accountId === null ? eq(invitations.email, whom.email ?? "") : eq(invitations.accountId, whom.accountId);
  const toOne = await tx.$count(invitations, and(eq(invitations.publisherId, publisher.id), isWhom, since(TO_ONE)));
  if (toOne >= TO_ONE.most) {
    throw new IdentityError(
      "rate_limited",
      `${whom.name} was invited to ${publisher.handle} ${TO_ONE.most} times within ${TO_ONE.days} days: leave them the next one for later.`,
    );
  }
  if ((await tx.$count(invitations, and(eq(invitations.invitedBy, actor.accountId), since(BY_ONE)))) >= BY_ONE.most) {
    throw new IdentityError("rate_limited", `You sent ${BY_ONE.most} invitations within a day: go on tomorrow.`);
  }
}
