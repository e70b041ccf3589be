import { LogError } from "../log-error.ts";
import { toBase64 } from "../strict-text.ts";
import { newSeed, publicKeyOf, SEED_BYTES, signBytes } from "./algorithms.ts";
import { KEY_TYPES, type KeyType, splitKey, type VerifierKey, verifierKey } from "./verifier-key.ts";

/** Who signs notes. A hardware module stands behind the same two members. */
export interface NoteSigner {
  key: VerifierKey;
  /** A bare signature of the key's algorithm over these bytes: 64 of Ed25519, 2420 of ML-DSA-44. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

const PREFIX = "PRIVATE+KEY+";

/**
 * Makes a new private key as text: `PRIVATE+KEY+<name>+<key id>+<base 64 of type and 32 byte seed>`, the form of Go's sumdb/note.
 * The caller keeps it secret: 0600, never in a log.
 * @throws LogError `malformed_key` for a name that no key may have
 */
export async function generateSignerKey(name: string, type: KeyType): Promise<string> {
  const seed = newSeed();
  const { keyId } = verifierKey({ name, type, publicKey: await publicKeyOf(type, seed) });
  return `${PREFIX}${name}+${keyId}+${toBase64(Buffer.concat([Uint8Array.of(KEY_TYPES[type].byte), seed]))}`;
}

/**
 * A signer over a private key in memory, as `generateSignerKey` writes it.
 * @throws LogError `malformed_key`; the message never repeats the input
 */
export async function noteSigner(encoded: string): Promise<NoteSigner> {
  if (!encoded.startsWith(PREFIX)) throw new LogError("malformed_key", "this is not a private key of a note's signer");
  const { name, keyId, type, material: seed } = splitKey(encoded.slice(PREFIX.length));
  if (seed.length !== SEED_BYTES) throw new LogError("malformed_key", `a private key has ${SEED_BYTES} bytes`);
  const key = verifierKey({ name, type, publicKey: await publicKeyOf(type, seed) });
  if (key.keyId !== keyId) throw new LogError("malformed_key", "the key's id is not that of this name and key");
  return { key, sign: (message) => signBytes(type, seed, message) };
}
