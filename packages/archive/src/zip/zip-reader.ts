import { crc32 } from "node:zlib";
import { ArchiveError, showName } from "../archive-error.ts";
import { ANY_PATH } from "../entry-path.ts";
import { inflateWithin } from "../inflate.ts";
import { ensureEntryCount, ensureFileCount, ensureRatio, ensureUnpackedSize } from "../limits.ts";
import type { ArchiveLimits } from "../limits.ts";
import type { PackageFile } from "../package-file.ts";
import { pathLedger } from "../path-ledger.ts";
import { readZipDirectory } from "./zip-directory.ts";
import type { ZipEntry } from "./zip-directory.ts";
import { readZipEnd } from "./zip-end.ts";
import { readPackedBytes } from "./zip-local.ts";

/**
 * Reads a zip of which every byte belongs to exactly one of: an entry, the central directory, the end records. So
 * all readers see the same files. Everything that the headers declare is judged before anything is inflated.
 *
 * @throws ArchiveError
 */
export function readZip(zip: Uint8Array, limits: ArchiveLimits): PackageFile[] {
  const end = readZipEnd(zip);
  ensureEntryCount(end.entries, limits);
  const entries = readZipDirectory(zip, end, limits);
  ensurePaths(entries, limits);
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedSize, 0);
  ensureUnpackedSize(unpackedBytes, limits);
  ensureRatio(unpackedBytes, zip.length, limits);
  const files: PackageFile[] = [];
  for (const { entry, packed } of readTiles(zip, entries, end.directoryOffset)) {
    const bytes = unpack(entry, packed);
    if (!entry.isDirectory) files.push({ path: entry.path, bytes });
  }
  return files;
}

/**
 * One file of a zip that was judged before: nothing else of it is inflated, and of it no more than `sizeBytes`. `path` as the archive has
 * it, whatever else would mean the same file; null: the zip has no file of that name and size.
 *
 * @throws ArchiveError
 */
export function readZipFile(
  zip: Uint8Array,
  { path, sizeBytes }: { path: string; sizeBytes: number },
): Uint8Array | null {
  const end = readZipEnd(zip);
  const entries = readZipDirectory(zip, end, ANY_PATH);
  const isWanted = (entry: ZipEntry) => !entry.isDirectory && entry.path === path && entry.unpackedSize === sizeBytes;
  const found = readTiles(zip, entries, end.directoryOffset).find(({ entry }) => isWanted(entry));
  return found === undefined ? null : unpack(found.entry, found.packed);
}

/** The files of a zip that was judged before, as its directory has them; nothing of it is inflated. @throws ArchiveError */
export function listZipFiles(zip: Uint8Array): { path: string; sizeBytes: number }[] {
  const entries = readZipDirectory(zip, readZipEnd(zip), ANY_PATH);
  return entries.flatMap(({ isDirectory, path, unpackedSize }) =>
    isDirectory ? [] : [{ path, sizeBytes: unpackedSize }],
  );
}

function ensurePaths(entries: readonly ZipEntry[], limits: ArchiveLimits): void {
  const ledger = pathLedger();
  for (const entry of entries) {
    if (entry.isDirectory && entry.unpackedSize !== 0) {
      throw new ArchiveError("zip_mismatch", `entry '${showName(entry.path)}' is a folder and has data`, entry.path);
    }
    if (entry.path !== "") ledger.add(entry);
  }
  ensureFileCount(entries.filter((entry) => !entry.isDirectory).length, limits);
}

/** Entries lie one behind the other from byte 0 to the directory: none overlaps another, nothing lies between. */
function readTiles(
  zip: Uint8Array,
  entries: readonly ZipEntry[],
  directoryOffset: number,
): { entry: ZipEntry; packed: Uint8Array }[] {
  const ordered = [...entries].sort((a, b) => a.localOffset - b.localOffset);
  const first = ordered[0]?.localOffset ?? directoryOffset;
  if (first !== 0) {
    throw new ArchiveError("zip_structure", `${first} bytes before the first entry belong to none`);
  }
  return ordered.map((entry, index) => {
    const endOffset = ordered[index + 1]?.localOffset ?? directoryOffset;
    return { entry, packed: readPackedBytes(zip, entry, endOffset) };
  });
}

function unpack(entry: ZipEntry, packed: Uint8Array): Uint8Array {
  const bytes = entry.method === 0 ? new Uint8Array(packed) : inflateEntry(entry, packed);
  if (bytes.length !== entry.unpackedSize) throw wrongSize(entry, String(bytes.length));
  if (crc32(bytes) !== entry.crc) {
    throw new ArchiveError(
      "checksum_mismatch",
      `entry '${showName(entry.path)}' does not have the checksum it declares`,
      entry.path,
    );
  }
  return bytes;
}

function inflateEntry(entry: ZipEntry, packed: Uint8Array): Uint8Array {
  const inflated = inflateWithin(packed, entry.unpackedSize, () => wrongSize(entry, "more"));
  if (inflated.consumedBytes !== packed.length) {
    throw new ArchiveError(
      "trailing_data",
      `entry '${showName(entry.path)}' has other data behind its compressed data`,
      entry.path,
    );
  }
  return inflated.bytes;
}

function wrongSize(entry: ZipEntry, found: string): ArchiveError {
  return new ArchiveError(
    "size_mismatch",
    `entry '${showName(entry.path)}' declares ${entry.unpackedSize} bytes and has ${found}`,
    entry.path,
  );
}
