import { type Db, notices, publishers } from "@gaia/db";
import type { NoticeKind } from "@gaia/policy";
import { eq } from "drizzle-orm";

/**
 * Tells a publisher's members something; part of the transaction that did it. Who may not see the skill of `versionId` or `skillId` is not
 * told, so that a text which names one has either.
 */
export async function notify(
  tx: Db,
  notice: { publisherId: number; kind: NoticeKind; text: string } & (
    | { versionId: number | null }
    | { versionId: null; skillId: number }
  ),
): Promise<void> {
  await tx.insert(notices).values(notice);
}

/**
 * Tells an account something about a version that need not be its own: by the notices of the publisher of its own handle, which every
 * account
 * has. Nobody is told where the account is gone (`handle` null).
 */
export async function notifyAccount(
  tx: Db,
  { handle, ...notice }: { handle: string | null; versionId: number; kind: NoticeKind; text: string },
): Promise<void> {
  if (handle === null) return;
  const [own] = await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.handle, handle));
  if (own) await notify(tx, { ...notice, publisherId: own.id });
}
