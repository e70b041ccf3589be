import { ANY_PATH, toEntryPath } from "./entry-path.ts";
import { ArchiveError, showName } from "./archive-error.ts";
import { sortByPath } from "./package-file.ts";
import type { PackageFile } from "./package-file.ts";
import { pathLedger } from "./path-ledger.ts";

/**
 * The highest ratio of a canonical archive. What would pack better is stored instead, so that readers that guard
 * themselves against bombs, ours among them (100:1), can read every archive written here.
 */
export const MAX_WRITTEN_RATIO = 90;

/** A file as canonical archives carry it: `mode` is 0755 for what begins with `#!`, else 0644. */
export interface CanonicalFile extends PackageFile {
  mode: number;
}

/**
 * The one form of a set of files that every writer here starts from: sorted by path bytes, modes from the content.
 *
 * @throws ArchiveError `path_*` for a set that `readArchive` would refuse
 */
export function toCanonical(files: readonly PackageFile[]): CanonicalFile[] {
  const ledger = pathLedger();
  for (const { path } of files) {
    ensureCanonicalPath(path);
    ledger.add({ path, isDirectory: false });
  }
  return sortByPath(files).map(({ path, bytes }) => ({
    path,
    bytes,
    mode: bytes[0] === 0x23 && bytes[1] === 0x21 ? 0o755 : 0o644,
  }));
}

/** @throws ArchiveError `path_*` for a path that is unsafe, or is not in the form that it would be read back in */
export function ensureCanonicalPath(path: string): void {
  const read = toEntryPath(path, ANY_PATH);
  if (!read.isDirectory && read.path === path) return;
  throw new ArchiveError(
    "path_not_normal",
    `path '${showName(path)}' is not in canonical form (NFC, relative, a file)`,
    path,
  );
}

/** How hard fflate works. `mem` is given because fflate would take it from a floating-point logarithm. */
export function deflateOptions(sizeBytes: number): { level: 6; mem: 4 | 8 } {
  return { level: 6, mem: sizeBytes < 128 * 1024 ? 4 : 8 };
}
