import { ArchiveError, showName } from "../archive-error.ts";

export const BLOCK_SIZE = 512;

const CHECKSUM_AT = 148;
const CHECKSUM_SIZE = 8;
const SPACE = 0x20;

/** One header block of a tar, undecided yet: `name` is bytes, `type` the type flag's character. */
export interface TarHeader {
  name: Uint8Array;
  type: string;
  sizeBytes: number;
  hasLinkName: boolean;
}

/** Whether these 512 bytes carry the checksum of a tar header (POSIX 1003.1, "ustar Interchange Format"). */
export function hasTarChecksum(block: Uint8Array): boolean {
  if (block.length < BLOCK_SIZE) return false;
  const declared = readOctal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_SIZE));
  if (declared === null) return false;
  let sum = CHECKSUM_SIZE * SPACE;
  for (let at = 0; at < BLOCK_SIZE; at += 1) {
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + CHECKSUM_SIZE) sum += block[at] ?? 0;
  }
  return sum === declared;
}

/**
 * Reads a header block. Owner, mode and times are not looked at: a package has none.
 *
 * @throws ArchiveError `tar_header`
 */
export function readTarHeader(block: Uint8Array): TarHeader {
  if (!hasTarChecksum(block)) {
    throw new ArchiveError("tar_header", "a tar header does not have the checksum it declares");
  }
  const magic = Buffer.from(block.subarray(257, 265)).toString("latin1");
  const isPosix = magic === "ustar\u000000";
  if (!isPosix && magic !== "ustar  \0") {
    throw new ArchiveError("tar_header", "a tar header is neither ustar nor GNU");
  }
  const short = readText(block.subarray(0, 100));
  // GNU has times where POSIX has the front part of a long path.
  const prefix = isPosix ? readText(block.subarray(345, 500)) : new Uint8Array(0);
  const name = prefix.length === 0 ? short : Uint8Array.from([...prefix, "/".charCodeAt(0), ...short]);
  const sizeBytes = readOctal(block.subarray(124, 136));
  if (sizeBytes === null) {
    const shown = Buffer.from(name).toString("utf8");
    throw new ArchiveError("tar_header", `entry '${showName(shown)}' has a malformed size in its tar header`, shown);
  }
  const type = String.fromCharCode(block[156] ?? 0);
  return { name, type, sizeBytes, hasLinkName: block[157] !== 0 };
}

/** Up to the first NUL; what stands behind it would be a name to some readers. */
function readText(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  if (end === -1) return field;
  if (field.subarray(end).some((byte) => byte !== 0)) {
    throw new ArchiveError("tar_header", "a tar header has data behind the end of a name");
  }
  return field.subarray(0, end);
}

/** Octal digits, spaces before, NUL or spaces behind. Base-256 numbers begin at 8 GiB, beyond every limit here. */
function readOctal(field: Uint8Array): number | null {
  const match = /^ *([0-7]+)[ \0]*$/.exec(Buffer.from(field).toString("latin1"));
  return match === null ? null : Number.parseInt(match[1] ?? "", 8);
}
