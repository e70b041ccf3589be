import { LogError } from "../log-error.ts";
import { EMPTY_TREE, joinSubtrees, type Tree } from "../merkle/hashes.ts";
import { consistencyRanges, inclusionRanges, type Range, subtreesOf } from "../merkle/ranges.ts";
import type { Tiles } from "./open-tiles.ts";

/**
 * The inclusion proof of the leaf at an index, its sibling first (RFC 6962 section 2.1.1).
 * @throws LogError `out_of_range`, or what `Tiles` throws
 */
export async function proveInclusion(tiles: Tiles, index: number): Promise<Uint8Array[]> {
  const { size } = tiles.tree;
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new LogError("out_of_range", `there is no leaf ${index} in a tree of ${size}`);
  }
  return hashesOver(tiles, inclusionRanges(index, size));
}

/**
 * The proof that the tree begins with its first `oldSize` leaves (RFC 6962 section 2.1.2); empty for 0 and for the tree's own size.
 * @throws LogError `out_of_range`, or what `Tiles` throws
 */
export async function proveConsistency(tiles: Tiles, oldSize: number): Promise<Uint8Array[]> {
  ensureWithin(tiles, oldSize);
  return hashesOver(tiles, consistencyRanges(oldSize, tiles.tree.size));
}

/**
 * What the tree was when it had so many leaves.
 * @throws LogError `out_of_range`, or what `Tiles` throws
 */
export async function treeAt(tiles: Tiles, size: number): Promise<Tree> {
  ensureWithin(tiles, size);
  return size === 0 ? EMPTY_TREE : { size, root: await hashOver(tiles, { from: 0, to: size }) };
}

function ensureWithin(tiles: Tiles, size: number): void {
  if (!Number.isSafeInteger(size) || size < 0 || size > tiles.tree.size) {
    throw new LogError("out_of_range", `a tree of ${tiles.tree.size} leaves never had ${size}`);
  }
}

async function hashesOver(tiles: Tiles, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  for (const range of ranges) hashes.push(await hashOver(tiles, range));
  return hashes;
}

async function hashOver(tiles: Tiles, range: Range): Promise<Uint8Array> {
  const hashes: Uint8Array[] = [];
  for (const subtree of subtreesOf(range)) hashes.push(await tiles.hashOf(subtree));
  return joinSubtrees(hashes);
}
