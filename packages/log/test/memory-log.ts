import { createHash } from "node:crypto";
import { EMPTY_TREE, growTree, type ReadResource, type TileStore, type Tree } from "../src/index.ts";

/** A log in memory: what was written under each path, in order. */
export interface MemoryLog extends TileStore {
  files: Map<string, Uint8Array>;
  writes: string[];
}

export function memoryLog(files = new Map<string, Uint8Array>()): MemoryLog {
  const writes: string[] = [];
  return {
    files,
    writes,
    read: async (path) => files.get(path) ?? null,
    write: async (path, bytes) => {
      writes.push(path);
      files.set(path, Uint8Array.from(bytes));
    },
  };
}

/** The entry at a place of every log of these tests. */
export const entryAt = (index: number): Uint8Array => Buffer.from(`entry ${index}\n`);

export const entriesFrom = (from: number, to: number): Uint8Array[] =>
  Array.from({ length: to - from }, (_, at) => entryAt(from + at));

/** A log that grew to each of these sizes in turn, and its trees. */
export async function grownLog(...sizes: number[]): Promise<{ log: MemoryLog; trees: Tree[] }> {
  const log = memoryLog();
  const trees: Tree[] = [];
  let tree = EMPTY_TREE;
  for (const size of sizes) {
    tree = await growTree(log, { tree, leaves: entriesFrom(tree.size, size) });
    trees.push(tree);
  }
  return { log, trees };
}

/** A copy of what is read, with one bit of one resource turned. */
export const withBitTurned =
  (read: ReadResource, path: string, bit: number): ReadResource =>
  async (asked) => {
    const bytes = await read(asked);
    return asked === path && bytes !== null ? turnBit(bytes, bit) : bytes;
  };

export function turnBit(bytes: Uint8Array, bit: number): Uint8Array {
  const turned = Uint8Array.from(bytes);
  const at = Math.floor(bit / 8) % bytes.length;
  turned[at] = (turned[at] ?? 0) ^ (1 << (bit % 8));
  return turned;
}

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** RFC 6962 section 2.1 word for word, over hashes of leaves: slow, and nothing of the room under test. */
export function plainRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Uint8Array.of(1), plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)));
}

export const plainLeaf = (entry: Uint8Array): Uint8Array => sha256(Uint8Array.of(0), entry);
