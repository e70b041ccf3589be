import { appendAudit, type AuditEntry, type Db } from "@gaia/db";
import type { Leaf } from "@gaia/log";
import { writeLeaf } from "./write-leaf.ts";
import { type SignedStatement, writeStatement } from "./write-statement.ts";

/** What the registry decided, and the audit row of who decided it. */
export type Decision = { audit: AuditEntry } & (
  | {
      /** About a version: nothing is said of one that only its publisher sees; then there is the audit row alone. */
      versionId: number;
      statements: readonly SignedStatement[];
    }
  | {
      /** Of what no statement is signed; none of a name under which nothing is live. */
      leaves: readonly Leaf[];
    }
);

/**
 * Writes one decision: what the registry says of a version in signed statements and the leaf of each in the log, or leaves alone, and the
 * audit row of who decided; part of the transaction that makes it true. Whether the key that signed is the current one is its caller's to
 * hold.
 */
export async function writeDecision(tx: Db, decision: Decision): Promise<void> {
  if ("leaves" in decision) for (const leaf of decision.leaves) await writeLeaf(tx, leaf);
  else for (const statement of decision.statements) await writeStatement(tx, decision.versionId, statement);
  await appendAudit(tx, decision.audit);
}
