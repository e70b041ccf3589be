import type { BinaryFile, SkillView } from "../view/skill-view.ts";
import type { ContentsMatch } from "./contents-rules.ts";
import { DOCUMENT_CONTAINER, formatOf, promisedKind } from "./file-kinds.ts";

const MOST_TEXT = 3_000_000;

/** Compiled files, pictures with something behind them, documents that act. */
export function checkBinaries(view: SkillView): ContentsMatch[] {
  const words = mentions(view);
  const archives = new Set(view.skill.nested.map(({ path }) => path));
  return view.binaries.flatMap((file) => {
    const { kind, name } = formatOf(file.bytes);
    const isDocument = kind === "archive" && DOCUMENT_CONTAINER.test(file.path);
    switch (kind) {
      case "program":
        return program(file, name, words);
      case "image":
        return [...trailing(file, name), ...promise(file, "image", name)];
      case "document":
        return document(file, name);
      case "archive":
        return archives.has(file.path) || isDocument
          ? []
          : [{ id: "archive-unread", file: file.path, detail: name } satisfies ContentsMatch];
      case "unknown":
        return unknown(file, words);
      default:
        return [];
    }
  });
}

/** The words of all texts, to see whether a file is spoken of. */
function mentions(view: SkillView): string {
  let text = "";
  for (const file of view.texts) {
    if (text.length > MOST_TEXT) break;
    text += `${file.text.slice(0, 400_000)}\n`;
  }
  return text;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function program(file: BinaryFile, format: string, words: string): ContentsMatch[] {
  const { path } = file;
  const promised = promisedKind(path);
  if (promised === "image" || promised === "text" || promised === "document" || promised === "media")
    return [{ id: "binary-disguised", file: path, detail: `${format} named ${baseName(path)}` }];
  if (format === "Python bytecode") return bytecode(file, words);
  const name = baseName(path);
  const stem = name.replace(/\.(?:so|dll|dylib|node|exe|pyd|wasm)$|\.cpython-.*$/i, "");
  const isStarted =
    name.length >= 3 &&
    (words.includes(name) ||
      (stem.length >= 4 &&
        stem !== name &&
        new RegExp(
          `(?:import|require|load|dlopen|CDLL)[^\\n]{0,40}\\b${stem.replaceAll(/[^A-Za-z0-9_]/g, ".")}\\b`,
        ).test(words)));
  // A module of WebAssembly runs in a box of its own.
  const isBoxed = format === "WebAssembly" && !/WASI|child_process/i.test(words);
  return [
    {
      id: "binary-compiled",
      file: path,
      detail: `${format}${isStarted ? ", and the skill starts or loads it" : ""}`,
      ...(isStarted && !isBoxed ? { severity: "high" as const } : {}),
    },
  ];
}

/** Bytecode whose source lies beside it may still be of another source. */
function bytecode({ path }: BinaryFile, words: string): ContentsMatch[] {
  const name = baseName(path);
  const isCache = /(?:^|\/)__pycache__\//.test(path);
  const isLoaded =
    words.includes(name) || /marshal\.load|SourcelessFileLoader|import_module|spec_from_file_location/.test(words);
  return [
    {
      id: "binary-compiled",
      file: path,
      detail: "Python bytecode, which Python may run instead of its source",
      severity: isLoaded || !isCache ? "high" : "medium",
    },
  ];
}

function promise(file: BinaryFile, kind: string, format: string): ContentsMatch[] {
  const promised = promisedKind(file.path);
  return promised === "text" && kind === "image"
    ? [{ id: "binary-unknown", file: file.path, detail: `${format} named as text` }]
    : [];
}

const SHOWN = 24;

/** What follows the end that a picture's own format gives. */
function trailing(file: BinaryFile, format: string): ContentsMatch[] {
  const end = endOf(file.bytes, format);
  if (end === null || file.bytes.length - end < SHOWN) return hiddenZip(file);
  const tail = file.bytes.subarray(end);
  const inner = formatOf(tail);
  const start = Buffer.from(tail.subarray(0, 400)).toString("latin1");
  const isTelling =
    inner.kind === "program" ||
    inner.kind === "archive" ||
    /^\s{0,20}(?:#!|<\?php|<script|import |MZ|PK)|eval\(|exec\(|base64/.test(start) ||
    hiddenZip(file).length > 0;
  return [
    {
      id: "image-trailing",
      file: file.path,
      detail: `${file.bytes.length - end} bytes${inner.kind === "unknown" ? "" : ` that are ${inner.name}`} after ${format}`,
      severity: isTelling ? "high" : "medium",
    },
  ];
}

function hiddenZip({ path, bytes }: BinaryFile): ContentsMatch[] {
  const tail = Buffer.from(bytes.subarray(-66_000));
  const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end === -1 || end + 22 > tail.length || end + 22 + tail.readUInt16LE(end + 20) !== tail.length) return [];
  return [{ id: "archive-disguised", file: path, detail: "a picture that is a zip as well" }];
}

function endOf(bytes: Uint8Array, format: string): number | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "PNG") {
    // Chunks: length, type, data, checksum.
    let at = 8;
    for (let chunks = 0; chunks < 100_000 && at + 12 <= buffer.length; chunks += 1) {
      const type = buffer.toString("latin1", at + 4, at + 8);
      at += 12 + buffer.readUInt32BE(at);
      if (type === "IEND") return at;
    }
    return null;
  }
  if (format === "JPEG") {
    const end = buffer.lastIndexOf(Buffer.from([0xff, 0xd9]));
    return end === -1 ? null : end + 2;
  }
  return null;
}

function document({ path, bytes }: BinaryFile, format: string): ContentsMatch[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "PDF") {
    if (buffer.includes("/Launch"))
      return [{ id: "document-launches", file: path, detail: "a PDF with a launch action" }];
    return buffer.includes("/JavaScript") || buffer.includes("/JS ")
      ? [{ id: "document-launches", file: path, detail: "a PDF with a script", severity: "medium" }]
      : [];
  }
  if (/\.msi$/i.test(path))
    return [{ id: "binary-compiled", file: path, detail: "Windows installer", severity: "high" }];
  const hasMacros = buffer.includes(Buffer.from("_VBA_PROJECT", "utf16le"));
  return hasMacros ? [{ id: "document-macros", file: path, detail: "an Office document" }] : [];
}

function unknown({ path, bytes }: BinaryFile, words: string): ContentsMatch[] {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  // A script and bytes that are none.
  if (/^#!\s{0,4}\//.test(start))
    return [{ id: "packed-self-extracting", file: path, detail: "a script that goes on as binary data" }];
  const promised = promisedKind(path);
  if (promised === "image" || promised === "document")
    return [{ id: "binary-unknown", file: path, detail: `it is no ${promised}`, severity: "medium" }];
  const isRun = new RegExp(
    `(?:exec|eval|marshal|pickle|decrypt|decompress|b64decode|ctypes|dlopen)[^\\n]{0,120}${baseName(path).replaceAll(/[^A-Za-z0-9_]/g, ".")}`,
  ).test(words);
  return [
    {
      id: "binary-unknown",
      file: path,
      detail: `${bytes.length} bytes`,
      ...(isRun ? { severity: "high" as const } : {}),
    },
  ];
}
