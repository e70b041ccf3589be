import { createHash, createPublicKey } from "node:crypto";
import { LogError } from "../log-error.ts";
import { findBase64, findText, toBase64 } from "../strict-text.ts";
import { isKeyName } from "./note.ts";

/**
 * What a key signs and how: the byte that tells it in keys and key ids (C2SP signed-note, "Signature types"; C2SP tlog-cosignature,
 * "Format"), and the bytes of its public key and of a bare signature by it.
 */
export const KEY_TYPES = {
  /** A note's text. */
  ed25519: { byte: 0x01, publicKeyBytes: 32, signatureBytes: 64 },
  /** A checkpoint with a time: `cosignature/v1`. */
  "ed25519-cosignature": { byte: 0x04, publicKeyBytes: 32, signatureBytes: 64 },
  /** A checkpoint with a time, and the signer's own name: `subtree/v1`. */
  "ml-dsa-44": { byte: 0x06, publicKeyBytes: 1312, signatureBytes: 2420 },
} as const;

export type KeyType = keyof typeof KEY_TYPES;

/** A public key under a name. */
export interface VerifierKey {
  name: string;
  /** 8 lower-case hex digits. */
  keyId: string;
  type: KeyType;
  /** As its algorithm writes it: 32 bytes of Ed25519, 1312 of ML-DSA-44. */
  publicKey: Uint8Array;
}

/**
 * A key with its id: the first four bytes of the SHA-256 over name, newline, type and key (C2SP signed-note, "Signatures").
 * @throws LogError `malformed_key`
 */
export function verifierKey({ name, type, publicKey }: Omit<VerifierKey, "keyId">): VerifierKey {
  const { byte, publicKeyBytes } = KEY_TYPES[type];
  if (!isKeyName(name)) throw new LogError("malformed_key", "a key's name is neither empty nor has spaces or a plus");
  if (publicKey.length !== publicKeyBytes) {
    throw new LogError("malformed_key", `a public key of type ${type} has ${publicKeyBytes} bytes`);
  }
  const digest = createHash("sha256").update(`${name}\n`).update(Uint8Array.of(byte)).update(publicKey).digest();
  return { name, type, publicKey, keyId: digest.toString("hex", 0, 4) };
}

/** `<name>+<key id>+<base 64 of type and key>` (C2SP signed-note, "Verifier keys"). */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  return `${name}+${keyId}+${toBase64(Buffer.concat([Uint8Array.of(KEY_TYPES[type].byte), publicKey]))}`;
}

/** Twice the longest key that there is. */
const MAX_KEY_TEXT = 4096;

/**
 * Reads what `formatVerifierKey` writes.
 * @throws LogError `malformed_key` for another spelling, an unknown type, or an id that is not the key's
 */
export function parseVerifierKey(text: string): VerifierKey {
  const { name, keyId, type, material } = splitKey(text);
  const key = verifierKey({ name, type, publicKey: material });
  if (key.keyId !== keyId) throw new LogError("malformed_key", "the key's id is not that of this name and key");
  return key;
}

/** The parts of an encoded key, public or private; the name and the length of the material are still to be judged. */
export function splitKey(text: string): { name: string; keyId: string; type: KeyType; material: Uint8Array } {
  const [, name = "", keyId = "", encoded = ""] =
    (findText(text, MAX_KEY_TEXT) !== null && /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text)) || [];
  const bytes = findBase64(encoded);
  const type = Object.entries(KEY_TYPES).find(([, { byte }]) => byte === bytes?.[0])?.[0];
  if (bytes === null || type === undefined) {
    throw new LogError("malformed_key", "a key is written <name>+<key id>+<base 64 of a known type and the key>");
  }
  // The names of KEY_TYPES, of which entries() makes strings.
  return { name, keyId, type: type as KeyType, material: bytes.subarray(1) };
}

/**
 * The 32 bytes of an Ed25519 public key in SPKI PEM, as registries show theirs.
 * @throws LogError `malformed_key`; a private key is refused
 */
export function ed25519FromPem(pem: string): Uint8Array {
  // Node would derive the public half from a private key.
  const isPublic = pem.length <= 1024 && pem.trimStart().startsWith("-----BEGIN PUBLIC KEY-----");
  try {
    const jwk = isPublic ? createPublicKey(pem).export({ format: "jwk" }) : {};
    if (jwk.crv === "Ed25519" && jwk.x !== undefined) return Buffer.from(jwk.x, "base64url");
  } catch {
    // Not a key: told below.
  }
  throw new LogError("malformed_key", "this is not an Ed25519 public key in SPKI PEM");
}
