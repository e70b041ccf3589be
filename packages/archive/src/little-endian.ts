import { ArchiveError } from "./archive-error.ts";

// Numbers out of untrusted bytes. Reading past the end is a verdict, never a RangeError.

function ensureInside(bytes: Uint8Array, at: number, size: number): void {
  if (at < 0 || at + size > bytes.length) {
    throw new ArchiveError("truncated", "the archive ends in the middle of a record");
  }
}

export function u16(bytes: Uint8Array, at: number): number {
  ensureInside(bytes, at, 2);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint16(at, true);
}

export function u32(bytes: Uint8Array, at: number): number {
  ensureInside(bytes, at, 4);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true);
}

/** A 64-bit number; one that JavaScript cannot hold exactly is a lie about any archive that fits in memory. */
export function u64(bytes: Uint8Array, at: number): number {
  ensureInside(bytes, at, 8);
  const value = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ArchiveError("zip64", `a ZIP64 record claims ${value} bytes`);
  }
  return Number(value);
}

export function slice(bytes: Uint8Array, at: number, size: number): Uint8Array {
  ensureInside(bytes, at, size);
  return bytes.subarray(at, at + size);
}
