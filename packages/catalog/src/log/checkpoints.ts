import { logCheckpoints } from "@gaia/db";
import { EMPTY_TREE, parseSignedCheckpoint, type SignedCheckpoint, type Tree } from "@gaia/log";
import { desc, isNotNull } from "drizzle-orm";
import type { Catalog } from "../kernel/context.ts";

export type CheckpointRow = typeof logCheckpoints.$inferSelect;

/** The tree that was signed last; null before the first checkpoint. */
export async function findNewestCheckpoint({ db }: Pick<Catalog, "db">): Promise<CheckpointRow | null> {
  const [row] = await db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1);
  return row ?? null;
}

/** What is shown: the newest checkpoint that has all the cosignatures it is to have, or while none has, the newest. */
export async function findShown(ctx: Pick<Catalog, "db">): Promise<CheckpointRow | null> {
  const [row] = await ctx.db
    .select()
    .from(logCheckpoints)
    .where(isNotNull(logCheckpoints.cosignedAt))
    .orderBy(desc(logCheckpoints.size))
    .limit(1);
  return row ?? (await findNewestCheckpoint(ctx));
}

export const treeOf = (row: CheckpointRow | null): Tree =>
  row === null ? EMPTY_TREE : { size: row.size, root: Buffer.from(row.root, "base64") };

export const signedOf = (row: CheckpointRow): SignedCheckpoint => parseSignedCheckpoint(row.note);
