import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a hand-made zip; every field can lie. Defaults make an honest, deflated file. */
export interface RawZipEntry {
  name: string | Uint8Array;
  data?: string | Uint8Array;
  method?: number;
  flags?: number;
  crc?: number;
  packedSize?: number;
  unpackedSize?: number;
  packed?: Uint8Array;
  attributes?: number;
  centralExtra?: Uint8Array;
  localExtra?: Uint8Array;
  comment?: string;
  disk?: number;
  localOffset?: number;
  local?: Partial<{
    name: string | Uint8Array;
    flags: number;
    method: number;
    crc: number;
    packedSize: number;
    unpackedSize: number;
  }>;
  /** Bytes behind the data: a data descriptor, or junk. */
  behind?: Uint8Array;
  omitCentral?: boolean;
}

/** What the end of a hand-made zip says, where it shall not be the truth. */
export interface RawZipEnd {
  entries?: number;
  entriesHere?: number;
  disk?: number;
  directoryDisk?: number;
  directorySize?: number;
  directoryOffset?: number;
  comment?: string | Uint8Array;
  commentSize?: number;
  /** Stands between the central directory and the end record. */
  beforeEnd?: (at: { directoryOffset: number; directorySize: number; entries: number }) => Uint8Array;
}

export function le(...fields: [size: 1 | 2 | 4 | 8, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value));
      return bytes.subarray(0, size);
    }),
  );
}

export function extra(id: number, data: Uint8Array): Buffer {
  return Buffer.concat([le([2, id], [2, data.length]), data]);
}

export function descriptor(
  numbers: { crc: number; packedSize: number; unpackedSize: number },
  options: { signature?: boolean; wide?: boolean } = {},
): Buffer {
  const size = options.wide ? 8 : 4;
  return Buffer.concat([
    options.signature === false ? Buffer.alloc(0) : Buffer.from("PK\x07\x08", "latin1"),
    le([4, numbers.crc], [size, numbers.packedSize], [size, numbers.unpackedSize]),
  ]);
}

/** The true numbers of a piece of data under deflate. */
export function deflated(data: string | Uint8Array): {
  packed: Buffer;
  crc: number;
  packedSize: number;
  unpackedSize: number;
} {
  const bytes = Buffer.from(data as string);
  const packed = deflateRawSync(bytes);
  return { packed, crc: crc32(bytes), packedSize: packed.length, unpackedSize: bytes.length };
}

export function buildZip(entries: RawZipEntry[], end: RawZipEnd = {}): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = localPart(entry);
    if (!entry.omitCentral) centrals.push(centralPart(entry, entry.localOffset ?? offset));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const truth = { directoryOffset: offset, directorySize: directory.length, entries: centrals.length };
  const comment = Buffer.from((end.comment ?? "") as string);
  return Buffer.concat([
    ...locals,
    directory,
    end.beforeEnd?.(truth) ?? Buffer.alloc(0),
    Buffer.from("PK\x05\x06", "latin1"),
    le(
      [2, end.disk ?? 0],
      [2, end.directoryDisk ?? 0],
      [2, end.entriesHere ?? end.entries ?? truth.entries],
      [2, end.entries ?? truth.entries],
      [4, end.directorySize ?? truth.directorySize],
      [4, end.directoryOffset ?? truth.directoryOffset],
      [2, end.commentSize ?? comment.length],
    ),
    comment,
  ]);
}

function numbersOf(entry: RawZipEntry) {
  const data = Buffer.from((entry.data ?? "") as string);
  const name = Buffer.from(entry.name as string);
  const isFolder = name.at(-1) === 0x2f;
  const method = entry.method ?? (isFolder ? 0 : 8);
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(data) : data);
  return {
    name,
    packed,
    method,
    flags: entry.flags ?? 0,
    crc: entry.crc ?? crc32(data),
    packedSize: entry.packedSize ?? packed.length,
    unpackedSize: entry.unpackedSize ?? data.length,
  };
}

function localPart(entry: RawZipEntry): Buffer {
  const truth = numbersOf(entry);
  const fields = { ...truth, ...entry.local };
  const name = Buffer.from(fields.name as string);
  const localExtra = entry.localExtra ?? Buffer.alloc(0);
  return Buffer.concat([
    Buffer.from("PK\x03\x04", "latin1"),
    le([2, 20], [2, fields.flags], [2, fields.method], [2, 0], [2, 0x21], [4, fields.crc]),
    le([4, fields.packedSize], [4, fields.unpackedSize], [2, name.length], [2, localExtra.length]),
    name,
    localExtra,
    truth.packed,
    entry.behind ?? Buffer.alloc(0),
  ]);
}

function centralPart(entry: RawZipEntry, offset: number): Buffer {
  const fields = numbersOf(entry);
  const centralExtra = entry.centralExtra ?? Buffer.alloc(0);
  const comment = Buffer.from(entry.comment ?? "");
  return Buffer.concat([
    Buffer.from("PK\x01\x02", "latin1"),
    le([2, 0x031e], [2, 20], [2, fields.flags], [2, fields.method], [2, 0], [2, 0x21]),
    le([4, fields.crc], [4, fields.packedSize], [4, fields.unpackedSize]),
    le([2, fields.name.length], [2, centralExtra.length], [2, comment.length]),
    le([2, entry.disk ?? 0], [2, 0], [4, entry.attributes ?? 0], [4, offset]),
    fields.name,
    centralExtra,
    comment,
  ]);
}

/** A ZIP64 end record and its locator, true unless told otherwise. */
export function zip64End(
  at: { directoryOffset: number; directorySize: number; entries: number },
  lies: Partial<{
    entries: number;
    entriesHere: number;
    directorySize: number;
    directoryOffset: number;
    recordSize: number;
    extensible: Uint8Array;
    locatorOffset: number;
    disks: number;
  }> = {},
): Buffer {
  const extensible = lies.extensible ?? Buffer.alloc(0);
  const entries = lies.entries ?? at.entries;
  return Buffer.concat([
    Buffer.from("PK\x06\x06", "latin1"),
    le([8, lies.recordSize ?? 44 + extensible.length], [2, 45], [2, 45], [4, 0], [4, 0]),
    le([8, lies.entriesHere ?? entries], [8, entries]),
    le([8, lies.directorySize ?? at.directorySize], [8, lies.directoryOffset ?? at.directoryOffset]),
    extensible,
    Buffer.from("PK\x06\x07", "latin1"),
    le([4, 0], [8, lies.locatorOffset ?? at.directoryOffset + at.directorySize], [4, lies.disks ?? 1]),
  ]);
}
