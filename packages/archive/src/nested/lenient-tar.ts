import { gunzipSync } from "node:zlib";
import { type Opened, plain, type Room } from "./lenient-zip.ts";
import type { PackageFile } from "../package-file.ts";
import { BLOCK_SIZE, hasTarChecksum } from "../tar/tar-header.ts";
import { tellableName } from "./tellable-name.ts";

const MOST_EXTENSION_BYTES = 64 * 1024;
const FILES = new Set(["0", "\0", "7"]);
/** Folders, links, devices, notes for all: they hold nothing. */
const WITHOUT_DATA = new Set(["1", "2", "3", "4", "5", "6", "g", "K"]);

/**
 * Reads a tar for looking at: links and devices are passed over, a missing end marker is no matter, any flavour of header will do.
 * What cannot be followed leaves it `unreadable`.
 */
export function openTar(tar: Uint8Array, room: Room): Opened {
  const file = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength);
  const files: PackageFile[] = [];
  let given: Uint8Array | null = null;
  let at = 0;
  for (let headers = 0; at + BLOCK_SIZE <= file.length; headers += 1) {
    const block = file.subarray(at, at + BLOCK_SIZE);
    if (isZero(block)) return { state: isZero(file.subarray(at)) ? "read" : "unreadable", files };
    if (headers > 4 * room.files + 64) return { state: "too_large", files };
    const size = sizeOf(block);
    if (!hasTarChecksum(block) || size === null || at + BLOCK_SIZE + size > file.length) {
      return { state: "unreadable", files };
    }
    const data = file.subarray(at + BLOCK_SIZE, at + BLOCK_SIZE + size);
    at += BLOCK_SIZE + Math.ceil(size / BLOCK_SIZE) * BLOCK_SIZE;
    const type = String.fromCharCode(block[156] ?? 0);
    if (type === "L" || type === "x") {
      if (size > MOST_EXTENSION_BYTES) return { state: "unreadable", files };
      given = type === "L" ? upToNul(data) : (paxPath(data) ?? given);
      // Another size than the header's: readers disagree about where the next entry begins.
      if (type === "x" && /(?:^|\n)\d+ (?:size|GNU\.sparse\.\w+)=/.test(data.toString("latin1"))) {
        return { state: "unreadable", files };
      }
      continue;
    }
    const name: Uint8Array = given ?? nameOf(block);
    given = null;
    if (FILES.has(type) && name.at(-1) !== 0x2f) {
      if (room.files < 1 || room.bytes < size) return { state: "too_large", files };
      room.files -= 1;
      room.bytes -= size;
      files.push({ path: tellableName(name), bytes: plain(data) });
    } else if (size > 0 && !WITHOUT_DATA.has(type)) return { state: "unreadable", files };
  }
  return { state: at >= file.length ? "read" : "unreadable", files };
}

/** What one gzip file, of one or several members, unpacks to; a code where it does not, or to more than the room. */
export function gunzipWithin(gzip: Uint8Array, room: Room): Uint8Array | "unreadable" | "too_large" {
  try {
    return plain(gunzipSync(gzip, { maxOutputLength: Math.max(1, room.bytes) }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    // What was unpacked for nothing was work all the same; deflate packs at best 1032:1.
    room.bytes -= Math.min(Math.ceil(room.bytes / 2), gzip.length * 1032);
    return code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "unreadable";
  }
}

function sizeOf(block: Buffer): number | null {
  const match = /^[ \0]*([0-7]{1,11})[ \0]*$/.exec(block.subarray(124, 136).toString("latin1"));
  return match === null ? (isZero(block.subarray(124, 136)) ? 0 : null) : Number.parseInt(match[1] ?? "", 8);
}

function nameOf(block: Buffer): Uint8Array {
  const short = upToNul(block.subarray(0, 100));
  const isPosix = block.subarray(257, 263).toString("latin1") === "ustar\0";
  const prefix = isPosix ? upToNul(block.subarray(345, 500)) : Buffer.alloc(0);
  return prefix.length === 0 ? short : Buffer.concat([prefix, Buffer.from("/"), short]);
}

function paxPath(data: Buffer): Uint8Array | null {
  const match = /(?:^|\n)\d+ path=([^\n\0]*)\n/.exec(data.toString("latin1"));
  return match === null ? null : Buffer.from(match[1] ?? "", "latin1");
}

function upToNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

function isZero(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}
