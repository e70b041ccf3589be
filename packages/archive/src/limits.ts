import { ArchiveError, showSize } from "./archive-error.ts";

/** What a package may cost. Sizes in bytes; `ratio` is unpacked : packed; `depth` counts a path's segments. */
export interface ArchiveLimits {
  packedBytes: number;
  unpackedBytes: number;
  files: number;
  pathBytes: number;
  depth: number;
  ratio: number;
}

const MIB = 1024 * 1024;

/** The defaults of the registry. */
export const DEFAULT_LIMITS: ArchiveLimits = Object.freeze({
  packedBytes: 12 * MIB,
  unpackedBytes: 10 * MIB,
  files: 500,
  pathBytes: 240,
  depth: 16,
  ratio: 100,
});

/** Below this many unpacked bytes nothing is a bomb: the padding of a tar with one small file alone exceeds 60:1. */
const RATIO_FLOOR_BYTES = 64 * 1024;

/** Directories and tar extension headers are entries too; this bounds them all, before any is read. */
export function maxEntries(limits: ArchiveLimits): number {
  return 4 * limits.files + 16;
}

export function maxBytesByRatio(packedBytes: number, limits: ArchiveLimits): number {
  return Math.max(RATIO_FLOOR_BYTES, Math.floor(packedBytes * limits.ratio));
}

export function ensurePackedSize(packedBytes: number, limits: ArchiveLimits): void {
  if (packedBytes <= limits.packedBytes) return;
  throw new ArchiveError(
    "packed_too_large",
    `${showSize(packedBytes)} packed; the limit is ${showSize(limits.packedBytes)}`,
  );
}

export function ensureUnpackedSize(unpackedBytes: number, limits: ArchiveLimits): void {
  if (unpackedBytes <= limits.unpackedBytes) return;
  throw new ArchiveError(
    "unpacked_too_large",
    `${showSize(unpackedBytes)} unpacked; the limit is ${showSize(limits.unpackedBytes)}`,
  );
}

export function ensureRatio(unpackedBytes: number, packedBytes: number, limits: ArchiveLimits): void {
  if (unpackedBytes <= maxBytesByRatio(packedBytes, limits)) return;
  const ratio = Math.ceil(unpackedBytes / Math.max(1, packedBytes));
  throw new ArchiveError(
    "compression_ratio",
    `${showSize(unpackedBytes)} unpacked from ${showSize(packedBytes)} is ${ratio}:1; the limit is ${limits.ratio}:1`,
  );
}

export function ensureFileCount(count: number, limits: ArchiveLimits): void {
  if (count <= limits.files) return;
  throw new ArchiveError("too_many_files", `more than ${limits.files} files, which is the limit`);
}

export function ensureEntryCount(count: number, limits: ArchiveLimits): void {
  if (count <= maxEntries(limits)) return;
  throw new ArchiveError(
    "too_many_files",
    `more than ${maxEntries(limits)} archive entries; the limit is ${limits.files} files`,
  );
}
