/** Where a picture ends by its own format, in bytes; null where the format does not say or the file is cut off. */
export function pictureEnd(bytes: Uint8Array): number | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString("latin1", 0, 12);
  if (head.startsWith("\x89PNG")) return pngEnd(file);
  if (head.startsWith("\xff\xd8")) return jpegEnd(file);
  if (head.startsWith("GIF8")) return gifEnd(file);
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return within(8 + file.readUInt32LE(4) + (file.readUInt32LE(4) % 2), file);
  return null;
}

const within = (end: number, { length }: Buffer): number | null => (end > length ? null : end);

/** Chunks: length, type, data, checksum. */
function pngEnd(file: Buffer): number | null {
  for (let at = 8; at + 12 <= file.length;) {
    const isLast = file.toString("latin1", at + 4, at + 8) === "IEND";
    at += 12 + file.readUInt32BE(at);
    if (isLast) return within(at, file);
  }
  return null;
}

/** Segments with a length, and behind each start of a scan data in which 0xff is followed by zero or a restart. */
function jpegEnd(file: Buffer): number | null {
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) {
      at = file.indexOf(0xff, at);
      if (at === -1) return null;
      continue;
    }
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    const standsAlone = marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += 2 + (standsAlone ? 0 : Math.max(file.readUInt16BE(at + 2), 2));
  }
  return at + 2 <= file.length && file[at] === 0xff && file[at + 1] === 0xd9 ? at + 2 : null;
}

/** Blocks of sub-blocks, each with its length; a semicolon ends it. */
function gifEnd(file: Buffer): number | null {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(file[10] ?? 0);
  while (at < file.length) {
    const block = file[at];
    if (block === 0x3b) return at + 1;
    if (block === 0x21) at += 2;
    else if (block === 0x2c) at += 11 + colours(file[at + 9] ?? 0);
    else return null;
    while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0);
    at += 1;
  }
  return null;
}
