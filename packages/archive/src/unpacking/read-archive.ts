import { ArchiveError } from "../archive-error.ts";
import { readGzip } from "./gzip-reader.ts";
import { DEFAULT_LIMITS, ensurePackedSize } from "../limits.ts";
import type { ArchiveLimits } from "../limits.ts";
import { sortByPath } from "../package-file.ts";
import type { PackageFile } from "../package-file.ts";
import { BLOCK_SIZE, hasTarChecksum } from "../tar/tar-header.ts";
import { readTar } from "../tar/tar-reader.ts";
import { readZip } from "../zip/zip-reader.ts";

const ZIP_END_SIZE = 22;
const MAX_ZIP_COMMENT = 0xffff;

/** The files of an upload, and the container in which they came. */
export interface Archive {
  kind: "zip" | "tgz";
  /** Sorted by the bytes of the path. */
  files: PackageFile[];
}

/**
 * Reads a hostile zip or tar.gz into memory. Pure: no clock, network or disk; links are never followed because none is
 * accepted; nothing is unpacked beyond the limits. Nested archives stay files.
 *
 * @param bytes the whole upload
 * @throws ArchiveError, and nothing else, for every input
 */
export function readArchive(bytes: Uint8Array, limits: ArchiveLimits = DEFAULT_LIMITS): Archive {
  ensurePackedSize(bytes.length, limits);
  const kind = findKind(bytes);
  ensureOneFormat(bytes, kind);
  const files = kind === "zip" ? readZip(bytes, limits) : readTar(readGzip(bytes, limits), limits);
  if (files.length === 0) throw new ArchiveError("no_files", "the package has no files");
  return { kind, files: sortByPath(files) };
}

function findKind(bytes: Uint8Array): "zip" | "tgz" {
  const begins = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return "zip";
  if (begins(0x1f, 0x8b)) return "tgz";
  if (begins(0x50, 0x4b, 0x05, 0x06)) throw new ArchiveError("no_files", "the package has no files");
  if (hasTarChecksum(bytes.subarray(0, BLOCK_SIZE))) {
    throw new ArchiveError("unsupported_format", "this is a tar without gzip; send a zip or tar.gz");
  }
  throw new ArchiveError("unsupported_format", "this is neither a zip nor a tar.gz");
}

/** A file that two readers would take for two formats has two contents. */
function ensureOneFormat(bytes: Uint8Array, kind: "zip" | "tgz"): void {
  const isBoth = kind === "zip" ? hasTarChecksum(bytes.subarray(0, BLOCK_SIZE)) : endsAsZip(bytes);
  if (!isBoth) return;
  throw new ArchiveError(
    "polyglot",
    kind === "zip" ? "the file is both a zip and a tar" : "the file is both a gzip and a zip",
  );
}

/** A zip's end record whose comment runs to the last byte: what zip readers look for from behind. */
function endsAsZip(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-(ZIP_END_SIZE + MAX_ZIP_COMMENT)));
  for (let at = tail.length; at >= 0;) {
    at = at === 0 ? -1 : tail.lastIndexOf("PK\x05\x06", at - 1, "latin1");
    if (at === -1) return false;
    const isWhole = at + ZIP_END_SIZE <= tail.length;
    if (isWhole && at + ZIP_END_SIZE + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
