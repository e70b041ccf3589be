import { crc32 } from "node:zlib";
import { ArchiveError } from "../archive-error.ts";
import { inflateWithin } from "../inflate.ts";
import { findZipEnd } from "./nested-format.ts";
import type { PackageFile } from "../package-file.ts";
import { tellableName } from "./tellable-name.ts";

/** What is left to unpack of a whole package, in bytes and files. Readers take from it. */
export interface Room {
  bytes: number;
  files: number;
}

/** What an archive inside a package gave. Whatever could be read is there in every state. */
export interface Opened {
  state: "read" | "encrypted" | "unreadable" | "too_large";
  files: PackageFile[];
}

interface Entry {
  name: Buffer;
  isEncrypted: boolean;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  at: number;
}

const CENTRAL_SIZE = 46;
const LOCAL_SIZE = 30;
const AES = 99;
const ENCRYPTED_FLAGS = (1 << 0) | (1 << 6) | (1 << 13);
const ZIP64_EXTRA = 1;

/**
 * Reads a zip for looking at, not for serving: comments, odd extra fields, data before and behind, links and names that no
 * system takes are no reason to look away. What two readers would see differently leaves it `unreadable`, as does what cannot be unpacked.
 */
export function openZip(zip: Uint8Array, room: Room): Opened {
  const file = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findZipEnd(file);
  if (end === null) return { state: "unreadable", files: [] };
  if (end.entries > room.files * 2 + 16) return { state: "too_large", files: [] };
  const entries = readDirectory(file.subarray(end.directoryAt, end.directoryAt + end.directorySize), end.entries);
  if (entries === null) return { state: "unreadable", files: [] };
  const isRead = ({ name, isEncrypted }: Entry) => !isEncrypted && name.at(-1) !== 0x2f && name.at(-1) !== 0x5c;
  const total = entries.reduce((sum, entry) => sum + (isRead(entry) ? entry.size : 0), 0);
  if (total > room.bytes || entries.filter(isRead).length > room.files) return { state: "too_large", files: [] };
  const files: PackageFile[] = [];
  const covered: [number, number][] = [[end.directoryAt, end.endAt]];
  let isWhole = entries.length === end.entries;
  for (const entry of entries) {
    const place = placeOf(file, entry, end.shift);
    if (place === null) {
      isWhole = false;
      continue;
    }
    covered.push([place.at, place.dataAt + entry.packedSize]);
    if (!place.isSameName) isWhole = false;
    if (!isRead(entry)) continue;
    // Taken even for what then does not unpack: the work was done.
    room.bytes -= entry.size;
    room.files -= 1;
    const bytes = unpack(file.subarray(place.dataAt, place.dataAt + entry.packedSize), entry);
    if (bytes === null || crc32(bytes) !== entry.crc) isWhole = false;
    if (bytes !== null) files.push({ path: tellableName(entry.name), bytes: plain(bytes) });
  }
  if (entries.some(({ isEncrypted }) => isEncrypted)) return { state: "encrypted", files };
  return { state: isWhole && !hidesEntries(file, covered) ? "read" : "unreadable", files };
}

function readDirectory(directory: Buffer, count: number): Entry[] | null {
  const entries: Entry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_SIZE > directory.length || directory.subarray(at, at + 4).toString("latin1") !== "PK\x01\x02")
      return null;
    const flags = directory.readUInt16LE(at + 8);
    const method = directory.readUInt16LE(at + 10);
    const nameEnd = at + CENTRAL_SIZE + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    if (extraEnd > directory.length) return null;
    const wide = zip64Numbers(directory.subarray(nameEnd, extraEnd));
    const widened = (narrow: number) => (narrow === 0xffffffff ? (wide.shift() ?? narrow) : narrow);
    // In the order of the ZIP64 field (APPNOTE 4.5.3).
    const size = widened(directory.readUInt32LE(at + 24));
    const packedSize = widened(directory.readUInt32LE(at + 20));
    const localAt = widened(directory.readUInt32LE(at + 42));
    entries.push({
      name: directory.subarray(at + CENTRAL_SIZE, nameEnd),
      isEncrypted: (flags & ENCRYPTED_FLAGS) !== 0 || method === AES,
      method,
      crc: directory.readUInt32LE(at + 16),
      packedSize,
      size,
      at: localAt,
    });
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function zip64Numbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const size = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_EXTRA) {
      const field = extra.subarray(at + 4, at + 4 + size);
      return Array.from({ length: Math.floor(field.length / 8) }, (_, index) =>
        Number(field.readBigUInt64LE(index * 8)),
      );
    }
    at += 4 + size;
  }
  return [];
}

function placeOf(file: Buffer, entry: Entry, shift: number) {
  const at = entry.at + shift;
  if (at < 0 || at + LOCAL_SIZE > file.length || file.subarray(at, at + 4).toString("latin1") !== "PK\x03\x04")
    return null;
  const nameEnd = at + LOCAL_SIZE + file.readUInt16LE(at + 26);
  const dataAt = nameEnd + file.readUInt16LE(at + 28);
  if (dataAt + entry.packedSize > file.length) return null;
  return { at, dataAt, isSameName: entry.name.equals(file.subarray(at + LOCAL_SIZE, nameEnd)) };
}

/** A view that is no Buffer, as the files of a package are. */
export const plain = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Null for another method, damaged data, or another size than declared. Not a byte more than declared is unpacked. */
function unpack(packed: Uint8Array, { method, size }: Entry): Uint8Array | null {
  if (method === 0) return packed.length === size ? packed : null;
  if (method !== 8) return null;
  try {
    const { bytes } = inflateWithin(packed, size, () => new ArchiveError("size_mismatch", "more than declared"));
    return bytes.length === size ? bytes : null;
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}

/** Whether entries overlap, or one that the directory does not name stands between, before or behind those that it does. */
function hidesEntries(file: Buffer, covered: [number, number][]): boolean {
  let at = 0;
  for (const [from, to] of [...covered, [file.length, file.length] as const].toSorted((a, b) => a[0] - b[0])) {
    if (from < at) return true;
    if (file.subarray(at, from).includes("PK\x03\x04", 0, "latin1")) return true;
    at = to;
  }
  return false;
}
