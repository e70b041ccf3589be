import { createHash } from "node:crypto";
import type { Db } from "@gaia/db";
import { type Decision, writeDecision } from "@gaia/decisions";
import type { Leaf } from "@gaia/log";
import { type Signer, signersText } from "@gaia/policy";
import type { Envelope, SignatureKindName } from "@gaia/trust";
import { holdCurrentKey } from "./current-key.ts";

/**
 * Writes a decision about a version: its statements, their leaves of the log, its audit row; part of the transaction that makes it true.
 * @throws RegistryError `unavailable` where this process signs with a key that is no longer the current one
 */
export async function recordDecision(
  tx: Db,
  versionId: number,
  { statements, audit }: Pick<Extract<Decision, { versionId: number }>, "statements" | "audit">,
): Promise<void> {
  await holdCurrentKey(
    tx,
    statements.map(({ envelope }) => envelope),
  );
  await writeDecision(tx, { versionId, statements, audit });
}

/** What became of a publisher's key or identity, as `signing_keys` has it. */
export function signerLeaf(input: {
  publisher: string;
  key: { kind: SignatureKindName; fingerprint: string; publicKey: string };
  change: "added" | "changed" | "retired" | "compromised";
  at: Date;
}): Leaf {
  const { publisher, key, change, at } = input;
  // An identity is registered as the JSON of its issuer and subject.
  if (key.publicKey.startsWith("{")) {
    const { issuer, subject } = JSON.parse(key.publicKey) as { issuer: string; subject: string };
    return { kind: "identity", at, fields: { publisher, issuer, subject, change } };
  }
  return { kind: "key", at, fields: { publisher, key: `${key.kind}:${key.fingerprint}`, change } };
}

/** A key of the registry itself: announced, current, former or revoked. */
export function registryKeyLeaf(input: {
  fingerprint: string;
  change: "announced" | "current" | "former" | "revoked";
  /** The fingerprint of the key whose place it takes. */
  from?: string | undefined;
  /** What one of the two keys signed of the other. */
  statement?: Envelope | null | undefined;
  at: Date;
}): Leaf {
  const { fingerprint, change, from, statement, at } = input;
  const fields = {
    key: `ed25519:${fingerprint}`,
    change,
    ...(from !== undefined && { from: `ed25519:${from}` }),
    ...(statement && { statement: digestOf(Buffer.from(statement.payload, "base64")) }),
  };
  return { kind: "registry-key", at, fields };
}

/**
 * A version is held because others signed it than the skill's known signers, or its owner confirmed them. The leaf is none of the
 * version's own: what proves the version goes on being the registry's statement.
 */
export function holdLeaf(input: {
  publisher: string;
  name: string;
  version: string;
  releaseDigest: string;
  change: "held" | "continued" | "confirmed";
  signers: readonly Signer[];
  by?: string | undefined;
  at: Date;
}): Leaf {
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
  return { kind: "signer", at, fields };
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
