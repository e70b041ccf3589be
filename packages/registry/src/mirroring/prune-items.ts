import { type Db, mirrorItems } from "@gaia/db";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { MirrorRow } from "./mirror-row.ts";

const wasNotListed = (mirror: Pick<MirrorRow, "id" | "run">) =>
  and(eq(mirrorItems.mirrorId, mirror.id), lt(mirrorItems.seenRun, mirror.run));

/** Forgets what was refused or left out and what this run does not list: an upstream would fill the table with it. */
export async function pruneRefused(tx: Db, mirror: Pick<MirrorRow, "id" | "run">): Promise<void> {
  await tx.delete(mirrorItems).where(and(wasNotListed(mirror), inArray(mirrorItems.outcome, ["refused", "left_out"])));
}

/** Forgets the oldest that this run does not list, whatever came of them, beyond `most` of a mirror. What was published stays. */
export async function pruneOldest(
  tx: Db,
  { mirror, most }: { mirror: Pick<MirrorRow, "id" | "run">; most: number },
): Promise<void> {
  const count = await tx.$count(mirrorItems, eq(mirrorItems.mirrorId, mirror.id));
  if (count <= most) return;
  const oldest = tx
    .select({ id: mirrorItems.id })
    .from(mirrorItems)
    .where(wasNotListed(mirror))
    .orderBy(sql`${mirrorItems.id}`)
    .limit(count - most);
  await tx.delete(mirrorItems).where(inArray(mirrorItems.id, oldest));
}
