import { crc32 } from "node:zlib";
import { deflateSync } from "fflate";
import { MAX_WRITTEN_RATIO, deflateOptions, toCanonical } from "../canonical-files.ts";
import type { CanonicalFile } from "../canonical-files.ts";
import type { PackageFile } from "../package-file.ts";

const VERSION = 20;
const MADE_BY_UNIX = (3 << 8) | VERSION;
const UTF8_NAME = 1 << 11;
// 1980-01-01 00:00, the beginning of DOS time, as a number: no clock and no time zone takes part.
const DOS_TIME = 0;
const DOS_DATE = (1 << 5) | 1;
const REGULAR_FILE = 0o100000;

/**
 * The canonical zip: the same files give the same bytes on every machine. Files at the root sorted by path bytes, no folders, no
 * extra fields, no comments, fixed times, modes 0644 or 0755, packed by fflate's deflate (JavaScript, pinned).
 *
 * @throws ArchiveError `path_*`; RangeError for a set that needs ZIP64 (65,535 files or 4 GiB), which no limit allows
 */
export function writeZip(files: readonly PackageFile[]): Uint8Array {
  const canonical = toCanonical(files);
  if (canonical.length > 0xfffe) throw new RangeError("a canonical zip has at most 65,534 files");
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const file of canonical) {
    const { fields, name, data } = pack(file);
    const local = Buffer.concat([localHeader(fields, name), data]);
    locals.push(local);
    centrals.push(centralHeader(fields, name, file.mode, offset));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(canonical.length, 8);
  end.writeUInt16LE(canonical.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

/** The 26 bytes that both headers of an entry share, from "version needed" to the length of the extra fields. */
function pack(file: CanonicalFile): { fields: Buffer; name: Buffer; data: Uint8Array } {
  const deflated = deflateSync(file.bytes, deflateOptions(file.bytes.length));
  const isWorth = deflated.length < file.bytes.length && file.bytes.length <= deflated.length * MAX_WRITTEN_RATIO;
  const data = isWorth ? deflated : file.bytes;
  const name = Buffer.from(file.path, "utf8");
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAME, 2);
  fields.writeUInt16LE(isWorth ? 8 : 0, 4);
  fields.writeUInt16LE(DOS_TIME, 6);
  fields.writeUInt16LE(DOS_DATE, 8);
  fields.writeUInt32LE(crc32(file.bytes), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(file.bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return { fields, name, data };
}

function localHeader(fields: Buffer, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, name]);
}

function centralHeader(fields: Buffer, name: Buffer, mode: number, offset: number): Buffer {
  const head = Buffer.alloc(6);
  head.write("PK\x01\x02", 0, "latin1");
  head.writeUInt16LE(MADE_BY_UNIX, 4);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((REGULAR_FILE | mode) << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  return Buffer.concat([head, fields, tail, name]);
}
