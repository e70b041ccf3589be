import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PackageFile } from "../package-file.ts";
import { BLOCK_SIZE } from "./tar-header.ts";
import { tarBlocks } from "./tar-writer.ts";

/** A tar.gz whose last files are not known yet. `crc32` and `sizeBytes` are of the tar so far. */
export interface BegunTarGz {
  /** The gzip up to there, which ends on a byte. */
  bytes: Uint8Array;
  crc32: number;
  sizeBytes: number;
}

// RFC 1952 §2.3: deflate, no name and no time, from no particular system.
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const MEMORY = { level: 9, memLevel: 8, windowBits: 15 } as const;

/** Packs what is known. The same files give the same bytes with the same zlib. @throws ArchiveError `path_*` */
export function beginTarGz(files: readonly PackageFile[]): BegunTarGz {
  const tar = Buffer.concat(tarBlocks(files));
  // All that came is written out and no block is the last one (RFC 1951 §3.2.3), so that others may follow.
  const packed = deflateRawSync(tar, { ...MEMORY, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([GZIP_HEADER, packed]), crc32: crc32(tar), sizeBytes: tar.length };
}

/**
 * The whole archive, one gzip member, with these files behind those that it was begun with: what came before is not packed again. Their
 * paths must be others.
 * @throws ArchiveError `path_*`
 */
export function endTarGz(begun: BegunTarGz, files: readonly PackageFile[]): Uint8Array {
  const rest = Buffer.concat([...tarBlocks(files), Buffer.alloc(2 * BLOCK_SIZE)]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, begun.crc32), 0);
  trailer.writeUInt32LE((begun.sizeBytes + rest.length) % 2 ** 32, 4);
  return Buffer.concat([begun.bytes, deflateRawSync(rest, MEMORY), trailer]);
}
