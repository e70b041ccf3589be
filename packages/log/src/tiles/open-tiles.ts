import { LogError } from "../log-error.ts";
import { HASH_BYTES, leafHash, perfectRoot, sameBytes, type Tree } from "../merkle/hashes.ts";
import type { Subtree } from "../merkle/ranges.ts";
import { countAt, readEntries, readHashes, type ReadResource } from "./resources.ts";
import { readRightEdge, type RightEdge } from "./right-edge.ts";
import { TILE_WIDTH, tilePath } from "./tile-path.ts";

/** A tree's hashes and entries, each believed only because it hashes to the tree's root. */
export interface Tiles {
  tree: Tree;
  /** The hash of a perfect subtree of the tree. @throws LogError `out_of_range`, `missing_tile`, `wrong_tile` */
  hashOf(subtree: Subtree): Promise<Uint8Array>;
  /** The entries of the index-th bundle: 256, or fewer in the last one. @throws LogError as `hashOf`, and `malformed_tile` */
  entriesOf(index: number): Promise<Uint8Array[]>;
}

/** Tiles kept in memory beside the right edge: half a megabyte. */
const KEPT_TILES = 64;

const LEVELS_IN_TILE = Math.log2(TILE_WIDTH);

interface Opened {
  read: ReadResource;
  tree: Tree;
  edge: RightEdge;
  kept: Map<string, Uint8Array>;
}

/**
 * Opens the tiles of a log at one tree, which comes from a checkpoint whose signatures were verified. The tiles at the tree's
 * right edge are held against the root at once, every other one against the tile above it when it is first needed.
 * @throws LogError `missing_tile`, `wrong_tile`
 */
export async function openTiles(read: ReadResource, tree: Tree): Promise<Tiles> {
  const opened: Opened = { read, tree, edge: await readRightEdge(read, tree), kept: new Map() };
  return {
    tree,
    hashOf: (subtree) => hashOf(opened, subtree),
    entriesOf: (index) => entriesOf(opened, index),
  };
}

async function hashOf(opened: Opened, { level, index }: Subtree): Promise<Uint8Array> {
  if ((index + 1) * 2 ** level > opened.tree.size) {
    throw new LogError("out_of_range", `the tree has no full subtree ${index} at level ${level}`);
  }
  const tileLevel = Math.floor(level / LEVELS_IN_TILE);
  const width = 2 ** (level % LEVELS_IN_TILE);
  const first = index * width;
  const hashes = await hashesIn(opened, tileLevel, Math.floor(first / TILE_WIDTH));
  const at = (first % TILE_WIDTH) * HASH_BYTES;
  return perfectRoot(hashes.subarray(at, at + width * HASH_BYTES));
}

/** A tile's verified hashes. Each full tile is one hash in the tile above it, up to one of the right edge. */
async function hashesIn(opened: Opened, level: number, index: number): Promise<Uint8Array> {
  const { read, tree, edge, kept } = opened;
  const unfinished = edge[level];
  if (unfinished !== undefined && index === Math.floor(countAt(tree.size, level) / TILE_WIDTH)) return unfinished;
  const name = { level, index, width: TILE_WIDTH };
  const path = tilePath(name);
  const known = kept.get(path);
  if (known !== undefined) return known;
  const above = await hashesIn(opened, level + 1, Math.floor(index / TILE_WIDTH));
  const at = (index % TILE_WIDTH) * HASH_BYTES;
  const hashes = await readHashes(read, name);
  if (!sameBytes(perfectRoot(hashes), above.subarray(at, at + HASH_BYTES))) {
    throw new LogError("wrong_tile", `${path} does not hash to the tree's root`);
  }
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_TILES && oldest !== undefined) kept.delete(oldest);
  kept.set(path, hashes);
  return hashes;
}

async function entriesOf(opened: Opened, index: number): Promise<Uint8Array[]> {
  const width = Math.min(TILE_WIDTH, opened.tree.size - index * TILE_WIDTH);
  if (!Number.isSafeInteger(index) || index < 0 || width < 1) {
    throw new LogError("out_of_range", `the tree has no entry bundle ${index}`);
  }
  const hashes = await hashesIn(opened, 0, index);
  const name = { level: "entries" as const, index, width };
  const entries = await readEntries(opened.read, name);
  for (const [at, entry] of entries.entries()) {
    if (!sameBytes(leafHash(entry), hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))) {
      throw new LogError(
        "wrong_tile",
        `entry ${index * TILE_WIDTH + at} in ${tilePath(name)} is not the one in the tree`,
      );
    }
  }
  return entries;
}
