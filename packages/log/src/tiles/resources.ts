import { LogError } from "../log-error.ts";
import { HASH_BYTES } from "../merkle/hashes.ts";
import { parseEntryBundle } from "./entry-bundle.ts";
import { TILE_WIDTH, type TileName, tilePath } from "./tile-path.ts";

/**
 * Reads one resource of a log, by its path below the prefix; null when it is not there. Who reads from strangers bounds it:
 * no tile has more than 8,192 bytes, no bundle more than `MAX_BUNDLE_BYTES`.
 */
export type ReadResource = (path: string) => Promise<Uint8Array | null>;

/** How many hashes a tree of this size has at a level of tiles. */
export const countAt = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** The hashes of a tile, unverified. @throws LogError `missing_tile`, `wrong_tile` */
export async function readHashes(read: ReadResource, name: TileName): Promise<Uint8Array> {
  const { bytes, isFull } = await readPartialOrFull(read, name);
  const expected = (isFull ? TILE_WIDTH : name.width) * HASH_BYTES;
  if (bytes.length !== expected) {
    throw new LogError("wrong_tile", `${tilePath(name)} has ${bytes.length} bytes, not ${expected}`);
  }
  return bytes.subarray(0, name.width * HASH_BYTES);
}

/** The entries of a bundle, unverified. @throws LogError `missing_tile`, `wrong_tile`, `malformed_tile` */
export async function readEntries(read: ReadResource, name: TileName): Promise<Uint8Array[]> {
  const { bytes, isFull } = await readPartialOrFull(read, name);
  const entries = parseEntryBundle(bytes);
  const expected = isFull ? TILE_WIDTH : name.width;
  if (entries.length !== expected) {
    throw new LogError("wrong_tile", `${tilePath(name)} has ${entries.length} entries, not ${expected}`);
  }
  return entries.slice(0, name.width);
}

/** A log may delete a partial tile once the full one is there (C2SP tlog-tiles, "Partial Tiles"). */
async function readPartialOrFull(read: ReadResource, name: TileName): Promise<{ bytes: Uint8Array; isFull: boolean }> {
  const bytes = await read(tilePath(name));
  if (bytes !== null) return { bytes, isFull: name.width === TILE_WIDTH };
  const full = name.width === TILE_WIDTH ? null : await read(tilePath({ ...name, width: TILE_WIDTH }));
  if (full === null) throw new LogError("missing_tile", `${tilePath(name)} is not there`);
  return { bytes: full, isFull: true };
}
