import { ArchiveError, showName } from "../archive-error.ts";
import { readEntryPath } from "../entry-path.ts";
import { ensureEntryCount, ensureFileCount, ensureUnpackedSize } from "../limits.ts";
import type { ArchiveLimits } from "../limits.ts";
import type { PackageFile } from "../package-file.ts";
import { pathLedger } from "../path-ledger.ts";
import { readPaxRecords } from "./pax.ts";
import type { PaxRecords } from "./pax.ts";
import { BLOCK_SIZE, readTarHeader } from "./tar-header.ts";
import type { TarHeader } from "./tar-header.ts";

/** A pax header or a long name is at most this long: a path within any limit, and room for times and notes. */
const MAX_EXTENSION_BYTES = 16 * 1024;

/** What extension headers said about the entry that comes next. */
interface Extension {
  pax: PaxRecords | null;
  longName: Uint8Array | null;
}

/**
 * Reads a tar: ustar, GNU (with long names), and pax with `path` and `size`. Only regular files and directories; all
 * else is refused by name. The end marker of two zero blocks must be there, and only zeros behind it.
 *
 * @throws ArchiveError
 */
export function readTar(tar: Uint8Array, limits: ArchiveLimits): PackageFile[] {
  const files: PackageFile[] = [];
  const ledger = pathLedger();
  let extension: Extension = { pax: null, longName: null };
  let unpackedBytes = 0;
  let at = 0;
  for (let headers = 1; ; headers += 1) {
    const block = takeBytes(tar, at, BLOCK_SIZE);
    if (isZero(block)) break;
    ensureEntryCount(headers, limits);
    const header = readTarHeader(block);
    const data = takeData(tar, at + BLOCK_SIZE, header, limits);
    at += BLOCK_SIZE + Math.ceil(header.sizeBytes / BLOCK_SIZE) * BLOCK_SIZE;
    const extended = readExtension(header, data, extension);
    if (extended !== null) {
      extension = extended;
      continue;
    }
    const entry = readEntry(header, extension, limits);
    extension = { pax: null, longName: null };
    if (entry.path !== "") ledger.add(entry);
    if (entry.isDirectory) continue;
    unpackedBytes += data.length;
    ensureUnpackedSize(unpackedBytes, limits);
    files.push({ path: entry.path, bytes: new Uint8Array(data) });
    ensureFileCount(files.length, limits);
  }
  if (extension.pax !== null || extension.longName !== null) {
    throw new ArchiveError("tar_extension", "an extension header has no entry after it");
  }
  ensureEnd(tar, at);
  return files;
}

function takeBytes(tar: Uint8Array, at: number, size: number): Uint8Array {
  if (at + size > tar.length) {
    throw new ArchiveError("truncated", "the tar is cut off before its end marker");
  }
  return tar.subarray(at, at + size);
}

function takeData(tar: Uint8Array, at: number, header: TarHeader, limits: ArchiveLimits): Uint8Array {
  const isExtension = "xgLK".includes(header.type);
  if (isExtension && header.sizeBytes > MAX_EXTENSION_BYTES) {
    throw new ArchiveError(
      "tar_extension",
      `an extension header has ${header.sizeBytes} bytes; the limit is ${MAX_EXTENSION_BYTES}`,
    );
  }
  if (!isExtension) ensureUnpackedSize(header.sizeBytes, limits);
  return takeBytes(tar, at, header.sizeBytes);
}

/** The extension as it stands after this header, or null if the header is an entry. Two that say the same are refused. */
function readExtension(header: TarHeader, data: Uint8Array, before: Extension): Extension | null {
  switch (header.type) {
    case "g":
      readPaxRecords(data, true);
      return before;
    case "x":
    case "L":
      if (before.pax !== null || before.longName !== null) {
        throw new ArchiveError("tar_extension", "an entry has more than one extension header");
      }
      return header.type === "x"
        ? { pax: readPaxRecords(data, false), longName: null }
        : { pax: null, longName: withoutFinalNul(data) };
    case "K":
      throw new ArchiveError("link", "a GNU header names the target of a link");
    default:
      return null;
  }
}

function readEntry(
  header: TarHeader,
  extension: Extension,
  limits: ArchiveLimits,
): { path: string; isDirectory: boolean } {
  const name = extension.pax?.path ?? extension.longName ?? header.name;
  const { path, isDirectory } = readEntryPath(name, limits);
  const shown = showName(path);
  ensurePlainType(header, path);
  const declaredBytes = extension.pax?.sizeBytes ?? header.sizeBytes;
  if (declaredBytes !== header.sizeBytes) {
    throw new ArchiveError(
      "size_mismatch",
      `entry '${shown}' has ${header.sizeBytes} bytes by its header and ${declaredBytes} by its pax header`,
      path,
    );
  }
  if (header.type === "5") {
    if (header.sizeBytes === 0) return { path, isDirectory: true };
    throw new ArchiveError("tar_header", `entry '${shown}' is a folder and has data`, path);
  }
  if (isDirectory) {
    throw new ArchiveError("tar_header", `entry '${shown}' is a file by its type, a folder by name`, path);
  }
  return { path, isDirectory: false };
}

function ensurePlainType(header: TarHeader, path: string): void {
  const { type } = header;
  if (type === "1" || type === "2") {
    throw new ArchiveError("link", `entry '${showName(path)}' is a link`, path);
  }
  if (type !== "0" && type !== "\0" && type !== "5") {
    throw new ArchiveError(
      "special_file",
      `entry '${showName(path)}' is of type '${showName(type)}', neither a file nor a folder`,
      path,
    );
  }
  if (header.hasLinkName) {
    throw new ArchiveError("link", `entry '${showName(path)}' has the target of a link`, path);
  }
}

function ensureEnd(tar: Uint8Array, at: number): void {
  if (tar.length < at + 2 * BLOCK_SIZE) {
    throw new ArchiveError("truncated", "the tar is cut off in its end marker");
  }
  if (!isZero(tar.subarray(at))) {
    throw new ArchiveError("trailing_data", "there is more data behind the end of the tar");
  }
}

function withoutFinalNul(data: Uint8Array): Uint8Array {
  return data.at(-1) === 0 ? data.subarray(0, -1) : data;
}

function isZero(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}
