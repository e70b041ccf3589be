import { ArchiveError, showName } from "../archive-error.ts";
import { slice, u16, u32, u64 } from "../little-endian.ts";
import { HAS_DESCRIPTOR } from "./zip-directory.ts";
import type { ZipEntry } from "./zip-directory.ts";
import { ensureSameUnicodePath, readZipExtras, widen } from "./zip-extra.ts";

const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const DESCRIPTOR = 0x08074b50;

/**
 * The packed bytes of an entry, after its local header and data descriptor (APPNOTE 4.3.7, 4.3.9) were held against
 * the central directory. `endOffset` is where the next entry, or the directory, begins: the entry fills
 * the room up to there exactly.
 *
 * @throws ArchiveError `zip_mismatch`, `zip_overlap`, `zip_structure` …
 */
export function readPackedBytes(zip: Uint8Array, entry: ZipEntry, endOffset: number): Uint8Array {
  const at = entry.localOffset;
  if (u32(zip, at) !== LOCAL) {
    throw new ArchiveError(
      "zip_structure",
      `entry '${showName(entry.path)}' has no data where the directory says`,
      entry.path,
    );
  }
  const nameSize = u16(zip, at + 26);
  const extraSize = u16(zip, at + 28);
  const dataAt = at + LOCAL_SIZE + nameSize + extraSize;
  const dataEnd = dataAt + entry.packedSize;
  if (dataEnd > endOffset) {
    throw new ArchiveError("zip_overlap", `entry '${showName(entry.path)}' overlaps what comes after it`, entry.path);
  }
  const rawName = slice(zip, at + LOCAL_SIZE, nameSize);
  if (Buffer.compare(rawName, entry.rawName) !== 0) throw mismatch(entry, "name");
  ensureSameHeader(zip, entry, slice(zip, at + LOCAL_SIZE + nameSize, extraSize));
  const gap = slice(zip, dataEnd, endOffset - dataEnd);
  if ((entry.flags & HAS_DESCRIPTOR) !== 0) ensureSameDescriptor(gap, entry);
  else if (gap.length > 0) {
    throw new ArchiveError(
      "zip_structure",
      `${gap.length} bytes behind entry '${showName(entry.path)}' belong to no entry`,
      entry.path,
    );
  }
  return slice(zip, dataAt, entry.packedSize);
}

function ensureSameHeader(zip: Uint8Array, entry: ZipEntry, extraBytes: Uint8Array): void {
  const at = entry.localOffset;
  if (u16(zip, at + 6) !== entry.flags) throw mismatch(entry, "flags");
  if (u16(zip, at + 8) !== entry.method) throw mismatch(entry, "method");
  const extras = readZipExtras(extraBytes, entry.path);
  ensureSameUnicodePath(entry.rawName, extras, entry.path);
  const local = widen(
    { packedSize: u32(zip, at + 18), unpackedSize: u32(zip, at + 22), localOffset: 0 },
    extras,
    entry.path,
    true,
  );
  // A writer that streams does not know these yet and leaves zeros; some know one of them.
  const mayBeZero = (entry.flags & HAS_DESCRIPTOR) !== 0;
  const isSame = (here: number, there: number) => here === there || (mayBeZero && here === 0);
  if (!isSame(u32(zip, at + 14), entry.crc)) throw mismatch(entry, "checksum");
  if (!isSame(local.packedSize, entry.packedSize)) throw mismatch(entry, "packed size");
  if (!isSame(local.unpackedSize, entry.unpackedSize)) throw mismatch(entry, "size");
}

/** With or without a signature, with 32- or 64-bit sizes: the room it fills says which, and all numbers must agree. */
function ensureSameDescriptor(bytes: Uint8Array, entry: ZipEntry): void {
  const hasSignature = bytes.length === 16 || bytes.length === 24;
  const isWide = bytes.length === 20 || bytes.length === 24;
  if (!hasSignature && !isWide && bytes.length !== 12) throw mismatch(entry, "data descriptor");
  if (hasSignature && u32(bytes, 0) !== DESCRIPTOR) throw mismatch(entry, "data descriptor");
  const fields = bytes.subarray(hasSignature ? 4 : 0);
  const packedSize = isWide ? u64(fields, 4) : u32(fields, 4);
  const unpackedSize = isWide ? u64(fields, 12) : u32(fields, 8);
  const isSame = u32(fields, 0) === entry.crc && packedSize === entry.packedSize && unpackedSize === entry.unpackedSize;
  if (!isSame) throw mismatch(entry, "data descriptor");
}

function mismatch(entry: ZipEntry, what: string): ArchiveError {
  return new ArchiveError(
    "zip_mismatch",
    `entry '${showName(entry.path)}' has one ${what} in the zip's directory and another beside its data`,
    entry.path,
  );
}
