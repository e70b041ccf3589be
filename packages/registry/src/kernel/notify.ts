import { type Db, notices } from "@gaia/db";
import type { NoticeKind } from "@gaia/policy";

/** Tells a publisher's members something about one of their versions; part of the transaction that did it. */
export async function notify(
  tx: Db,
  notice: { publisherId: number; versionId: number; kind: NoticeKind; text: string },
): Promise<void> {
  await tx.insert(notices).values(notice);
}
