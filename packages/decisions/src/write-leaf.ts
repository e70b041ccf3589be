import { collections, type Db, logLeaves, publishers, skills } from "@gaia/db";
import { formatLeaf, hideLeaf, type Leaf } from "@gaia/log";
import { and, eq } from "drizzle-orm";

/** Writes a leaf of what follows from a decision whose audit row is written apart; part of the transaction that makes it true. */
export async function writeLeaf(
  tx: Db,
  leaf: Leaf,
  about: { versionId?: number; skillId?: number } = {},
): Promise<void> {
  await tx.insert(logLeaves).values({ ...(await writtenLeaf(tx, leaf)), ...about });
}

/** A leaf as it is written: one that names a skill which is not public is hidden by that skill's salt, which is kept for its proof. */
export async function writtenLeaf(tx: Db, leaf: Leaf): Promise<Pick<typeof logLeaves.$inferInsert, "leaf" | "salt">> {
  const salt = await saltOf(tx, leaf.fields);
  const text = formatLeaf(salt === null ? leaf : hideLeaf(leaf, salt));
  return { leaf: Buffer.from(text).toString("utf8"), salt };
}

/** What hides a leaf with these fields; null: what it names is public. */
async function saltOf(tx: Db, { publisher, name, collection }: Leaf["fields"]): Promise<string | null> {
  if (collection !== undefined && publisher !== undefined) {
    const [row] = await tx
      .select({ salt: collections.salt })
      .from(collections)
      .innerJoin(publishers, eq(publishers.id, collections.publisherId))
      .where(and(eq(publishers.handle, publisher), eq(collections.name, collection)));
    return row?.salt ?? null;
  }
  if (name === undefined) return null;
  const [row] = await tx.select({ salt: skills.salt }).from(skills).where(eq(skills.name, name));
  return row?.salt ?? null;
}
