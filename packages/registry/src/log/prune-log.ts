import { findTileName, TILE_WIDTH, tilePath } from "@gaia/log";
import type { Registry } from "../kernel/context.ts";
import { pruneStored } from "./stored-checkpoints.ts";
import { LOG_PREFIX } from "./tile-store.ts";

/** Removes partial tiles whose full one is there for so long, and stored checkpoints but the newest (C2SP tlog-tiles, "Partial Tiles"). */
export async function pruneLog(ctx: Registry, { olderThanMs }: { olderThanMs: number }): Promise<number> {
  const before = ctx.now().getTime() - olderThanMs;
  let removed = 0;
  for await (const { key, modifiedAt } of ctx.blobs.list(`${LOG_PREFIX}tile/`)) {
    const name = findTileName(key.slice(LOG_PREFIX.length));
    if (name === null || name.width === TILE_WIDTH || modifiedAt.getTime() > before) continue;
    if (!(await ctx.blobs.has(LOG_PREFIX + tilePath({ ...name, width: TILE_WIDTH })))) continue;
    await ctx.blobs.remove(key);
    removed += 1;
  }
  await pruneStored(ctx);
  return removed;
}
