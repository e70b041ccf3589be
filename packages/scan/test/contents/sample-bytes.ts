import type { PackageFile } from "@gaia/archive";
import { deflateSync } from "node:zlib";
import type { NestedArchive } from "@gaia/reading";

export type Content = string | Uint8Array;
export type Files = Record<string, Content>;

export const toFiles = (files: Files): PackageFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, bytes: new Uint8Array(Buffer.from(content as string)) }));

export const hex = (value: string) => Buffer.from(value, "hex");
export const bytes = (...parts: Content[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
export const archive = (path: string, state: NestedArchive["state"], files: Files = {}): NestedArchive => ({
  path,
  state,
  files: toFiles(Object.fromEntries(Object.entries(files).map(([name, content]) => [`${path}!/${name}`, content]))),
});

/** Numbers without a pattern, the same on every run. */
export function noise(length: number): Buffer {
  let state = 42;
  return Buffer.from(Array.from({ length }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >>> 16));
}
export const inLines = (text: string) => text.replaceAll(/(.{76})/g, "$1\n");
export const B64 = noise(2_400).toString("base64");

export const ELF = bytes(hex("7f454c460201010000000000"), Buffer.alloc(60));
export const MACH = bytes(hex("cffaedfe0c000001"), Buffer.alloc(60));
export const FAT = bytes(hex("cafebabe00000002"), Buffer.alloc(60));
export const CLASS = bytes(hex("cafebabe00000034"), Buffer.alloc(60));
export const WASM = bytes(hex("0061736d01000000"), Buffer.alloc(60));
export const PE = bytes("MZ", Buffer.alloc(58), hex("40000000"), "PE\0\0", Buffer.alloc(40));
const chunk = (type: string, data: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return bytes(size, type, data, Buffer.alloc(4));
};
export const PNG = bytes(
  hex("89504e470d0a1a0a"),
  chunk("IHDR", Buffer.alloc(13)),
  chunk("tEXt", bytes("Comment\0made with an editor")),
  chunk("IDAT", deflateSync(noise(300))),
  chunk("IEND", Buffer.alloc(0)),
);
export const JPEG = bytes(
  hex("ffd8ffe000104a46494600010100000100010000ffda0008010100003f00"),
  noise(200).map((byte) => byte % 255),
  hex("ffd9"),
);
export const GIF = bytes("GIF89a", hex("01000100800000000000ffffff21f90400000000002c00000000010001000002024401003b"));
export const WEBP = bytes("RIFF", hex("14000000"), "WEBPVP8 ", Buffer.alloc(12));
export const ZIP = bytes("PK\x03\x04", Buffer.alloc(60), "PK\x05\x06", Buffer.alloc(18));
export const PDF = (inside: string) => bytes("%PDF-1.7\n", hex("00ff"), inside, "\n%%EOF");
export const SOURCE = "import json\n\n\ndef load(path):\n    return json.load(open(path))\n";
export function bytecode(options: { flags?: number; time?: number; size?: number; code?: Content } = {}): Buffer {
  const head = Buffer.alloc(16);
  head.set(hex("a70d0d0a"));
  head.writeUInt32LE(options.flags ?? 0, 4);
  head.writeUInt32LE(options.time ?? 1_760_000_000, 8);
  head.writeUInt32LE(options.size ?? SOURCE.length, 12);
  return bytes(head, options.code ?? "\xe3\0\0\0\0\xda\x04json\xda\x04load\0\0");
}
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");
export const ole = (inside: string) => bytes(hex("d0cf11e0a1b11ae1"), Buffer.alloc(64), Buffer.from(inside, "utf16le"));

export type Sample = [name: string, files: Files, nested?: NestedArchive[]];
export interface Examples {
  /** Found with at least this; `high` where none is given. */
  positive: [expected: string, ...Sample][];
  /** Never found with `high` or `critical`, and not at all where the rule itself weighs less. */
  negative: Sample[];
}

export const PLAIN: Sample = ["plain files", { "SKILL.md": "# Sample\n", "run.py": SOURCE, "logo.png": PNG }];
export const OFFICE = { "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" };
