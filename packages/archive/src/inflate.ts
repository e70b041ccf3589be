import { inflateRawSync } from "node:zlib";
import { ArchiveError } from "./archive-error.ts";

/** What came out of a raw deflate stream, and how many bytes of the input it took. */
export interface Inflated {
  bytes: Uint8Array;
  consumedBytes: number;
}

/**
 * Inflates a raw deflate stream (RFC 1951) and stops at `maxBytes`: no bomb grows past them. Bytes behind
 * the end of the stream are left; compare `consumedBytes`.
 *
 * @throws what `onTooLarge` makes, or ArchiveError `corrupt_data`
 */
export function inflateWithin(packed: Uint8Array, maxBytes: number, onTooLarge: () => ArchiveError): Inflated {
  try {
    // `info` changes the result to { buffer, engine }; the declared types of Node do not know it.
    const result = inflateRawSync(packed, {
      info: true,
      maxOutputLength: Math.max(1, maxBytes),
      chunkSize: Math.min(64 * 1024, Math.max(64, maxBytes + 1)),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (result.buffer.length > maxBytes) throw onTooLarge();
    return { bytes: new Uint8Array(result.buffer), consumedBytes: result.engine.bytesWritten };
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ERR_BUFFER_TOO_LARGE") throw onTooLarge();
    if (typeof code === "string" && code.startsWith("Z_")) {
      throw new ArchiveError("corrupt_data", "compressed data is damaged or cut off");
    }
    throw error;
  }
}
