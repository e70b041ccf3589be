/** What a file is by its first bytes. */
export type FileKind =
  | "elf"
  | "mach-o"
  | "pe"
  | "java-class"
  | "wasm"
  | "dex"
  | "installer"
  | "bytecode"
  | "shortcut"
  | "archive"
  | "picture"
  | "document"
  | "script"
  | "other";

const PROGRAMS: ReadonlySet<FileKind> = new Set(["elf", "mach-o", "pe", "java-class", "wasm", "dex", "installer"]);

export const isProgram = (kind: FileKind): boolean => PROGRAMS.has(kind);

/** By magic numbers alone; names are somebody's word. */
export function fileKind(bytes: Uint8Array): FileKind {
  for (const [kind, ...magics] of MAGICS) {
    if (magics.some((magic) => begins(bytes, magic))) return kind;
  }
  if (begins(bytes, "cafebabe"))
    return (bytes[7] ?? 0) >= 45 && bytes[4] === 0 && bytes[6] === 0 ? "java-class" : "mach-o";
  if (begins(bytes, "4d5a") && isPortableExecutable(bytes)) return "pe";
  if (bytes[2] === 0x0d && bytes[3] === 0x0a && (bytes[1] ?? 0) >= 0x0b && (bytes[1] ?? 0) <= 0x0f) return "bytecode";
  if (begins(bytes, "2321")) return "script";
  return "other";
}

const MAGICS: [FileKind, ...string[]][] = [
  ["elf", "7f454c46"],
  ["mach-o", "feedface", "feedfacf", "cefaedfe", "cffaedfe"],
  ["wasm", "0061736d"],
  ["dex", "6465780a"],
  ["installer", "213c617263683e0a64656269616e", "edabeedb", "78617221"],
  ["shortcut", "4c0000000114020000000000c000000000000046"],
  ["archive", "504b0304", "504b0506", "1f8b", "377abcaf271c", "526172211a07", "fd377a585a", "425a68", "28b52ffd"],
  [
    "picture",
    "89504e47",
    "ffd8ff",
    "474946383761",
    "474946383961",
    "52494646",
    "424d",
    "49492a00",
    "4d4d002a",
    "00000100",
  ],
  ["document", "25504446", "d0cf11e0a1b11ae1", "774f4646", "774f4632", "00010000", "4f54544f", "4f676753", "494433"],
];

function begins(bytes: Uint8Array, hex: string): boolean {
  for (let at = 0; at * 2 < hex.length; at += 1) {
    if (bytes[at] !== Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)) return false;
  }
  return true;
}

function isPortableExecutable(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 0x40) return false;
  const at = view.getUint32(0x3c, true);
  return at + 4 <= bytes.length && view.getUint32(at, false) === 0x50450000;
}

/** What is expected of a name: null where a name promises nothing about the bytes. */
export function kindOfName(path: string): "picture" | "document" | "text" | null {
  if (/\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?|avif|heic)$/i.test(path)) return "picture";
  if (/\.(?:pdf|docx?|xlsx?|pptx?|woff2?|ttf|otf|eot|mp[34]|wav|ogg|mov|odt)$/i.test(path)) return "document";
  return /\.(?:md|markdown|txt|json|ya?ml|toml|csv|tsv|xml|html?|css|log|ini|cfg|rst|svg)$/i.test(path) ? "text" : null;
}

/** Documents and packages that are zips by their format. */
export const isZipDocument = (path: string): boolean =>
  /\.(?:docx|dotx|xlsx|xltx|pptx|potx|ppsx|vsdx|odt|ods|odp|odg|epub|kmz|3mf|sketch|fig|xd|numbers|pages|key|usdz|npz|mxl|idml|glb)$/i.test(
    path,
  );

export const isMacroDocument = (path: string): boolean =>
  /\.(?:docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam|ppsm)$/i.test(path);
