import { LogError } from "../log-error.ts";
import type { VerifierKey } from "../note/verifier-key.ts";
import { type Checkpoint, parseCheckpoint } from "./checkpoint.ts";

const MAX_OPAQUE_BYTES = 255;

/**
 * The bytes that a key of this kind signs for a text at a time, in seconds since 1970: the text itself; with two lines before it
 * (C2SP tlog-cosignature, "Ed25519 signed message"); or what the text says, in binary ("ML-DSA-44 signed message").
 * @throws LogError `unsignable`, `malformed_checkpoint` when the kind is for checkpoints and the text is none
 */
export function signedMessage(key: VerifierKey, text: string, timestamp: number): Uint8Array {
  if (key.type === "ed25519") return Buffer.from(text);
  const checkpoint = parseCheckpoint(text);
  if (key.type === "ed25519-cosignature") return Buffer.from(`cosignature/v1\ntime ${timestamp}\n${text}`);
  return subtreeMessage(key.name, checkpoint, timestamp);
}

function subtreeMessage(name: string, { origin, tree, extensions }: Checkpoint, timestamp: number): Uint8Array {
  // They would look signed and are not; the Go implementations refuse them as well.
  if (extensions.length > 0) throw new LogError("unsignable", "ML-DSA-44 signs no checkpoint with extension lines");
  return Buffer.concat([
    Buffer.from("subtree/v1\n\0"),
    opaque(name),
    uint64(timestamp),
    opaque(origin),
    uint64(0),
    uint64(tree.size),
    tree.root,
  ]);
}

function opaque(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > MAX_OPAQUE_BYTES) {
    throw new LogError("unsignable", "ML-DSA-44 signs names and origins of 1 to 255 bytes");
  }
  return Buffer.concat([Uint8Array.of(bytes.length), bytes]);
}

/** A number as signatures carry times: 8 bytes, big-endian. */
export function uint64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
