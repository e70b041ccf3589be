import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { TrustError } from "./trust-error.ts";

/** A registry's public key, as `/api/v1/keys` shows it and `gaia-skill trust add` pins it. */
export interface RegistryPublicKey {
  /** The first 32 hex digits of the SHA-256 of the SPKI DER: what rows, pins and predicates call it. */
  key_id: string;
  algorithm: "ed25519";
  /** SPKI PEM. */
  public_key: string;
  /** `SHA256:` and the unpadded base64 of the whole digest of the SPKI DER: what people compare. */
  fingerprint: string;
}

/**
 * How statements are written: `in-toto` as other people's programs read them; `0.1` as release 0.1 wrote them, and as its command line
 * alone reads them. Either is verified.
 */
export const STATEMENT_FORMS = ["in-toto", "0.1"] as const;
export type StatementForm = (typeof STATEMENT_FORMS)[number];

/** Who signs for the registry. A hardware module behind PKCS#11 stands behind the same members. */
export interface RegistrySigner {
  publicKey: RegistryPublicKey;
  /** Absent: `in-toto`. */
  form?: StatementForm | undefined;
  /** A raw 64 byte Ed25519 signature (RFC 8032) over the bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Makes a new Ed25519 key as PKCS#8 PEM. The caller keeps it secret: 0600, never in a log. */
export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * A signer over a PKCS#8 PEM key in memory.
 * @throws TrustError `invalid_signing_key`; the message never repeats the input.
 */
export function registrySigner(pem: string): RegistrySigner {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: "pem" });
  } catch {
    throw new TrustError("invalid_signing_key", "the signing key is not an unencrypted PKCS#8 PEM private key");
  }
  if (key.asymmetricKeyType !== "ed25519") {
    throw new TrustError("invalid_signing_key", `the signing key is ${key.asymmetricKeyType}; it must be Ed25519`);
  }
  return {
    publicKey: describePublicKey(createPublicKey(key)),
    sign: async (bytes) => new Uint8Array(sign(null, bytes, key)),
  };
}

/** Reads an Ed25519 SPKI PEM; null for anything else, a private key included. */
export function readRegistryKey(pem: string): { key: KeyObject; info: RegistryPublicKey } | null {
  // Node would derive the public half from a private PEM; who pins a key must not be handed a private one.
  if (pem.length > 1024 || !pem.trimStart().startsWith("-----BEGIN PUBLIC KEY-----")) return null;
  try {
    const key = createPublicKey({ key: pem, format: "pem" });
    return key.asymmetricKeyType === "ed25519" ? { key, info: describePublicKey(key) } : null;
  } catch {
    return null;
  }
}

const SSH_TYPE = Buffer.from("\0\0\0\x0bssh-ed25519\0\0\0 ", "latin1");
const ED25519_BYTES = 32;

/**
 * What OpenSSH calls an Ed25519 key, given as SPKI PEM: `SHA256:` and the unpadded base64 of the SHA-256 of its SSH form (RFC 8709 §4).
 * DSSE's library for Go computes the same of a key without an id, and takes no signature with another id for one of that key. Null where
 * the key cannot be read.
 */
export function sshFingerprint(pem: string): string | null {
  const raw = rawPublicKey(pem);
  if (raw === null) return null;
  const digest = createHash("sha256").update(SSH_TYPE).update(raw).digest("base64");
  return `SHA256:${digest.replaceAll("=", "")}`;
}

/** The 32 bytes of an Ed25519 key (RFC 8032 §5.1.5), given as SPKI PEM; null where it cannot be read. */
export function rawPublicKey(pem: string): Uint8Array | null {
  const spki = readRegistryKey(pem)?.key.export({ type: "spki", format: "der" });
  // An Ed25519 key in SPKI ends in the key itself (RFC 8410 §4).
  return spki === undefined ? null : new Uint8Array(spki.subarray(-ED25519_BYTES));
}

/** Every id by which an envelope names this key: its OpenSSH fingerprint, and what release 0.1 wrote. */
export const envelopeIdsOf = ({ key_id: keyId, public_key: pem }: { key_id: string; public_key: string }): string[] => {
  const ssh = sshFingerprint(pem);
  return ssh === null ? [keyId] : [ssh, keyId];
};

function describePublicKey(key: KeyObject): RegistryPublicKey {
  const digest = createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();
  return {
    key_id: digest.toString("hex").slice(0, 32),
    algorithm: "ed25519",
    public_key: key.export({ type: "spki", format: "pem" }).toString(),
    fingerprint: `SHA256:${digest.toString("base64").replaceAll("=", "")}`,
  };
}
