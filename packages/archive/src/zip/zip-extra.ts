import { crc32 } from "node:zlib";
import { ArchiveError, showName } from "../archive-error.ts";
import { u16, u32, u64 } from "../little-endian.ts";

const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;

// Fields that change what an entry is, for the readers that know them. All others carry times, owners and padding.
const REFUSED: ReadonlyMap<number, ["encrypted" | "link" | "zip_extra", string]> = new Map([
  [0x9901, ["encrypted", "AES encryption"]],
  [0x0017, ["encrypted", "strong encryption"]],
  [0x756e, ["link", "Unix links (ASi)"]],
  [0x000d, ["link", "Unix links (PKWARE)"]],
  [0x000f, ["zip_extra", "a patch descriptor"]],
]);

/** The extra fields of one header, by id. */
export type ZipExtras = ReadonlyMap<number, Uint8Array>;

/**
 * Splits a header's extra fields (APPNOTE 4.5).
 *
 * @throws ArchiveError `zip_extra` for malformed and repeated ones, `encrypted` or `link` for what they stand for
 */
export function readZipExtras(bytes: Uint8Array, name: string): ZipExtras {
  const extras = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length || at + 4 + u16(bytes, at + 2) > bytes.length) {
      throw new ArchiveError("zip_extra", `entry '${showName(name)}' has a cut-off extra field`, name);
    }
    const id = u16(bytes, at);
    const size = u16(bytes, at + 2);
    const refused = REFUSED.get(id);
    if (refused !== undefined) {
      throw new ArchiveError(refused[0], `entry '${showName(name)}' has an extra field for ${refused[1]}`, name);
    }
    if (extras.has(id)) {
      throw new ArchiveError(
        "zip_extra",
        `entry '${showName(name)}' has the extra field 0x${id.toString(16).padStart(4, "0")} twice`,
        name,
      );
    }
    extras.set(id, bytes.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return extras;
}

/** The numbers of a header that a ZIP64 field may replace, in the order in which the field has them. */
export interface ZipNumbers {
  unpackedSize: number;
  packedSize: number;
  localOffset: number;
}

/**
 * Puts the ZIP64 numbers (APPNOTE 4.5.3) in the place of those that say "see there". The field has exactly the
 * missing ones: one more, or one less, and readers disagree about the archive. With `mayRepeat`, where none is missing, it may say the
 * two sizes again, as the local headers of writers do that reserved it (Python's zipfile of 3.11.2): read or not, it comes to the same.
 *
 * @throws ArchiveError `zip64`
 */
export function widen(narrow: ZipNumbers, extras: ZipExtras, name: string, mayRepeat = false): ZipNumbers {
  const field = extras.get(ZIP64);
  const missing = (["unpackedSize", "packedSize", "localOffset"] as const).filter((key) => narrow[key] === 0xffffffff);
  if (missing.length === 0 && (field === undefined || (mayRepeat && isSaidAgain(field, narrow)))) return narrow;
  if (field === undefined || missing.length === 0 || field.length !== 8 * missing.length) {
    throw new ArchiveError("zip64", `entry '${showName(name)}' has a ZIP64 field that does not fit its header`, name);
  }
  const wide = { ...narrow };
  missing.forEach((key, index) => {
    wide[key] = u64(field, 8 * index);
  });
  return wide;
}

function isSaidAgain(field: Uint8Array, { unpackedSize, packedSize }: ZipNumbers): boolean {
  return field.length === 16 && u64(field, 0) === unpackedSize && u64(field, 8) === packedSize;
}

/**
 * Some readers take the name from the Unicode path field (APPNOTE 4.6.9) and others from the header, so
 * the two must be one.
 *
 * @throws ArchiveError `zip_extra`
 */
export function ensureSameUnicodePath(rawName: Uint8Array, extras: ZipExtras, name: string): void {
  const field = extras.get(UNICODE_PATH);
  if (field === undefined) return;
  const isSame =
    field.length >= 5 &&
    field[0] === 1 &&
    u32(field, 1) === crc32(rawName) &&
    Buffer.compare(field.subarray(5), rawName) === 0;
  if (isSame) return;
  throw new ArchiveError("zip_extra", `entry '${showName(name)}' has another name in its Unicode path field`, name);
}
