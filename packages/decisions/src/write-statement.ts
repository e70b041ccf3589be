import { attestations, type Db, logLeaves } from "@gaia/db";
import type { Envelope } from "@gaia/trust";
import { leafOfStatement } from "./leaf-of-statement.ts";
import { writtenLeaf } from "./write-leaf.ts";

/** A statement that is signed and not yet written. */
export type SignedStatement = Omit<typeof attestations.$inferInsert, "versionId">;

/** Writes a statement about a version, and the leaf that names it. */
export async function writeStatement(tx: Db, versionId: number, statement: SignedStatement): Promise<void> {
  await tx.insert(attestations).values({ ...statement, versionId });
  const written = await writtenLeaf(tx, leafOfStatement(statement.envelope));
  await tx.insert(logLeaves).values({ ...written, versionId, attestationSequence: statement.sequence });
}

/** Writes the leaf of a statement that has none: signed before there was a log. Another process may do so at the same time. */
export async function catchUpStatement(
  db: Db,
  { envelope, versionId, sequence }: Pick<typeof attestations.$inferSelect, "envelope" | "versionId" | "sequence">,
): Promise<void> {
  const written = await writtenLeaf(db, leafOfStatement(envelope));
  await db
    .insert(logLeaves)
    .values({ ...written, versionId, attestationSequence: sequence })
    .onConflictDoNothing();
}

/** Says by name what a hidden leaf said, once the skill is public. The leaf that belongs to the statement stays the hidden one. */
export async function sayStatementAgain(
  tx: Db,
  { envelope, versionId }: { envelope: Envelope; versionId: number },
): Promise<void> {
  await tx.insert(logLeaves).values({ ...(await writtenLeaf(tx, leafOfStatement(envelope))), versionId });
}
