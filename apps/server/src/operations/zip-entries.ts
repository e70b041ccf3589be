import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { OperationError } from "./operation-error.ts";

const inflate = promisify(inflateRaw);

/** One file of a zip, read when it is asked for. */
export interface ZipEntry {
  name: string;
  sizeBytes: number;
  /** @throws Error when its bytes are not what the directory says */
  read(): Promise<Buffer>;
}

const END = 0x06054b50;
const END_BYTES = 22;
const LOCATOR_64 = 0x07064b50;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const ALL_16 = 0xffff;
const ALL_32 = 0xffffffff;
const MAX_DIRECTORY_BYTES = 256 * 1024 * 1024;
const MAX_ENTRIES = 2_000_000;

/**
 * The files of a zip on this disk, ZIP64 too, by its central directory: memory holds that directory and the file that is
 * read. For archives that an operator has chosen; a publisher's go through `packages/archive`.
 * @throws OperationError when it is no zip
 */
export async function* zipEntries(path: string, limits: { entryBytes: number }): AsyncGenerator<ZipEntry> {
  const file = await open(path);
  try {
    const directory = await readDirectory(file, path);
    let at = 0;
    for (let index = 0; index < directory.entries; index += 1) {
      const entry = readEntry(directory.bytes, at);
      if (entry === null) throw new OperationError(`${path} is damaged: its directory ends after ${index} files.`);
      at = entry.next;
      const { name, sizeBytes } = entry;
      yield { name, sizeBytes, read: () => readBytes(file, entry, limits.entryBytes) };
    }
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle, path: string): Promise<{ bytes: Buffer; entries: number }> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, END_BYTES + ALL_16 + 20);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new OperationError(`${path} is no zip archive.`);
  let [entries, length, offset] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (end >= 20 && tail.readUInt32LE(end - 20) === LOCATOR_64) {
    const record = await readAt(file, Number(tail.readBigUInt64LE(end - 20 + 8)), 56);
    if (record.length < 56 || record.readUInt32LE(0) !== END_64) throw new OperationError(`${path} is damaged.`);
    [entries, length, offset] = [32, 40, 48].map((field) => Number(record.readBigUInt64LE(field))) as [
      number,
      number,
      number,
    ];
  }
  if (length > MAX_DIRECTORY_BYTES || entries > MAX_ENTRIES) throw new OperationError(`${path} holds too many files.`);
  return { bytes: await readAt(file, offset, length), entries };
}

interface Found extends Omit<ZipEntry, "read"> {
  method: number;
  packedBytes: number;
  offset: number;
  next: number;
  isEncrypted: boolean;
}

function readEntry(directory: Buffer, at: number): Found | null {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL) return null;
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const next = extraEnd + directory.readUInt16LE(at + 32);
  if (next > directory.length) return null;
  const sizes = {
    size: directory.readUInt32LE(at + 24),
    packed: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  };
  const large = wideFields(directory.subarray(nameEnd, extraEnd), sizes);
  return {
    name: directory.toString("utf8", at + 46, nameEnd),
    sizeBytes: large.size,
    method: directory.readUInt16LE(at + 10),
    packedBytes: large.packed,
    offset: large.offset,
    next,
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
  };
}

/** ZIP64's extra field holds, in this order, those of the three that did not fit (APPNOTE 4.5.3). */
function wideFields<Sizes extends Record<"size" | "packed" | "offset", number>>(extra: Buffer, sizes: Sizes): Sizes {
  const wide = { ...sizes };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let value = at + 4;
    for (const name of ["size", "packed", "offset"] as const) {
      if (sizes[name] !== ALL_32 || value + 8 > extra.length) continue;
      wide[name] = Number(extra.readBigUInt64LE(value)) as Sizes[typeof name];
      value += 8;
    }
  }
  return wide;
}

async function readBytes(file: FileHandle, entry: Found, mostBytes: number): Promise<Buffer> {
  if (entry.isEncrypted) throw new Error("it is encrypted");
  if (entry.sizeBytes > mostBytes || entry.packedBytes > mostBytes) throw new Error("it is too large");
  const header = await readAt(file, entry.offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw new Error("the archive is damaged there");
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readAt(file, start, entry.packedBytes);
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw new Error("it is packed in a way that is not known here");
  return inflate(packed, { maxOutputLength: mostBytes });
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
