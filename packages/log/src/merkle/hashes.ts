import { createHash } from "node:crypto";

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32;

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A log's tree: how many leaves, and the Merkle Tree Hash over them (32 bytes). */
export interface Tree {
  size: number;
  root: Uint8Array;
}

/** The tree without leaves (RFC 6962 section 2.1: the hash of the empty string). */
export const EMPTY_TREE: Tree = { size: 0, root: sha256() };

/** The Merkle leaf hash of an entry (RFC 6962 section 2.1). */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(LEAF, entry);

/** The hash of a node over its two children (RFC 6962 section 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right);

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Neighbouring perfect subtrees, the largest and leftmost first, made one hash: the right ones are joined first. */
export function joinSubtrees(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The root over a power of two of hashes that stand one after the other. */
export function perfectRoot(hashes: Uint8Array): Uint8Array {
  if (hashes.length === HASH_BYTES) return hashes;
  const half = hashes.length / 2;
  return nodeHash(perfectRoot(hashes.subarray(0, half)), perfectRoot(hashes.subarray(half)));
}
