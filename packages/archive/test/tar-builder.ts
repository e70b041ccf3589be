import { gzipSync } from "node:zlib";

/** One header of a hand-made tar with its data; every field can lie. Defaults make an honest file in ustar. */
export interface RawTarEntry {
  name: string | Uint8Array;
  data?: string | Uint8Array;
  type?: string;
  /** What the header says; a number is written in octal. */
  size?: number | string;
  linkName?: string;
  mode?: string;
  uid?: string | Uint8Array;
  mtime?: string | Uint8Array;
  prefix?: string;
  magic?: string;
  checksum?: string;
}

export const TAR_END = Buffer.alloc(1024);

export function tarEntry(entry: RawTarEntry): Buffer {
  const data = Buffer.from((entry.data ?? "") as string);
  const block = Buffer.alloc(512);
  const put = (at: number, value: string | Uint8Array) => block.set(Buffer.from(value as string), at);
  put(0, entry.name);
  put(100, entry.mode ?? "0000644\0");
  put(108, entry.uid ?? "0001750\0");
  put(116, "0001750\0");
  const size = entry.size ?? data.length;
  put(124, typeof size === "string" ? size : `${size.toString(8).padStart(11, "0")}\0`);
  put(136, entry.mtime ?? "14371112345\0");
  put(148, "        ");
  put(156, entry.type ?? "0");
  put(157, entry.linkName ?? "");
  put(257, entry.magic ?? "ustar\u000000");
  put(345, entry.prefix ?? "");
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, entry.checksum ?? `${sum.toString(8).padStart(6, "0")}\0 `);
  return Buffer.concat([block, data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}

export function paxRecord(key: string, value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  const rest = 3 + Buffer.byteLength(key) + bytes.length;
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return Buffer.concat([Buffer.from(`${length} ${key}=`), bytes, Buffer.from("\n")]);
}

export function pax(records: [string, string | Uint8Array][], type: "x" | "g" = "x"): RawTarEntry {
  return {
    name: "PaxHeaders/0",
    type,
    data: Buffer.concat(records.map(([key, value]) => paxRecord(key, value))),
  };
}

export function longName(name: string | Uint8Array): RawTarEntry {
  return {
    name: "././@LongLink",
    type: "L",
    magic: "ustar  \0",
    data: Buffer.concat([Buffer.from(name as string), Buffer.alloc(1)]),
  };
}

export function buildTar(entries: RawTarEntry[], end: Uint8Array = TAR_END): Buffer {
  return Buffer.concat([...entries.map(tarEntry), end]);
}

export function buildTgz(entries: RawTarEntry[], end: Uint8Array = TAR_END): Buffer {
  return gzipSync(buildTar(entries, end));
}
