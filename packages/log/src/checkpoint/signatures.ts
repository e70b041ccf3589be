import { LogError } from "../log-error.ts";
import { holds } from "../note/algorithms.ts";
import type { Note, NoteSignature } from "../note/note.ts";
import type { NoteSigner } from "../note/signer.ts";
import type { VerifierKey } from "../note/verifier-key.ts";
import { signedMessage, uint64 } from "./signed-message.ts";

const TIMESTAMP_BYTES = 8;

/** A signature that holds. */
export interface VerifiedSignature {
  key: VerifierKey;
  /** When it says that it was made, in seconds since 1970; null where the key's kind signs no time. */
  timestamp: number | null;
}

/** What the signatures of a note come to. One by a known key that does not hold spoils the whole note. */
export type NoteVerdict =
  | { ok: true; signatures: VerifiedSignature[] }
  | { ok: false; reason: "unsigned" | "invalid_signature"; detail: string };

/**
 * Signs a note's text; with a cosigner's key, which needs a checkpoint, at a time in seconds since 1970 (C2SP tlog-cosignature, "Format").
 * @throws LogError `unsignable`, `malformed_checkpoint`
 */
export async function signNote(text: string, signer: NoteSigner, timestamp: number): Promise<NoteSignature> {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new LogError("unsignable", "a signature's time is whole seconds since 1970");
  }
  const { key } = signer;
  const bare = await signer.sign(signedMessage(key, text, timestamp));
  const bytes = isTimed(key) ? Buffer.concat([uint64(timestamp), bare]) : bare;
  const signature = { name: key.name, keyId: key.keyId, bytes };
  // A signer behind an interface may be set up with another key than it says.
  if ((await verifySignature(text, signature, key)) === null) {
    throw new LogError("unsignable", `what ${key.name} signed does not verify with its own key`);
  }
  return signature;
}

/**
 * Verifies a note against the keys that are known; signatures of others are passed over (C2SP signed-note, "Signatures").
 * `unsigned`: none of a known key. Reads no clock: whether a time is acceptable is for whoever asks.
 */
export async function verifyNote(note: Note, keys: readonly VerifierKey[]): Promise<NoteVerdict> {
  const signatures: VerifiedSignature[] = [];
  for (const signature of note.signatures) {
    const known = keys.filter(({ name, keyId }) => name === signature.name && keyId === signature.keyId);
    if (known.length === 0) continue;
    const verified = await verifyWithAny(note.text, signature, known);
    if (verified === null) {
      const detail = `the signature of ${signature.name} (key ${signature.keyId}) does not verify`;
      return { ok: false, reason: "invalid_signature", detail };
    }
    signatures.push(verified);
  }
  if (signatures.length > 0) return { ok: true, signatures };
  return { ok: false, reason: "unsigned", detail: "no known key signed this" };
}

/** Four bytes of id can be the same for two keys. */
async function verifyWithAny(
  text: string,
  signature: NoteSignature,
  keys: readonly VerifierKey[],
): Promise<VerifiedSignature | null> {
  for (const key of keys) {
    const verified = await verifySignature(text, signature, key);
    if (verified !== null) return verified;
  }
  return null;
}

/** Whether a signature, said to be of this key, holds over a text; null when it does not. */
async function verifySignature(
  text: string,
  { bytes }: NoteSignature,
  key: VerifierKey,
): Promise<VerifiedSignature | null> {
  const timestamp = isTimed(key) ? findTimestamp(bytes) : 0;
  if (timestamp === null) return null;
  const bare = isTimed(key) ? bytes.subarray(TIMESTAMP_BYTES) : bytes;
  let message;
  try {
    message = signedMessage(key, text, timestamp);
  } catch {
    return null;
  }
  return (await holds(key, message, bare)) ? { key, timestamp: isTimed(key) ? timestamp : null } : null;
}

const isTimed = ({ type }: VerifierKey): boolean => type !== "ed25519";

/** The specification's times end at 2^63 - 1; ones past what a `Date` holds are nobody's, and would stop who shows them. */
const LAST_SECOND = 8_640_000_000_000n;

function findTimestamp(bytes: Uint8Array): number | null {
  if (bytes.length < TIMESTAMP_BYTES) return null;
  const value = Buffer.from(bytes.subarray(0, TIMESTAMP_BYTES)).readBigUInt64BE();
  return value <= LAST_SECOND ? Number(value) : null;
}
