import { appendAudit, attestations, type AuditEntry, type Db, logLeaves } from "@gaia/db";
import type { Envelope } from "@gaia/trust";
import { leafOfStatement } from "./leaf-of-statement.ts";
import { writtenLeaf } from "./write-leaf.ts";

/** A statement that is signed and not yet written. */
type SignedStatement = Omit<typeof attestations.$inferInsert, "versionId">;

/**
 * Writes one decision about a version: what the registry says of it in signed statements, the leaf of each in the log, and the audit row of
 * who decided; part of the transaction that makes it true. Nothing is said of a version that only its publisher sees: then there is the
 * audit row alone. Whether the key that signed is the current one is its caller's to hold.
 */
export async function writeDecision(
  tx: Db,
  versionId: number,
  { statements, audit }: { statements: readonly SignedStatement[]; audit: AuditEntry },
): Promise<void> {
  for (const statement of statements) await writeStatement(tx, versionId, statement);
  await appendAudit(tx, audit);
}

async function writeStatement(tx: Db, versionId: number, statement: SignedStatement): Promise<void> {
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
