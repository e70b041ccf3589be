import { EMPTY_TREE, HASH_BYTES, nodeHash, sameBytes, type Tree } from "./hashes.ts";

/** No tree of at most 2^53 leaves needs more; C2SP tlog-witness allows 63. */
export const MAX_PROOF_HASHES = 63;

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isHash = (hash: Uint8Array): boolean => hash.length === HASH_BYTES;

function isPowerOfTwo(value: number): boolean {
  let left = value;
  while (left > 1 && !isOdd(left)) left /= 2;
  return left === 1;
}

export interface InclusionClaim {
  /** Zero-based place of the leaf. */
  index: number;
  /** Its hash, of `leafHash`. */
  leaf: Uint8Array;
  /** The sibling's hash first, the root's child last. */
  proof: readonly Uint8Array[];
  tree: Tree;
}

/** Whether a leaf stands at this place of this tree (RFC 9162 section 2.1.3.2, for the proofs of RFC 6962 section 2.1.1). */
export function isIncluded({ index, leaf, proof, tree }: InclusionClaim): boolean {
  if (!isCount(index) || !isCount(tree.size) || index >= tree.size) return false;
  if (proof.length > MAX_PROOF_HASHES || ![leaf, tree.root, ...proof].every(isHash)) return false;
  let [place, last, hash] = [index, tree.size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = nodeHash(sibling, hash);
      // Where the tree has no right sibling, the node is its own parent.
      while (place !== 0 && !isOdd(place)) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(hash, tree.root);
}

export interface ConsistencyClaim {
  older: Tree;
  newer: Tree;
  proof: readonly Uint8Array[];
}

/** Whether the newer tree begins with all of the older one (RFC 9162 section 2.1.4.2, for the proofs of RFC 6962 section 2.1.2). */
export function isConsistent({ older, newer, proof }: ConsistencyClaim): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (proof.length > MAX_PROOF_HASHES || ![older.root, newer.root, ...proof].every(isHash)) return false;
  for (const { size, root } of [older, newer]) if (size === 0 && !sameBytes(root, EMPTY_TREE.root)) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  return joinsBoth(older, newer, proof);
}

function joinsBoth(older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  // A perfect old tree is a node of the new one: its root is known and not repeated in the proof.
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (first === undefined || proof.length === 0) return false;
  let [place, last] = [older.size - 1, newer.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [oldHash, newHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      oldHash = nodeHash(sibling, oldHash);
      newHash = nodeHash(sibling, newHash);
      while (place !== 0 && !isOdd(place)) [place, last] = [half(place), half(last)];
    } else {
      newHash = nodeHash(newHash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(oldHash, older.root) && sameBytes(newHash, newer.root);
}
