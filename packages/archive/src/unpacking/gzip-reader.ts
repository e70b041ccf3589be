import { crc32 } from "node:zlib";
import { ArchiveError, showSize } from "../archive-error.ts";
import { inflateWithin } from "../inflate.ts";
import { maxBytesByRatio, maxEntries } from "../limits.ts";
import type { ArchiveLimits } from "../limits.ts";
import { slice, u16, u32 } from "../little-endian.ts";

const FIXED_SIZE = 10;
const TRAILER_SIZE = 8;
const HEADER_CHECKSUM = 0x02;
const EXTRA = 0x04;
const NAME = 0x08;
const COMMENT = 0x10;
const RESERVED = 0xe0;

/** A tar stores around each entry: its header, padding, and perhaps a pax header with its own. */
const TAR_OVERHEAD_BYTES = 2048;
const TAR_END_BYTES = 1024 * 1024;

/**
 * Unpacks one gzip member (RFC 1952) that is the whole of the input, up to the size that a tar within the limits can have.
 *
 * @throws ArchiveError `gzip_header`, `truncated`, `corrupt_data`, `checksum_mismatch`, `size_mismatch`, `trailing_data`,
 * `compression_ratio`, `unpacked_too_large`
 */
export function readGzip(gzip: Uint8Array, limits: ArchiveLimits): Uint8Array {
  const bodyAt = headerSize(gzip);
  const byRatio = maxBytesByRatio(gzip.length, limits);
  const bySize = limits.unpackedBytes + maxEntries(limits) * TAR_OVERHEAD_BYTES + TAR_END_BYTES;
  const body = gzip.subarray(bodyAt);
  const { bytes, consumedBytes } = inflateWithin(body, Math.min(byRatio, bySize), () =>
    byRatio < bySize
      ? new ArchiveError(
          "compression_ratio",
          `${showSize(gzip.length)} unpack to more than ${limits.ratio}:1, which is the limit`,
        )
      : new ArchiveError(
          "unpacked_too_large",
          `more than ${showSize(bySize)} unpacked; the limit is ${showSize(limits.unpackedBytes)}`,
        ),
  );
  const trailerAt = bodyAt + consumedBytes;
  if (gzip.length < trailerAt + TRAILER_SIZE) {
    throw new ArchiveError("truncated", "the gzip data is cut off before its checksum");
  }
  if (u32(gzip, trailerAt) !== crc32(bytes)) {
    throw new ArchiveError("checksum_mismatch", "the gzip data does not have its checksum");
  }
  if (u32(gzip, trailerAt + 4) !== bytes.length) {
    throw new ArchiveError("size_mismatch", "the gzip data does not have the size it declares");
  }
  if (gzip.length > trailerAt + TRAILER_SIZE) {
    throw new ArchiveError("trailing_data", "there is more data, or another gzip member, behind the gzip data");
  }
  return bytes;
}

function headerSize(gzip: Uint8Array): number {
  const flags = slice(gzip, 0, FIXED_SIZE)[3] ?? 0;
  if (gzip[2] !== 8 || (flags & RESERVED) !== 0) {
    throw new ArchiveError("gzip_header", "the gzip header has a method or flags that do not exist");
  }
  let at = FIXED_SIZE;
  if ((flags & EXTRA) !== 0) at += 2 + u16(gzip, at);
  if ((flags & NAME) !== 0) at = behindText(gzip, at);
  if ((flags & COMMENT) !== 0) at = behindText(gzip, at);
  if ((flags & HEADER_CHECKSUM) !== 0) {
    if (u16(gzip, at) !== (crc32(slice(gzip, 0, at)) & 0xffff)) {
      throw new ArchiveError("gzip_header", "the gzip header does not have its checksum");
    }
    at += 2;
  }
  return at;
}

function behindText(gzip: Uint8Array, at: number): number {
  const end = gzip.indexOf(0, at);
  if (end === -1) throw new ArchiveError("truncated", "the gzip header is cut off");
  return end + 1;
}
