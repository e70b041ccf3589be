import { inPieces } from "@gaia/reading";
/** Formats told by their bytes, whatever the name says. */
type FileKind = "program" | "archive" | "image" | "document" | "media" | "data" | "unknown";

interface Format {
  kind: FileKind;
  name: string;
}

const at = (bytes: Uint8Array, offset: number, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[offset + index] === byte);
const text = (bytes: Uint8Array, offset: number, magic: string): boolean =>
  at(bytes, offset, ...Buffer.from(magic, "latin1"));

const FORMATS: [(bytes: Uint8Array) => boolean, Format][] = [
  [(b) => at(b, 0, 0x7f, 0x45, 0x4c, 0x46), { kind: "program", name: "ELF" }],
  [(b) => text(b, 0, "MZ") && isPortableExecutable(b), { kind: "program", name: "PE" }],
  [(b) => text(b, 0, "MZ") && b.length > 64, { kind: "program", name: "DOS program" }],
  [
    (b) =>
      at(b, 0, 0xfe, 0xed, 0xfa, 0xce) ||
      at(b, 0, 0xfe, 0xed, 0xfa, 0xcf) ||
      at(b, 0, 0xcf, 0xfa, 0xed, 0xfe) ||
      at(b, 0, 0xce, 0xfa, 0xed, 0xfe),
    { kind: "program", name: "Mach-O" },
  ],
  [(b) => at(b, 0, 0xca, 0xfe, 0xba, 0xbe), { kind: "program", name: "Java class or universal Mach-O" }],
  [(b) => at(b, 0, 0x00, 0x61, 0x73, 0x6d), { kind: "program", name: "WebAssembly" }],
  // Python's magic number ends with CR LF, then flags that are small.
  [
    (b) => b[2] === 0x0d && b[3] === 0x0a && (((b[1] ?? 255) <= 0x0f && at(b, 5, 0, 0, 0)) || (b[1] ?? 0) >= 0xf2),
    { kind: "program", name: "Python bytecode" },
  ],
  [(b) => text(b, 0, "dex\n"), { kind: "program", name: "Android bytecode" }],
  [(b) => text(b, 0, "\x1bLua"), { kind: "program", name: "Lua bytecode" }],
  [(b) => text(b, 0, "FasdUAS"), { kind: "program", name: "compiled AppleScript" }],
  [(b) => text(b, 0, "!<arch>\n"), { kind: "program", name: "Debian package or static library" }],
  [(b) => at(b, 0, 0xed, 0xab, 0xee, 0xdb), { kind: "program", name: "RPM package" }],
  [(b) => text(b, 0, "xar!"), { kind: "program", name: "macOS installer package" }],
  [(b) => b.length > 512 && text(b, b.length - 512, "koly\0\0\0\x04"), { kind: "program", name: "macOS disk image" }],
  [(b) => at(b, 0, 0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0), { kind: "program", name: "Windows shortcut" }],
  [(b) => text(b, 0, "MSCF"), { kind: "archive", name: "cabinet" }],
  [(b) => at(b, 0, 0x50, 0x4b, 3, 4) || at(b, 0, 0x50, 0x4b, 5, 6), { kind: "archive", name: "zip" }],
  [(b) => at(b, 0, 0x1f, 0x8b), { kind: "archive", name: "gzip" }],
  [(b) => at(b, 0, 0x37, 0x7a, 0xbc, 0xaf), { kind: "archive", name: "7z" }],
  [(b) => text(b, 0, "Rar!"), { kind: "archive", name: "RAR" }],
  [(b) => at(b, 0, 0xfd, 0x37, 0x7a, 0x58), { kind: "archive", name: "xz" }],
  [(b) => /^BZh[1-9][1\x17]/.test(String.fromCharCode(...b.subarray(0, 5))), { kind: "archive", name: "bzip2" }],
  [(b) => at(b, 0, 0x28, 0xb5, 0x2f, 0xfd), { kind: "archive", name: "zstd" }],
  [(b) => text(b, 257, "ustar"), { kind: "archive", name: "tar" }],
  [(b) => text(b, 32_769, "CD001"), { kind: "archive", name: "ISO image" }],
  [(b) => at(b, 0, 0x89, 0x50, 0x4e, 0x47), { kind: "image", name: "PNG" }],
  [(b) => at(b, 0, 0xff, 0xd8, 0xff), { kind: "image", name: "JPEG" }],
  [(b) => text(b, 0, "GIF8"), { kind: "image", name: "GIF" }],
  [
    (b) =>
      text(b, 0, "BM") ||
      at(b, 0, 0, 0, 1, 0) ||
      at(b, 0, 0, 0, 2, 0) ||
      text(b, 0, "II*") ||
      text(b, 0, "MM\0*") ||
      text(b, 8, "WEBP") ||
      text(b, 4, "ftypavif") ||
      text(b, 4, "ftyphei"),
    { kind: "image", name: "image" },
  ],
  [(b) => text(b, 0, "%PDF"), { kind: "document", name: "PDF" }],
  [(b) => at(b, 0, 0xd0, 0xcf, 0x11, 0xe0), { kind: "document", name: "Office document" }],
  [
    (b) =>
      text(b, 0, "RIFF") ||
      text(b, 0, "ID3") ||
      text(b, 0, "OggS") ||
      text(b, 0, "fLaC") ||
      text(b, 4, "ftyp") ||
      at(b, 0, 0x1a, 0x45, 0xdf, 0xa3) ||
      (b[0] === 0xff && ((b[1] ?? 0) & 0xe0) === 0xe0),
    { kind: "media", name: "media" },
  ],
  [
    (b) =>
      text(b, 0, "wOFF") ||
      text(b, 0, "wOF2") ||
      text(b, 0, "OTTO") ||
      at(b, 0, 0, 1, 0, 0) ||
      text(b, 0, "ttcf") ||
      text(b, 0, "true"),
    { kind: "media", name: "font" },
  ],
  [
    (b) =>
      text(b, 0, "SQLite format 3") ||
      text(b, 0, "PAR1") ||
      text(b, 0, "\x93NUMPY") ||
      at(b, 0, 0x89, 0x48, 0x44, 0x46) ||
      text(b, 0, "ARROW1") ||
      text(b, 0, "Obj\x01"),
    { kind: "data", name: "data" },
  ],
];

function isPortableExecutable(bytes: Uint8Array): boolean {
  if (bytes.length < 0x40) return false;
  const offset = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0x3c, true);
  return text(bytes, offset, "PE\0\0");
}

/** Programs that a system starts as they are. */
export const NATIVE: ReadonlySet<string> = new Set(["ELF", "PE", "Mach-O"]);

/** What a file is, by its bytes. */
export function formatOf(bytes: Uint8Array): Format {
  return FORMATS.find(([is]) => is(bytes))?.[1] ?? { kind: "unknown", name: "unknown" };
}

/** The kind that a name promises; null for names that promise none. */
export function promisedKind(path: string): FileKind | "text" | "code" | null {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  for (const [kind, extensions] of PROMISES) if (extensions.has(extension)) return kind;
  return null;
}

const set = (list: string): Set<string> => new Set(list.split(" "));
const PROMISES: [FileKind | "text" | "code", Set<string>][] = [
  ["image", set("png jpg jpeg gif bmp ico icns webp tif tiff svg avif heic")],
  ["media", set("mp3 mp4 m4a wav ogg flac webm mov avi woff woff2 ttf otf eot")],
  ["document", set("pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub")],
  ["text", set("txt md markdown mdx rst json yaml yml toml ini cfg csv tsv xml html htm css log conf env")],
  ["code", set("py pyw js mjs cjs ts mts cts jsx tsx sh bash zsh rb pl php ps1 bat cmd")],
  ["data", set("dat db data tmp bak cache lock map sqlite")],
  ["archive", set("zip tar tgz gz bz2 xz 7z rar zst whl jar egg vsix nupkg apk ipa mcpb dxt skill cab iso tbz2 txz")],
];

/** Containers of which everybody knows what is in them. */
export const DOCUMENT_CONTAINER = inPieces(
  "i",
  String.raw`\.(?:docx|xlsx|pptx|dotx|xltx|potx|odt|ods|odp|epub|jar|war|whl|egg|vsix|nupkg|apk|mcpb|dxt|skill|`,
  String.raw`sketch|kmz|key|pages|numbers|npz|xpi|crx)$`,
);
