import { findNewestCheckpoint, treeOf } from "@gaia/catalog";
import { EMPTY_TREE, growTree, LogError, openTiles } from "@gaia/log";
import type { Registry } from "../kernel/context.ts";
import { leavesFrom } from "./place-leaves.ts";

/**
 * Writes the tiles anew where storage lacks them: a registry that was restored from a backup, which holds the leaves and no tiles. The same
 * leaves make the same tiles; what is there is not touched.
 * @returns whether there was anything to do
 * @throws LogError `rewritten` when the database's leaves are not those that were signed
 */
export async function rebuildTiles(ctx: Registry): Promise<boolean> {
  const newest = await findNewestCheckpoint(ctx);
  const tree = treeOf(newest);
  if (tree.size === 0 || (await isThere(ctx, tree))) return false;
  const grown = await growTree(ctx.log.tiles, { tree: EMPTY_TREE, leaves: leavesUntil(ctx, tree.size) });
  if (Buffer.compare(grown.root, tree.root) !== 0)
    throw new LogError("rewritten", `the database's first ${tree.size} leaves are not those that were signed`);
  ctx.warn("log_tiles_rebuilt", { size: tree.size });
  return true;
}

async function isThere(ctx: Registry, tree: ReturnType<typeof treeOf>): Promise<boolean> {
  try {
    await openTiles(ctx.log.tiles.read, tree);
    return true;
  } catch (error) {
    if (error instanceof LogError && error.code === "missing_tile") return false;
    throw error;
  }
}

async function* leavesUntil(ctx: Registry, size: number): AsyncGenerator<Uint8Array> {
  let next = 0;
  for await (const leaf of leavesFrom(ctx, 0)) {
    if (next === size) return;
    next += 1;
    yield leaf;
  }
}
