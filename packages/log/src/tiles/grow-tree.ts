import { LogError } from "../log-error.ts";
import { HASH_BYTES, leafHash, perfectRoot, sameBytes, type Tree } from "../merkle/hashes.ts";
import { frameEntry } from "./entry-bundle.ts";
import { countAt, readEntries, type ReadResource } from "./resources.ts";
import { readRightEdge, rootOfEdge } from "./right-edge.ts";
import { TILE_WIDTH, tilePath } from "./tile-path.ts";

/** Where a log's resources lie. What is written under a path never changes: writing it again writes the same bytes. */
export interface TileStore {
  read: ReadResource;
  /** Durable when it resolves. */
  write(path: string, bytes: Uint8Array): Promise<void>;
}

export interface Growth {
  /** What the last checkpoint says. */
  tree: Tree;
  /** The entries that follow, each at most 65,535 bytes. */
  leaves: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** The unfinished resources of a growing tree. */
interface Growing {
  store: TileStore;
  size: number;
  /** For each level the hashes of its unfinished tile, and whether they are more than what is stored. */
  levels: { hashes: Uint8Array[]; isNew: boolean }[];
  /** The framed entries of the unfinished bundle. */
  bundle: Uint8Array[];
}

/**
 * Adds leaves to a tree: writes every full tile and bundle that they complete and the partial ones at the end, and returns the new
 * tree, to be signed after that (C2SP tlog-tiles). Holds one unfinished tile of each level and one bundle in memory. Killed at any
 * point it can be repeated: the same leaves write the same bytes, so keep their order before calling. Without leaves it writes nothing.
 * @throws LogError `missing_tile`, `wrong_tile`, `malformed_tile` when what is stored is not the tree; `out_of_range` for a leaf too long
 */
export async function growTree(store: TileStore, { tree, leaves }: Growth): Promise<Tree> {
  const growing = await resume(store, tree);
  for await (const leaf of leaves) await append(growing, leaf);
  await writePartial(growing);
  return { size: growing.size, root: rootOfEdge(growing.levels.map(({ hashes }) => Buffer.concat(hashes))) };
}

async function resume(store: TileStore, tree: Tree): Promise<Growing> {
  const edge = await readRightEdge(store.read, tree);
  const levels = edge.map((hashes) => ({ hashes: inHashes(hashes), isNew: false }));
  const width = tree.size % TILE_WIDTH;
  const index = Math.floor(tree.size / TILE_WIDTH);
  const entries = width === 0 ? [] : await readEntries(store.read, { level: "entries", index, width });
  // What would be written again under another name has to be what is in the tree.
  if (!entries.every((entry, at) => sameBytes(leafHash(entry), levels[0]?.hashes[at] ?? new Uint8Array()))) {
    throw new LogError("wrong_tile", "the last entry bundle does not hold the entries of the tree");
  }
  return { store, size: tree.size, levels, bundle: entries.map(frameEntry) };
}

function inHashes(bytes: Uint8Array): Uint8Array[] {
  const count = bytes.length / HASH_BYTES;
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

async function append(growing: Growing, leaf: Uint8Array): Promise<void> {
  growing.bundle.push(frameEntry(leaf));
  growing.size += 1;
  if (growing.bundle.length === TILE_WIDTH) {
    const index = growing.size / TILE_WIDTH - 1;
    const path = tilePath({ level: "entries", index, width: TILE_WIDTH });
    await growing.store.write(path, Buffer.concat(growing.bundle));
    growing.bundle = [];
  }
  await addHash(growing, 0, leafHash(leaf));
}

/** A tile that is full becomes one hash of the level above. */
async function addHash(growing: Growing, level: number, hash: Uint8Array): Promise<void> {
  const row = (growing.levels[level] ??= { hashes: [], isNew: false });
  row.hashes.push(hash);
  row.isNew = true;
  if (row.hashes.length < TILE_WIDTH) return;
  const bytes = Buffer.concat(row.hashes);
  const index = countAt(growing.size, level + 1) - 1;
  await growing.store.write(tilePath({ level, index, width: TILE_WIDTH }), bytes);
  growing.levels[level] = { hashes: [], isNew: false };
  await addHash(growing, level + 1, perfectRoot(bytes));
}

async function writePartial({ store, size, levels, bundle }: Growing): Promise<void> {
  if (levels[0]?.isNew === true) {
    const name = { level: "entries" as const, index: countAt(size, 1), width: bundle.length };
    await store.write(tilePath(name), Buffer.concat(bundle));
  }
  for (const [level, { hashes, isNew }] of levels.entries()) {
    if (!isNew) continue;
    const name = { level, index: countAt(size, level + 1), width: hashes.length };
    await store.write(tilePath(name), Buffer.concat(hashes));
  }
}
