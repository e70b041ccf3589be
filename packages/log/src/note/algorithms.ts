import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import { KEY_TYPES, type KeyType } from "./verifier-key.ts";

/** Bytes of the seed that a private key is kept as: RFC 8032's of Ed25519, FIPS 204's of ML-DSA. */
export const SEED_BYTES = 32;

/** What comes before the seed in the PKCS#8 DER of an Ed25519 key (RFC 8410 section 7). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

// Loaded for the keys that need it: most policies have none, and it costs a start 20 ms.
const mlDsa44 = async () => (await import("@noble/post-quantum/ml-dsa.js")).ml_dsa44;

const isMlDsa = (type: KeyType): type is "ml-dsa-44" => type === "ml-dsa-44";

export const newSeed = (): Uint8Array => randomBytes(SEED_BYTES);

export async function publicKeyOf(type: KeyType, seed: Uint8Array): Promise<Uint8Array> {
  if (isMlDsa(type)) return Buffer.from((await mlDsa44()).keygen(seed).publicKey);
  return Buffer.from(createPublicKey(ed25519Private(seed)).export({ format: "jwk" }).x ?? "", "base64url");
}

/** A bare signature: Ed25519 (RFC 8032), or hedged ML-DSA-44 with an empty context (FIPS 204). */
export async function signBytes(type: KeyType, seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  if (!isMlDsa(type)) return sign(null, message, ed25519Private(seed));
  const scheme = await mlDsa44();
  return scheme.sign(message, scheme.keygen(seed).secretKey);
}

/** Whether a bare signature over a message holds; false for whatever is no signature or no key. */
export async function holds(
  { type, publicKey }: { type: KeyType; publicKey: Uint8Array },
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== KEY_TYPES[type].signatureBytes) return false;
  try {
    if (isMlDsa(type)) return (await mlDsa44()).verify(signature, message, publicKey);
    return verify(null, message, ed25519Public(publicKey), signature);
  } catch {
    return false;
  }
}

const ed25519Private = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });

const ed25519Public = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") },
    format: "jwk",
  });
