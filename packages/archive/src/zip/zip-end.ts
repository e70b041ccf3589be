import { ArchiveError } from "../archive-error.ts";
import { slice, u16, u32, u64 } from "../little-endian.ts";

const END = 0x06054b50;
const END_SIZE = 22;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_SIZE = 20;
const END64 = 0x06064b50;
const END64_SIZE = 56;
const ALL_16 = 0xffff;
const ALL_32 = 0xffffffff;

/** Where the central directory lies, and how many entries it claims. Offsets and sizes in bytes. */
export interface ZipEnd {
  entries: number;
  directoryOffset: number;
  directorySize: number;
}

/**
 * Reads the end records (APPNOTE 4.3.14 to 4.3.16) where they must be: the last bytes of the file, with the
 * central directory directly before them. Nothing is searched for, so there is one reading only.
 *
 * @throws ArchiveError `truncated`, `zip_comment`, `zip_structure`, `zip64`
 */
export function readZipEnd(zip: Uint8Array): ZipEnd {
  const at = findEnd(zip);
  const end = {
    disk: u16(zip, at + 4),
    directoryDisk: u16(zip, at + 6),
    entriesHere: u16(zip, at + 8),
    entries: u16(zip, at + 10),
    directorySize: u32(zip, at + 12),
    directoryOffset: u32(zip, at + 16),
  };
  const locatorAt = at - END64_LOCATOR_SIZE;
  const wide = locatorAt >= 0 && u32(zip, locatorAt) === END64_LOCATOR ? readEnd64(zip, locatorAt) : null;
  ensureOneDisk(end, wide !== null);
  if (wide === null) {
    ensureAdjacent(end.directoryOffset, end.directorySize, at);
    return end;
  }
  ensureSame(end.entriesHere, wide.entries, ALL_16);
  ensureSame(end.entries, wide.entries, ALL_16);
  ensureSame(end.directorySize, wide.directorySize, ALL_32);
  ensureSame(end.directoryOffset, wide.directoryOffset, ALL_32);
  ensureAdjacent(wide.directoryOffset, wide.directorySize, wide.at);
  return wide;
}

/** The end record has no comment, or the commit id that `git archive` writes there, which can hide nothing. */
function findEnd(zip: Uint8Array): number {
  for (const commentSize of [0, 40, 64]) {
    const at = zip.length - END_SIZE - commentSize;
    if (at < 0 || u32(zip, at) !== END || u16(zip, at + 20) !== commentSize) continue;
    const comment = Buffer.from(slice(zip, at + END_SIZE, commentSize)).toString("latin1");
    if (/^[0-9a-f]*$/.test(comment)) return at;
  }
  const window = Buffer.from(zip.subarray(Math.max(0, zip.length - END_SIZE - ALL_16)));
  const found = window.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (found === -1) {
    throw new ArchiveError("truncated", "the zip has no end record: it is cut off or damaged");
  }
  const behind = window.length - found - END_SIZE;
  const comment = behind >= 0 ? u16(window, found + 20) : -1;
  if (comment > 0 && comment === behind) {
    throw new ArchiveError("zip_comment", "the zip has an archive comment; write it without one");
  }
  throw new ArchiveError("zip_structure", "the zip has other data behind its end record");
}

function readEnd64(zip: Uint8Array, locatorAt: number): ZipEnd & { at: number } {
  const at = u64(zip, locatorAt + 8);
  const isSound =
    u32(zip, locatorAt + 4) === 0 &&
    u32(zip, locatorAt + 16) === 1 &&
    at === locatorAt - END64_SIZE &&
    u32(zip, at) === END64 &&
    u64(zip, at + 4) === END64_SIZE - 12 &&
    u32(zip, at + 16) === 0 &&
    u32(zip, at + 20) === 0 &&
    u64(zip, at + 24) === u64(zip, at + 32);
  if (!isSound) {
    throw new ArchiveError("zip64", "the zip has a malformed or extended ZIP64 end record");
  }
  return {
    at,
    entries: u64(zip, at + 32),
    directorySize: u64(zip, at + 40),
    directoryOffset: u64(zip, at + 48),
  };
}

function ensureOneDisk(
  end: { disk: number; directoryDisk: number; entriesHere: number; entries: number },
  mayBeWide: boolean,
): void {
  const isFirst = (disk: number) => disk === 0 || (mayBeWide && disk === ALL_16);
  if (isFirst(end.disk) && isFirst(end.directoryDisk) && end.entriesHere === end.entries) return;
  throw new ArchiveError("zip_structure", "the zip is one part of several");
}

function ensureSame(narrow: number, wide: number, sentinel: number): void {
  if (narrow === wide || narrow === sentinel) return;
  throw new ArchiveError("zip64", `the zip's two end records disagree: ${narrow} and ${wide}`);
}

function ensureAdjacent(directoryOffset: number, directorySize: number, endAt: number): void {
  if (directoryOffset + directorySize === endAt) return;
  throw new ArchiveError(
    "zip_structure",
    "the zip's central directory is not where its end record says: data is missing, prepended or inserted",
  );
}
