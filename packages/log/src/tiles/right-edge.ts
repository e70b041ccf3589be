import { LogError } from "../log-error.ts";
import { EMPTY_TREE, HASH_BYTES, joinSubtrees, perfectRoot, sameBytes, type Tree } from "../merkle/hashes.ts";
import { countAt, readHashes, type ReadResource } from "./resources.ts";
import { TILE_WIDTH } from "./tile-path.ts";

/**
 * The unfinished tile of each level, from level 0: at most 255 hashes one after the other, or none. They are exactly the perfect
 * subtrees that a tree's root is made of, so they and the root prove each other.
 */
export type RightEdge = Uint8Array[];

/**
 * Reads a tree's unfinished tiles and holds them against its root.
 * @throws LogError `missing_tile`, `wrong_tile`
 */
export async function readRightEdge(read: ReadResource, tree: Tree): Promise<RightEdge> {
  const edge: RightEdge = [];
  for (let level = 0; countAt(tree.size, level) > 0; level += 1) {
    const count = countAt(tree.size, level);
    const width = count % TILE_WIDTH;
    const index = Math.floor(count / TILE_WIDTH);
    edge.push(width === 0 ? new Uint8Array() : await readHashes(read, { level, index, width }));
  }
  if (!sameBytes(rootOfEdge(edge), tree.root)) {
    throw new LogError("wrong_tile", `the tiles at the end of ${tree.size} leaves do not hash to the root`);
  }
  return edge;
}

/** The root of the tree that has this right edge. */
export function rootOfEdge(edge: RightEdge): Uint8Array {
  const subtrees = edge.toReversed().flatMap(perfectSubtrees);
  return subtrees.length === 0 ? EMPTY_TREE.root : joinSubtrees(subtrees);
}

/** What stands in an unfinished tile, as the perfect subtrees that its width in binary names, the largest first. */
function perfectSubtrees(hashes: Uint8Array): Uint8Array[] {
  const roots: Uint8Array[] = [];
  let at = 0;
  for (let width = TILE_WIDTH / 2; width >= 1; width /= 2) {
    const to = at + width * HASH_BYTES;
    if (to > hashes.length) continue;
    roots.push(perfectRoot(hashes.subarray(at, to)));
    at = to;
  }
  return roots;
}
