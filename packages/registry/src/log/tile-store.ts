import { LogError, type TileStore } from "@gaia/log";
import type { Blobs } from "@gaia/storage";
import { LRUCache } from "lru-cache";

/** Tiles that were read or written lately. What lies under a path never changes. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;

/** Where the log's resources lie among the blobs. */
export const LOG_PREFIX = "log/";

/** The tiles of a log as blobs, those used last in memory. What is there is never written over: other bytes are another history. */
export function tileStore(blobs: Pick<Blobs, "put" | "read">): TileStore {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });
  const read: TileStore["read"] = async (path) => {
    const known = kept.get(path) ?? (await blobs.read(LOG_PREFIX + path));
    if (known !== null) kept.set(path, known);
    return known;
  };
  return {
    read,
    async write(path, bytes) {
      const there = await read(path);
      if (there !== null && Buffer.compare(there, bytes) !== 0) {
        throw new LogError("rewritten", `storage holds another ${path} than the database would write`);
      }
      if (there === null) await blobs.put(LOG_PREFIX + path, bytes);
      kept.set(path, bytes);
    },
  };
}
