const WINDOW = 4_096;

/**
 * Whether something that runs, or an archive, lies behind the end of a picture: PNG ends with IEND, GIF with its trailer, JPEG with
 * its last end-of-image mark. What cameras and editors append (profiles, thumbnails) is none of these.
 */
export function hasHiddenPayload(bytes: Uint8Array): boolean {
  const end = endOf(bytes);
  if (end === null || bytes.length - end < 16) return false;
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset + end, Math.min(bytes.length - end, WINDOW)).toString(
    "latin1",
  );
  return PAYLOADS.some((payload) => tail.includes(payload)) || /#!\/(?:usr\/)?bin\//.test(tail);
}

const PAYLOADS = [
  "PK\u0003\u0004",
  "\u007fELF",
  "Rar!\u001a",
  "7z\u00bc\u00af",
  "<?php",
  "This program cannot be run in DOS mode",
];

function endOf(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0x89) {
    const at = file.indexOf("IEND", 8, "latin1");
    return at === -1 ? null : at + 8;
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return afterMark(file, Buffer.from([0xff, 0xd9]));
  if (bytes[0] === 0x47) return afterMark(file, Buffer.from([0x00, 0x3b]));
  return null;
}

/** The first mark after which something stands that is no picture data any more: later ones may lie in the payload itself. */
function afterMark(file: Buffer, mark: Buffer): number | null {
  const payload = PAYLOADS.map((each) => file.indexOf(each, 16, "latin1")).filter((at) => at !== -1);
  const first = Math.min(...payload, file.length);
  const at = file.lastIndexOf(mark, first);
  return at === -1 ? null : at + mark.length;
}
