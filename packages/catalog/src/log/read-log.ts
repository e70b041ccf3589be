import { findTileName } from "@gaia/log";
import type { Catalog } from "../kernel/context.ts";
import { findShown } from "./checkpoints.ts";

/** The signed checkpoint that is shown (C2SP tlog-tiles, "Checkpoints"); null before the first. */
export async function findShownCheckpoint(ctx: Catalog): Promise<string | null> {
  return (await findShown(ctx))?.note ?? null;
}

/** A tile or a bundle of entries by its path below the log's prefix; null for every other path, and for what is not there. */
export async function readTile(ctx: Catalog, path: string): Promise<Uint8Array | null> {
  return findTileName(path) === null ? null : ctx.log.tiles.read(path);
}
