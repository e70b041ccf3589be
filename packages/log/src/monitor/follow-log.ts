import { LogError } from "../log-error.ts";
import { sameBytes, type Tree } from "../merkle/hashes.ts";
import { openTiles, type Tiles } from "../tiles/open-tiles.ts";
import { treeAt } from "../tiles/prove.ts";
import type { ReadResource } from "../tiles/resources.ts";
import { TILE_WIDTH } from "../tiles/tile-path.ts";

/** One entry of a log, verified against its checkpoint. */
export interface FollowedEntry {
  index: number;
  entry: Uint8Array;
}

export interface FollowInput {
  /** The tree that was followed last; `EMPTY_TREE` at the beginning. */
  from: Tree;
  /** The newer checkpoint's tree, whose signatures were verified. */
  to: Tree;
}

/**
 * What a monitor does: shows that the newer tree begins with the older one, then gives every entry between them, each held against
 * the newer root. The consistency is shown before the first entry is given; keep `to` when the last one was.
 * @throws LogError `rewritten`, `rolled_back`; `missing_tile`, `wrong_tile`, `malformed_tile` when the log serves something else
 */
export async function* followLog(read: ReadResource, { from, to }: FollowInput): AsyncGenerator<FollowedEntry> {
  const tiles = await openConsistent(read, { from, to });
  for (let bundle = Math.floor(from.size / TILE_WIDTH); bundle * TILE_WIDTH < to.size; bundle += 1) {
    const entries = await tiles.entriesOf(bundle);
    for (const [at, entry] of entries.entries()) {
      const index = bundle * TILE_WIDTH + at;
      if (index >= from.size) yield { index, entry };
    }
  }
}

/**
 * The newer tree's tiles, once it is shown from them that it begins with the older one.
 * @throws LogError as `followLog`
 */
export async function openConsistent(read: ReadResource, { from, to }: FollowInput): Promise<Tiles> {
  if (to.size < from.size) {
    throw new LogError("rolled_back", `the log had ${from.size} entries and now says ${to.size}`);
  }
  if (to.size === from.size && !sameBytes(to.root, from.root)) {
    throw new LogError("rewritten", `the log says two roots for ${to.size} entries`);
  }
  const tiles = await openTiles(read, to);
  if (!sameBytes((await treeAt(tiles, from.size)).root, from.root)) {
    throw new LogError("rewritten", `the log's first ${from.size} entries are not those that it had`);
  }
  return tiles;
}
