import { BLOCK_SIZE, hasTarChecksum } from "../tar/tar-header.ts";

/** How an archive inside a package can be opened; `opaque` is one that nothing here opens. */
export type NestedFormat = "zip" | "gzip" | "tar" | "opaque";

const MAGIC: [NestedFormat, number, string][] = [
  ["zip", 0, "PK\x03\x04"],
  ["zip", 0, "PK\x05\x06"],
  ["zip", 0, "PK\x07\x08"],
  ["gzip", 0, "\x1f\x8b\x08"],
  ["opaque", 0, "7z\xbc\xaf\x27\x1c"],
  ["opaque", 0, "Rar!\x1a\x07"],
  ["opaque", 0, "\xfd7zXZ\0"],
  ["opaque", 0, "\x28\xb5\x2f\xfd"],
  ["opaque", 0, "\x04\x22\x4d\x18"],
  ["opaque", 0, "LZIP\x01"],
  ["opaque", 0, "\x1f\x9d\x90"],
  ["opaque", 0, "\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff"],
  ["opaque", 0, "MSCF\0\0\0\0"],
  ["opaque", 0, "MSWIM\0\0\0"],
  ["opaque", 0x8001, "CD001"],
];
const BZIP2 = /^BZh[1-9](?:\x31\x41\x59\x26\x53\x59|\x17\x72\x45\x38\x50\x90)/;
/** ACE, LHA, squashfs, cpio. */
const OTHERS = /^.{7}\*\*ACE\*\*|^.{2}-l[hz][\dsd]-|^hsqs.{24}\x04\0\0\0|^07070[12][\dA-Fa-f]{104}/s;
const DISK_IMAGE_END = 512;
const END_SIZE = 22;
const MOST_TRIES = 16;

/**
 * What kinds of archive a file is, by its bytes whatever its name says: more than one for a polyglot. A zip is found
 * behind other data too, as programs that unpack themselves have it.
 */
export function nestedFormats(bytes: Uint8Array): NestedFormat[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const formats = new Set<NestedFormat>();
  for (const [format, at, magic] of MAGIC) {
    if (file.length >= at + magic.length && file.subarray(at, at + magic.length).toString("latin1") === magic)
      formats.add(format);
  }
  const head = file.subarray(0, 128).toString("latin1");
  if (BZIP2.test(head) || OTHERS.test(head)) formats.add("opaque");
  if (file.length > DISK_IMAGE_END && file.subarray(-DISK_IMAGE_END).toString("latin1").startsWith("koly\0\0\0\x04")) {
    formats.add("opaque");
  }
  if (hasTarChecksum(bytes.subarray(0, BLOCK_SIZE))) formats.add("tar");
  if (!formats.has("zip")) {
    const end = findZipEnd(bytes);
    // The last file of a tar may be a zip, which then is a file in it.
    if (end !== null && end.entries > 0 && (formats.size === 0 || end.endAt === file.length)) formats.add("zip");
  }
  return [...formats];
}

/** A zip's end record, and where its directory really begins. Offsets in bytes. */
export interface FoundZipEnd {
  directoryAt: number;
  directorySize: number;
  entries: number;
  /** How much lies before the zip: what offsets in the directory are short of. */
  shift: number;
  /** Behind the last record and its comment. */
  endAt: number;
}

/** Searches from behind for an end record with a directory right before it; the last such one counts, as to most readers. */
export function findZipEnd(bytes: Uint8Array): FoundZipEnd | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = file.length;
  for (let tries = 0; tries < MOST_TRIES && at > 0; tries += 1) {
    at = file.lastIndexOf("PK\x05\x06", at - 1, "latin1");
    if (at === -1) return null;
    const found = at + END_SIZE <= file.length ? readEnd(file, at) : null;
    if (found !== null) return found;
  }
  return null;
}

function readEnd(file: Buffer, at: number): FoundZipEnd | null {
  const endAt = Math.min(at + END_SIZE + file.readUInt16LE(at + 20), file.length);
  const wideAt = at - 20 - 56;
  const isWide =
    wideAt >= 0 &&
    file.subarray(at - 20, at - 16).toString("latin1") === "PK\x06\x07" &&
    file.subarray(wideAt, wideAt + 4).toString("latin1") === "PK\x06\x06";
  const [entries, directorySize, offset] = isWide
    ? [wideAt + 32, wideAt + 40, wideAt + 48].map((field) => Number(file.readBigUInt64LE(field)))
    : [file.readUInt16LE(at + 10), file.readUInt32LE(at + 12), file.readUInt32LE(at + 16)];
  if (entries === undefined || directorySize === undefined || offset === undefined) return null;
  const directoryAt = (isWide ? wideAt : at) - directorySize;
  if (directoryAt < 0) return null;
  if (entries === 0) return directorySize === 0 ? { directoryAt, directorySize, entries, shift: 0, endAt } : null;
  if (file.subarray(directoryAt, directoryAt + 4).toString("latin1") !== "PK\x01\x02") return null;
  return { directoryAt, directorySize, entries, shift: directoryAt - offset, endAt };
}
