import { LogError } from "../log-error.ts";
import { TILE_WIDTH } from "./tile-path.ts";

/** The longest entry that a bundle can hold: its length is a uint16. */
const MAX_ENTRY_BYTES = 0xff_ff;

/** The longest bundle. */
export const MAX_BUNDLE_BYTES = TILE_WIDTH * (2 + MAX_ENTRY_BYTES);

/**
 * One entry as bundles have it: its length as a big-endian uint16, then its bytes (C2SP tlog-tiles, "Log entries").
 * @throws LogError `out_of_range` when it is longer than a bundle can say
 */
export function frameEntry(entry: Uint8Array): Uint8Array {
  if (entry.length > MAX_ENTRY_BYTES) {
    throw new LogError("out_of_range", `an entry has at most ${MAX_ENTRY_BYTES} bytes; this one has ${entry.length}`);
  }
  const framed = Buffer.alloc(2 + entry.length);
  framed.writeUInt16BE(entry.length);
  framed.set(entry, 2);
  return framed;
}

/**
 * The entries of a bundle, in order.
 * @throws LogError `malformed_tile` when bytes are missing or left over, or there are more than 256
 */
export function parseEntryBundle(bundle: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const from = at + 2;
    const to = from <= bytes.length ? from + bytes.readUInt16BE(at) : Infinity;
    if (to > bytes.length) throw new LogError("malformed_tile", "an entry bundle ends inside an entry");
    if (entries.length === TILE_WIDTH)
      throw new LogError("malformed_tile", "an entry bundle has more than 256 entries");
    entries.push(bytes.subarray(from, to));
    at = to;
  }
  return entries;
}
