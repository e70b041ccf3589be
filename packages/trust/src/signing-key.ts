import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { TrustError } from "./trust-error.ts";

/** A registry's public key, as `/api/v1/keys` shows it and `gaia-skill trust add` pins it. */
export interface RegistryPublicKey {
  /** The first 32 hex digits of the SHA-256 of the SPKI DER. */
  key_id: string;
  algorithm: "ed25519";
  /** SPKI PEM. */
  public_key: string;
  /** `SHA256:` and the unpadded base64 of the whole digest of the SPKI DER: what people compare. */
  fingerprint: string;
}

/** Who signs for the registry. A hardware module behind PKCS#11 stands behind the same two members. */
export interface RegistrySigner {
  publicKey: RegistryPublicKey;
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
