import { ArchiveError } from "./archive-error.ts";
import type { ArchiveLimits } from "./limits.ts";
import type { PackageFile } from "./package-file.ts";
import { readArchive } from "./read-archive.ts";

/** An archive among the files of a package, as far as it could be opened. */
export interface NestedArchive {
  path: string;
  state: "read" | "encrypted" | "unreadable" | "too_deep" | "too_large";
  /** Named `outer.zip!/inner.py`. */
  files: PackageFile[];
}

const MAX_DEPTH = 3;
const MAX_ARCHIVES = 50;

/**
 * Opens the archives among the files, and those inside them, in memory and within what one package may unpack to. An archive
 * that does not open is reported in that state and never left out.
 */
export function openNested(files: PackageFile[], limits: ArchiveLimits): NestedArchive[] {
  const opened: NestedArchive[] = [];
  let left = { bytes: limits.unpackedBytes, files: limits.files };
  const open = (among: PackageFile[], depth: number) => {
    for (const file of among) {
      if (!isArchive(file.bytes)) continue;
      if (opened.length >= MAX_ARCHIVES) {
        opened.push({ path: file.path, state: "too_large", files: [] });
        continue;
      }
      const archive =
        depth > MAX_DEPTH ? tooDeep(file) : openOne(file, { ...limits, unpackedBytes: left.bytes, files: left.files });
      left = {
        bytes: left.bytes - archive.files.reduce((total, { bytes }) => total + bytes.byteLength, 0),
        files: left.files - archive.files.length,
      };
      opened.push(archive);
      open(archive.files, depth + 1);
    }
  };
  open(files, 1);
  return opened;
}

const tooDeep = ({ path }: PackageFile): NestedArchive => ({ path, state: "too_deep", files: [] });

function openOne({ path, bytes }: PackageFile, limits: ArchiveLimits): NestedArchive {
  try {
    const { files } = readArchive(bytes, limits);
    return { path, state: "read", files: files.map((file) => ({ ...file, path: `${path}!/${file.path}` })) };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const state = error.code === "encrypted" ? "encrypted" : error.isSizeLimit ? "too_large" : "unreadable";
    return { path, state, files: [] };
  }
}

/** Zip, gzip, 7z, RAR, xz, bzip2, zstd: by the first bytes, whatever the name says. */
function isArchive(bytes: Uint8Array): boolean {
  return MAGIC.some((magic) => magic.every((byte, index) => bytes[index] === byte));
}

const MAGIC = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x42, 0x5a, 0x68],
  [0x28, 0xb5, 0x2f, 0xfd],
];
