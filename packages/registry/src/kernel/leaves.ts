import { createHash } from "node:crypto";
import { attestations, type Db, logLeaves, skills } from "@gaia/db";
import { formatLeaf, hideLeaf, type Leaf } from "@gaia/log";
import { type Signer, signersText } from "@gaia/policy";
import type { DecisionStatement, Envelope, SignatureKindName } from "@gaia/trust";
import { eq } from "drizzle-orm";
import { holdCurrentKey } from "./current-key.ts";

/** Writes a statement of the registry about a version, and its leaf of the log; part of the transaction that makes it true. */
export async function insertStatement(
  tx: Db,
  versionId: number,
  statement: Omit<typeof attestations.$inferInsert, "versionId">,
): Promise<void> {
  await holdCurrentKey(tx, statement.envelope.signatures[0]?.keyid ?? "");
  await tx.insert(attestations).values({ ...statement, versionId });
  const written = await writtenLeaf(tx, leafOfStatement(statement.envelope));
  await tx.insert(logLeaves).values({ ...written, versionId, attestationSequence: statement.sequence });
}

/** Writes a leaf of a decision that no statement is signed of; part of the transaction that makes it true. */
export async function insertLeaf(
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
  return { leaf: textOf(salt === null ? leaf : hideLeaf(leaf, salt)), salt };
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

/** A key of the registry itself: announced, current, former or revoked; part of the transaction that makes it true. */
export async function insertRegistryKeyLeaf(
  tx: Db,
  input: {
    fingerprint: string;
    change: "announced" | "current" | "former" | "revoked";
    /** The fingerprint of the key whose place it takes. */
    from?: string | undefined;
    /** What one of the two keys signed of the other. */
    statement?: Envelope | null | undefined;
    at: Date;
  },
): Promise<void> {
  const { fingerprint, change, from, statement, at } = input;
  const fields = {
    key: `ed25519:${fingerprint}`,
    change,
    ...(from !== undefined && { from: `ed25519:${from}` }),
    ...(statement && { statement: digestOf(Buffer.from(statement.payload, "base64")) }),
  };
  await insertLeaf(tx, { kind: "registry-key", at, fields });
}

/**
 * A version is held because others signed it than the skill's known signers, or its owner confirmed them; part of the transaction that
 * makes it true. The leaf is none of the version's own: what proves the version goes on being the registry's statement.
 */
export async function insertHoldLeaf(
  tx: Db,
  input: {
    publisher: string;
    name: string;
    version: string;
    releaseDigest: string;
    change: "held" | "continued" | "confirmed";
    signers: readonly Signer[];
    by?: string | undefined;
    at: Date;
  },
): Promise<void> {
  const { publisher, name, version, releaseDigest: release, change, signers, by, at } = input;
  // A leaf has no free text, and of an identity a stranger chooses the words.
  const words = signersText(signers);
  const fields = {
    publisher,
    name,
    version,
    release,
    change,
    signers: /^[!-~](?:[ -~]{0,500}[!-~])?$/.test(words) ? words : digestOf(Buffer.from(words)),
    ...(by !== undefined && { by }),
  };
  await insertLeaf(tx, { kind: "signer", at, fields });
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/**
 * The leaf that says the same as a signed statement and names it: `statement` is the SHA-256 of the payload that the
 * envelope carries.
 */
export function leafOfStatement(envelope: Envelope): Leaf {
  const payload = Buffer.from(envelope.payload, "base64");
  // Written by `signStatement`.
  const { subject, predicate } = JSON.parse(payload.toString("utf8")) as DecisionStatement;
  const [release, content] = subject;
  const { publisher, name, version, decision, verdict, tier, status, report_digest: report } = predicate;
  return {
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
      statement: digestOf(payload),
    },
  };
}

const textOf = (leaf: Leaf): string => Buffer.from(formatLeaf(leaf)).toString("utf8");
