import { ArchiveError, showName } from "../archive-error.ts";

/** What a pax header may change about the entry that follows. */
export interface PaxRecords {
  path: Uint8Array | null;
  sizeBytes: number | null;
}

const MAX_RECORDS = 64;
const MAX_KEY_BYTES = 128;
const EQUALS = 0x3d;
const NEWLINE = 0x0a;
const SPACE = 0x20;

// Times, owners, notes: nothing about which file an entry is. Vendors' own records are in capitals with a dot.
const WITHOUT_EFFECT = new Set(["atime", "comment", "ctime", "gid", "gname", "mtime", "uid", "uname"]);
const VENDOR_WITHOUT_EFFECT =
  /^(?:SCHILY\.(?:acl\.|xattr\.|dev$|devmajor$|devminor$|fflags$|ino$|nlink$)|(?!SCHILY\.|GNU\.)[A-Z]+\.)/;

/**
 * Reads the records of a pax header (POSIX 1003.1, "pax Extended Header"). A global header may carry notes only: a
 * path or size for all entries that follow is nobody's honest wish.
 *
 * @throws ArchiveError `tar_extension`, `link` (`linkpath`), `special_file` (sparse files)
 */
export function readPaxRecords(bytes: Uint8Array, isGlobal: boolean): PaxRecords {
  const records: PaxRecords = { path: null, sizeBytes: null };
  const seen = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const { key, value, endOffset } = readRecord(bytes, at);
    at = endOffset;
    if (seen.has(key)) throw refuse(`has the record '${showName(key)}' twice`);
    if (seen.size >= MAX_RECORDS) throw refuse(`has more than ${MAX_RECORDS} records`);
    seen.add(key);
    applyRecord(records, key, value, isGlobal);
  }
  return records;
}

function applyRecord(records: PaxRecords, key: string, value: Uint8Array, isGlobal: boolean): void {
  if (WITHOUT_EFFECT.has(key) || VENDOR_WITHOUT_EFFECT.test(key)) return;
  if (key === "linkpath") throw new ArchiveError("link", "a pax header names the target of a link");
  if (key.startsWith("GNU.sparse.") || key === "SCHILY.realsize") {
    throw new ArchiveError("special_file", "a pax header describes a sparse file");
  }
  if (key === "hdrcharset" && latin1(value) === "ISO-IR 10646 2000 UTF-8") return;
  if (isGlobal) throw refuse(`sets '${showName(key)}' for all entries`);
  if (key === "path") records.path = value;
  else if (key === "size") records.sizeBytes = readSize(value);
  else throw refuse(`has the record '${showName(key)}', which is not understood here`);
}

/** `<length> <key>=<value>\n`, where the length counts the whole record. */
function readRecord(bytes: Uint8Array, at: number): { key: string; value: Uint8Array; endOffset: number } {
  const digits = /^[1-9][0-9]{0,6}(?= )/.exec(latin1(bytes.subarray(at, at + 8)))?.[0];
  if (digits === undefined) throw refuse("has a record without a length");
  const keyAt = at + digits.length + 1;
  const endOffset = at + Number(digits);
  if (endOffset > bytes.length || endOffset <= keyAt || bytes[endOffset - 1] !== NEWLINE) {
    throw refuse("has a record with a wrong length");
  }
  const equalsAt = bytes.subarray(keyAt, Math.min(endOffset, keyAt + MAX_KEY_BYTES)).indexOf(EQUALS);
  if (equalsAt < 1 || bytes[keyAt] === SPACE) throw refuse("has a record without a key");
  const key = latin1(bytes.subarray(keyAt, keyAt + equalsAt));
  return { key, value: bytes.subarray(keyAt + equalsAt + 1, endOffset - 1), endOffset };
}

function readSize(value: Uint8Array): number {
  const text = latin1(value);
  if (!/^[0-9]{1,15}$/.test(text)) throw refuse("has a malformed size");
  return Number(text);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function refuse(why: string): ArchiveError {
  return new ArchiveError("tar_extension", `a pax header ${why}`);
}
