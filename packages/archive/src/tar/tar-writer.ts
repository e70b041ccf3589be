import { gzipSync } from "fflate";
import { MAX_WRITTEN_RATIO, deflateOptions, ensureCanonicalPath, toCanonical } from "../canonical-files.ts";
import type { CanonicalFile } from "../canonical-files.ts";
import type { PackageFile } from "../package-file.ts";
import { BLOCK_SIZE } from "./tar-header.ts";

const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const GZIP_OS_AT = 9;
const GZIP_OS_UNKNOWN = 255;

/**
 * The canonical tar.gz: the same files give the same bytes on every machine. ustar with numeric owner 0 and time 0, a pax
 * header only for a path that ustar cannot hold, files sorted by path bytes, no folders; gzip without time or name, packed
 * by fflate's deflate.
 *
 * @throws ArchiveError `path_*`
 */
export function writeTarGz(files: readonly PackageFile[]): Uint8Array {
  const tar = Buffer.concat([...tarBlocks(files), Buffer.alloc(2 * BLOCK_SIZE)]);
  const packed = gzipSync(tar, { ...deflateOptions(tar.length), mtime: 0 });
  const gzip = tar.length <= packed.length * MAX_WRITTEN_RATIO ? packed : gzipSync(tar, { level: 0, mtime: 0 });
  gzip[GZIP_OS_AT] = GZIP_OS_UNKNOWN;
  return gzip;
}

/**
 * The same for a reader that unpacks it at once, and no release: nothing is made smaller, which costs next to nothing.
 *
 * @throws ArchiveError `path_*`
 */
export function writeStoredTarGz(files: readonly PackageFile[]): Uint8Array {
  return gzipSync(Buffer.concat([...tarBlocks(files), Buffer.alloc(2 * BLOCK_SIZE)]), { level: 0, mtime: 0 });
}

/** The entries of files, without the end of an archive. @throws ArchiveError `path_*` */
export function tarBlocks(files: readonly PackageFile[]): Uint8Array[] {
  return toCanonical(files).flatMap((file, index) => [...headers(file, index), file.bytes, padding(file.bytes.length)]);
}

const headers = ({ path, bytes, mode }: CanonicalFile, index: number): Uint8Array[] =>
  headersOf({ path, sizeBytes: bytes.length, mode }, index);

/** A file of a tar that is written, or read, piece by piece. */
export interface TarEntry {
  path: string;
  sizeBytes: number;
}

/**
 * What stands before the bytes of the `index`-th file of a tar (POSIX ustar, mode 0644, owner and time 0; pax for a long path): the same
 * entry gives the same bytes, so that a reader that knows what has to be there compares.
 *
 * @throws ArchiveError `path_*`
 */
export function tarEntryHead({ path, sizeBytes }: TarEntry, index: number): Uint8Array {
  ensureCanonicalPath(path);
  return Buffer.concat(headersOf({ path, sizeBytes, mode: 0o644 }, index));
}

/** How many zero bytes follow an entry of that size. */
export const tarPadding = (sizeBytes: number): number => (BLOCK_SIZE - (sizeBytes % BLOCK_SIZE)) % BLOCK_SIZE;

/** How many zero bytes end a tar. */
export const TAR_END_BYTES = 2 * BLOCK_SIZE;

function headersOf({ path: name, sizeBytes, mode }: TarEntry & { mode: number }, index: number): Uint8Array[] {
  const path = Buffer.from(name, "utf8");
  const fit = splitPath(path);
  if (fit !== null) return [ustarHeader({ ...fit, size: sizeBytes, mode })];
  const record = paxRecord("path", path);
  const number = String(index).padStart(5, "0");
  // For readers that don't know pax, a name of its own that is neither cut nor doubled.
  const ofPax = Buffer.from(`PaxHeaders/${number}`);
  return [
    ustarHeader({ type: "x", name: ofPax, size: record.length, mode: 0o644 }),
    record,
    padding(record.length),
    ustarHeader({ name: Buffer.from(`long-path-${number}`), size: sizeBytes, mode }),
  ];
}

/** A path of more than 100 bytes goes into two fields, cut at a slash; the first slash that serves is taken. */
function splitPath(path: Buffer): { name: Buffer; prefix?: Buffer } | null {
  if (path.length <= NAME_BYTES) return { name: path };
  const at = path.indexOf("/", path.length - NAME_BYTES - 1);
  if (at < 1 || at > PREFIX_BYTES) return null;
  return { name: path.subarray(at + 1), prefix: path.subarray(0, at) };
}

/** `<length> <key>=<value>\n`, where the length counts its own digits too. */
function paxRecord(key: string, value: Buffer): Buffer {
  const rest = 1 + key.length + 1 + value.length + 1;
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length += 1;
  return Buffer.concat([Buffer.from(`${length} ${key}=`), value, Buffer.from("\n")]);
}

interface UstarFields {
  name: Buffer;
  prefix?: Buffer;
  size: number;
  mode: number;
  type?: "0" | "x";
}

function ustarHeader({ name, prefix, size, mode, type = "0" }: UstarFields): Buffer {
  const block = Buffer.alloc(BLOCK_SIZE);
  block.set(name, 0);
  writeOctal(block, 100, 8, mode);
  writeOctal(block, 108, 8, 0);
  writeOctal(block, 116, 8, 0);
  writeOctal(block, 124, 12, size);
  writeOctal(block, 136, 12, 0);
  block.fill(" ", 148, 156);
  block.write(type, 156, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  writeOctal(block, 329, 8, 0);
  writeOctal(block, 337, 8, 0);
  if (prefix !== undefined) block.set(prefix, 345);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

function writeOctal(block: Buffer, at: number, width: number, value: number): void {
  block.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at, "latin1");
}

const padding = (sizeBytes: number): Buffer => Buffer.alloc(tarPadding(sizeBytes));
