import { createHash } from "node:crypto";
import { attestations, type Db, logLeaves } from "@gaia/db";
import { formatLeaf, type Leaf } from "@gaia/log";
import type { DecisionStatement, Envelope, SignatureKindName } from "@gaia/trust";

/** Writes a statement of the registry about a version, and its leaf of the log; part of the transaction that makes it true. */
export async function insertStatement(
  tx: Db,
  versionId: number,
  statement: Omit<typeof attestations.$inferInsert, "versionId">,
): Promise<void> {
  await tx.insert(attestations).values({ ...statement, versionId });
  const leaf = leafOfStatement(statement.envelope);
  await tx.insert(logLeaves).values({ leaf, versionId, attestationSequence: statement.sequence });
}

/** Writes a leaf of a decision that no statement is signed of; part of the transaction that makes it true. */
export async function insertLeaf(
  tx: Db,
  leaf: Leaf,
  about: { versionId?: number; skillId?: number } = {},
): Promise<void> {
  await tx.insert(logLeaves).values({ leaf: textOf(leaf), ...about });
}

/** What became of a publisher's key or identity, as `signing_keys` has it; part of the transaction that makes it true. */
export async function insertSignerLeaf(
  tx: Db,
  input: {
    publisher: string;
    key: { kind: SignatureKindName; fingerprint: string; publicKey: string };
    change: "added" | "changed" | "retired" | "compromised";
    at: Date;
  },
): Promise<void> {
  const { publisher, key, change, at } = input;
  // An identity is registered as the JSON of its issuer and subject.
  if (key.publicKey.startsWith("{")) {
    const { issuer, subject } = JSON.parse(key.publicKey) as { issuer: string; subject: string };
    return insertLeaf(tx, { kind: "identity", at, fields: { publisher, issuer, subject, change } });
  }
  await insertLeaf(tx, { kind: "key", at, fields: { publisher, key: `${key.kind}:${key.fingerprint}`, change } });
}

/**
 * The text of the leaf that says the same as a signed statement and names it: `statement` is the SHA-256 of the payload that the
 * envelope carries.
 */
export function leafOfStatement(envelope: Envelope): string {
  const payload = Buffer.from(envelope.payload, "base64");
  // Written by `signStatement`.
  const { subject, predicate } = JSON.parse(payload.toString("utf8")) as DecisionStatement;
  const [release, content] = subject;
  const { publisher, name, version, decision, verdict, tier, status, report_digest: report } = predicate;
  return textOf({
    kind: decision,
    at: new Date(predicate.issued_at),
    fields: {
      publisher,
      name,
      version,
      release: `sha256:${release.digest.sha256}`,
      ...(decision === "publish" && { content: `sha256:${content.digest.sha256}` }),
      ...(decision === "verdict" && { verdict, ...(report !== undefined && { report }) }),
      ...(decision === "tier" && { tier }),
      ...(decision === "release" && { status }),
      statement: `sha256:${createHash("sha256").update(payload).digest("hex")}`,
    },
  });
}

const textOf = (leaf: Leaf): string => Buffer.from(formatLeaf(leaf)).toString("utf8");
