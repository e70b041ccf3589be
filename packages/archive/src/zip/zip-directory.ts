import { ArchiveError, showName } from "../archive-error.ts";
import { type PathLimits, readEntryPath } from "../entry-path.ts";
import { slice, u16, u32 } from "../little-endian.ts";
import { ensureSameUnicodePath, readZipExtras, widen } from "./zip-extra.ts";
import type { ZipEnd } from "./zip-end.ts";

const CENTRAL = 0x02014b50;
const CENTRAL_SIZE = 46;
const STORED = 0;
const DEFLATED = 8;

const ENCRYPTED = 1 << 0;
const PATCHED = 1 << 5;
const STRONGLY_ENCRYPTED = 1 << 6;
const MASKED = 1 << 13;
const DEFLATE_OPTIONS = 0b110;
/** Sizes and checksum stand behind the data, in a data descriptor. */
export const HAS_DESCRIPTOR = 1 << 3;
const UTF8 = 1 << 11;
const KNOWN_FLAGS = DEFLATE_OPTIONS | HAS_DESCRIPTOR | UTF8;

const TYPE_MASK = 0o170000;
const TYPE_FILE = 0o100000;
const TYPE_DIRECTORY = 0o040000;
const TYPE_LINK = 0o120000;
const DOS_DIRECTORY = 0x10;
const WINDOWS_REPARSE_POINT = 0x400;

/** One entry as the central directory has it, judged as far as that goes without its data. */
export interface ZipEntry {
  path: string;
  isDirectory: boolean;
  rawName: Uint8Array;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  unpackedSize: number;
  localOffset: number;
}

/**
 * Reads the central directory (APPNOTE 4.3.12): exactly the entries that the end record counts, in exactly its bytes.
 *
 * @throws ArchiveError
 */
export function readZipDirectory(zip: Uint8Array, end: ZipEnd, limits: PathLimits): ZipEntry[] {
  if (end.entries * CENTRAL_SIZE > end.directorySize) {
    throw new ArchiveError("zip_structure", "the zip claims more entries than its directory holds");
  }
  const directory = slice(zip, end.directoryOffset, end.directorySize);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < end.entries; index += 1) {
    if (u32(directory, at) !== CENTRAL) {
      throw new ArchiveError("zip_structure", `record ${index + 1} of the zip's directory is not an entry`);
    }
    const nameSize = u16(directory, at + 28);
    const extraSize = u16(directory, at + 30);
    const commentSize = u16(directory, at + 32);
    const size = CENTRAL_SIZE + nameSize + extraSize + commentSize;
    entries.push(readCentralHeader(slice(directory, at, size), limits));
    at += size;
  }
  if (at !== directory.length) {
    throw new ArchiveError("zip_structure", "the zip's directory has more than its entries");
  }
  return entries;
}

function readCentralHeader(header: Uint8Array, limits: PathLimits): ZipEntry {
  const nameSize = u16(header, 28);
  const extraSize = u16(header, 30);
  const rawName = slice(header, CENTRAL_SIZE, nameSize);
  const { path, isDirectory } = readEntryPath(rawName, limits);
  const flags = u16(header, 8);
  const method = u16(header, 10);
  ensureReadable(flags, method, path);
  ensurePlainType(u32(header, 38), isDirectory, path);
  if (u16(header, 32) !== 0) {
    throw new ArchiveError("zip_comment", `entry '${showName(path)}' has a comment`, path);
  }
  if (u16(header, 34) !== 0) {
    throw new ArchiveError("zip_structure", `entry '${showName(path)}' is on another disk`, path);
  }
  const extras = readZipExtras(slice(header, CENTRAL_SIZE + nameSize, extraSize), path);
  ensureSameUnicodePath(rawName, extras, path);
  const numbers = widen(
    { packedSize: u32(header, 20), unpackedSize: u32(header, 24), localOffset: u32(header, 42) },
    extras,
    path,
  );
  return { path, isDirectory, rawName, flags, method, crc: u32(header, 16), ...numbers };
}

function ensureReadable(flags: number, method: number, path: string): void {
  if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED)) !== 0) {
    throw new ArchiveError("encrypted", `entry '${showName(path)}' is encrypted`, path);
  }
  if ((flags & PATCHED) !== 0 || (flags & ~KNOWN_FLAGS) !== 0) {
    throw new ArchiveError(
      "unsupported_method",
      `entry '${showName(path)}' has flags 0x${flags.toString(16)} that no common tool writes`,
      path,
    );
  }
  if (method !== STORED && method !== DEFLATED) {
    throw new ArchiveError(
      "unsupported_method",
      `entry '${showName(path)}' is packed with method ${method}; only stored and deflated can be read`,
      path,
    );
  }
}

/** The Unix type counts whatever system the header claims to come from: some extractors obey it always. */
function ensurePlainType(attributes: number, isDirectory: boolean, path: string): void {
  const type = (attributes >>> 16) & TYPE_MASK;
  if (type === TYPE_LINK || (attributes & WINDOWS_REPARSE_POINT) !== 0) {
    throw new ArchiveError("link", `entry '${showName(path)}' is a link`, path);
  }
  if (type !== 0 && type !== TYPE_FILE && type !== TYPE_DIRECTORY) {
    throw new ArchiveError("special_file", `entry '${showName(path)}' is a device, pipe or socket`, path);
  }
  const claimsDirectory = type === TYPE_DIRECTORY || (attributes & DOS_DIRECTORY) !== 0;
  if (isDirectory ? type === TYPE_FILE : claimsDirectory) {
    throw new ArchiveError(
      "zip_mismatch",
      `entry '${showName(path)}' is a folder by its name or by its attributes, but not by both`,
      path,
    );
  }
}
