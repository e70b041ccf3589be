import { type Db, logLeaves, skills } from "@gaia/db";
import { formatLeaf, hideLeaf, type Leaf } from "@gaia/log";
import { eq } from "drizzle-orm";

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
  const { name } = leaf.fields;
  const [skill] =
    name === undefined ? [] : await tx.select({ salt: skills.salt }).from(skills).where(eq(skills.name, name));
  const salt = skill?.salt ?? null;
  const text = formatLeaf(salt === null ? leaf : hideLeaf(leaf, salt));
  return { leaf: Buffer.from(text).toString("utf8"), salt };
}
