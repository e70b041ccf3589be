import { type BinaryFile, type SkillView, type TextFile, inPieces } from "@gaia/reading";
import { strangeBytecode } from "./bytecode-source.ts";
import type { ContentsMatch } from "./contents-rules.ts";
import { decodesAndRuns, encodedText } from "./encoded-text.ts";
import { formatOf, NATIVE, promisedKind } from "./file-kinds.ts";
import { pictureEnd } from "./picture-end.ts";

/** What the texts of a package say of its binary files. */
interface Talk {
  /** Whether prose or code names a file. */
  names(name: string): boolean;
  /** The same for bytecode, of which there may be much. */
  starts(name: string): boolean;
  /** Whether code that decodes and runs something names it. */
  unpacks(name: string): boolean;
  /** Whether there is any such code. */
  unpacksAny(): boolean;
  /** Whether a line that loads code has this word. */
  loads(stem: string): boolean;
}

/** Compiled files, pictures with something behind them, documents that act. */
export function checkBinaries(view: SkillView): ContentsMatch[] {
  const talk = talkOf(view);
  const archives = new Set(view.skill.nested.map(({ path }) => path));
  const files = new Map(
    [...view.skill.files, ...view.skill.nested.flatMap((archive) => archive.files)].map((file) => [file.path, file]),
  );
  const carried = view.texts.flatMap((file) => carriedText(file, talk));
  const found = view.binaries.flatMap((file): ContentsMatch[] => {
    const { kind, name } = formatOf(file.bytes);
    // By its name too: the Python that it was made for may know a header that is not known here.
    if (name === "Python bytecode" || /\.py[co]$/i.test(file.path))
      return bytecode(file, strangeBytecode(file.path, file.bytes, files), talk);
    switch (kind) {
      case "program":
        return program(file, name, talk);
      case "image":
        return [...trailing(file, name, talk), ...promise(file, name)];
      case "document":
        return document(file, name);
      case "archive":
        return archives.has(file.path) ? [] : [{ id: "archive-unread", file: file.path, detail: name }];
      case "unknown":
        // What is an archive from behind is judged as one.
        return [...unknown(file, talk, archives.has(file.path)), ...pickle(file)];
      case "data":
      case "media":
        return [];
    }
  });
  return [...found, ...carried];
}

const LEAST_CARRIED = 800;

/** A text that is nothing but encoded, and that code reads which decodes and runs something. */
function carriedText({ path, text }: TextFile, talk: Talk): ContentsMatch[] {
  if (text.length < LEAST_CARRIED || promisedKind(path) === "code" || /^#!|-----BEGIN /.test(text)) return [];
  if (encodedText(text.slice(0, 2_000), true).share < 0.6 || !talk.unpacksAny()) return [];
  const { share, characters } = encodedText(text, true);
  return share >= 0.7 && characters >= LEAST_CARRIED && talk.unpacks(baseName(path))
    ? [{ id: "packed-carried", file: path, detail: `${text.length} characters` }]
    : [];
}

const MOST_TEXT = 12_000_000;
/** Lists of all files, which name without meaning anything by it. */
const LISTING = /(?:^|\/)(?:RECORD|MANIFEST(?:\.in)?|SHA256SUMS|SOURCES\.txt|\.gitignore|[^/]+\.(?:lock|sha256))$/;
const MOST_ASKED = 50;
const LOADING = /^[^\n]{0,300}\b(?:import|require|load|dlopen|CDLL|LoadLibrary|process\.dlopen)\b[^\n]{0,200}/gm;

/** A name is asked for a bounded number of times; beyond, every file counts as spoken of. */
function talkOf({ texts }: SkillView): Talk {
  // Each is put together when somebody asks: most packages have no binary that is worth it.
  const words = once(() => joined(texts.filter(({ path, kind }) => kind !== "data" && !LISTING.test(path))));
  const unpacking = once(() =>
    joined(texts.filter(({ text, kind }) => kind !== "data" && kind !== "config" && decodesAndRuns(text))),
  );
  const loading = once(() => Array.from(words().matchAll(LOADING), ([line]) => line).join("\n"));
  const bytecodes = once(() => bytecodeNames(words()));
  const answers = new Map<string, boolean>();
  const asked = (key: string, answer: () => boolean): boolean => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const found = answers.size >= MOST_ASKED || answer();
    answers.set(key, found);
    return found;
  };
  return {
    starts: (name) => bytecodes().has(name),
    names: (name) => name.length >= 3 && asked(`names ${name}`, () => words().includes(name)),
    unpacks: (name) =>
      name.length >= 3 && unpacking() !== "" && asked(`unpacks ${name}`, () => unpacking().includes(name)),
    unpacksAny: () => unpacking() !== "",
    loads: (stem) => stem.length >= 4 && asked(`loads ${stem}`, () => loading().includes(stem)),
  };
}

function joined(texts: readonly { text: string }[]): string {
  let words = "";
  for (const { text } of texts) {
    words += `${text}\n`;
    if (words.length > MOST_TEXT) break;
  }
  return words;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function bytecodeNames(text: string): Set<string> {
  const names = new Set<string>();
  for (let at = text.indexOf(".pyc"); at !== -1; at = text.indexOf(".pyc", at + 4)) {
    names.add(/[\w.-]*$/.exec(text.slice(Math.max(at - 100, 0), at + 4))?.[0] ?? "");
  }
  return names;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function program(file: BinaryFile, format: string, talk: Talk): ContentsMatch[] {
  const { path } = file;
  const name = baseName(path);
  const promised = promisedKind(path);
  const detail = `${format} named ${name}`;
  if (promised === "image" || promised === "document" || promised === "media")
    return [
      {
        id: "binary-disguised",
        file: path,
        detail,
        ...(NATIVE.has(format) ? { severity: "critical" as const } : {}),
      },
    ];
  if (promised === "text" || promised === "code" || promised === "data")
    return [{ id: "binary-disguised", file: path, detail }];
  if (format === "Windows shortcut") return [{ id: "document-launches", file: path, detail: "a shortcut of Windows" }];
  const stem = name.replace(/\.(?:so|dll|dylib|node|exe|pyd|wasm)$|\.cpython-.*$/i, "");
  const isStarted =
    talk.names(name) ||
    (stem !== name && talk.loads(stem)) ||
    (file.nestedIn !== null && talk.names(baseName(file.nestedIn)));
  return [
    {
      id: "binary-compiled",
      file: path,
      detail: `${format}${isStarted ? ", and the skill starts or loads it" : ""}`,
      // A module of WebAssembly runs in a box of its own.
      ...(isStarted && format !== "WebAssembly" ? { severity: "high" as const } : {}),
    },
  ];
}

function bytecode({ path }: BinaryFile, strange: string | null, talk: Talk): ContentsMatch[] {
  const isCache = /(?:^|\/)__pycache__\/[^/]+\.pyc$/.test(path);
  const isLoaded = talk.starts(baseName(path));
  const why = strange ?? (isCache ? (isLoaded ? "the skill loads it by its name" : null) : "it lies outside a cache");
  return [
    {
      id: "binary-compiled",
      file: path,
      detail: why === null ? "Python bytecode of a source in the package" : `Python bytecode: ${why}`,
      severity: why === null ? "low" : "high",
    },
  ];
}

function promise(file: BinaryFile, format: string): ContentsMatch[] {
  return promisedKind(file.path) === "text"
    ? [{ id: "binary-unknown", file: file.path, detail: `${format} named as text` }]
    : [];
}

const SHOWN = 24;
const PAYLOADS = inPieces(
  "",
  String.raw`\x7fELF[\x01\x02]|PK\x03\x04|Rar!\x1a\x07|7z\xbc\xaf\x27\x1c|\x1f\x8b\x08[\0-\x1f]|`,
  String.raw`This program cannot be run|#! ?\/(?:usr|bin)|<\?php|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe`,
);

/** What follows the end that a picture's own format gives. */
function trailing(file: BinaryFile, format: string, talk: Talk): ContentsMatch[] {
  const picture = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  if (picture.includes("<?php", 0, "latin1"))
    return [{ id: "image-trailing", file: file.path, detail: "a program in the picture", severity: "high" }];
  const end = pictureEnd(file.bytes);
  if (end === null || picture.length - end < SHOWN) return [];
  const tail = picture.subarray(end);
  const inner = formatOf(tail);
  // A phone's second picture or film behind the first is seen by nobody either, and is no program.
  const isTelling =
    PAYLOADS.test(tail.toString("latin1")) ||
    /^\s{0,20}(?:<script|import |const |var )|(?:eval|exec|atob|b64decode)\(/.test(tail.toString("latin1", 0, 400)) ||
    talk.unpacks(baseName(file.path));
  return [
    {
      id: "image-trailing",
      file: file.path,
      detail: `${tail.length} bytes${inner.kind === "unknown" ? "" : ` that are ${inner.name}`} after ${format}`,
      severity: isTelling ? "high" : "medium",
    },
  ];
}

function document({ path, bytes }: BinaryFile, format: string): ContentsMatch[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "PDF") {
    if (buffer.includes("/Launch") && /\/S\s{0,4}\/Launch\b/.test(buffer.toString("latin1")))
      return [{ id: "document-launches", file: path, detail: "a PDF with a launch action" }];
    return buffer.includes("/JavaScript") || buffer.includes("/JS ")
      ? [{ id: "document-launches", file: path, detail: "a PDF with a script", severity: "medium" }]
      : [];
  }
  if (/\.ms[ipt]$/i.test(path))
    return [{ id: "binary-compiled", file: path, detail: "Windows installer", severity: "high" }];
  if (buffer.includes(Buffer.from("EncryptedPackage", "utf16le")))
    return [{ id: "archive-encrypted", file: path, detail: "an Office document" }];
  const hasMacros = buffer.includes(Buffer.from("_VBA_PROJECT", "utf16le"));
  return hasMacros ? [{ id: "document-macros", file: path, detail: "an Office document" }] : [];
}

function unknown({ path, bytes }: BinaryFile, talk: Talk, isArchive: boolean): ContentsMatch[] {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  // A script and bytes that are none.
  if (/^#!\s{0,4}\//.test(start))
    return [{ id: "packed-self-extracting", file: path, detail: "a script that goes on as binary data" }];
  if (isArchive) return [];
  const promised = promisedKind(path);
  if (promised === "image" || promised === "document")
    return [{ id: "binary-unknown", file: path, detail: `it is no ${promised}`, severity: "medium" }];
  const isUnpacked = talk.unpacks(baseName(path));
  return [
    {
      id: "binary-unknown",
      file: path,
      detail: isUnpacked ? "code that decodes and runs something reads it" : `${bytes.length} bytes`,
      ...(isUnpacked ? { severity: "high" as const } : {}),
    },
  ];
}

const CALL_PATTERN = inPieces(
  "",
  String.raw`c(?:os|posix|nt|subprocess|builtins|__builtin__|runpy|pty|socket|webbrowser)\n(?:\w{2,24})\n|`,
  String.raw`\x8c[\x02-\x0c](?:os|posix|nt|subprocess|runpy|pty)\x94\x8c[\x03-\x0c]\w|\x8c[\x08\x0b](?:builtins|`,
  String.raw`__builtin__)\x94\x8c[\x04-\x0a](?:exec|eval|compile|__import__|getattr)\b`,
);

/** Pickles name what is called when they are loaded. */
function pickle({ path, bytes }: BinaryFile): ContentsMatch[] {
  const isPickle = bytes[0] === 0x80 && (bytes[1] ?? 9) >= 2 && (bytes[1] ?? 9) <= 5;
  if (!isPickle && !/\.(?:pkl|pickle|joblib|pt|pth|ckpt)$/i.test(path)) return [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const call = CALL_PATTERN.exec(text);
  return call === null || /^c\w+\n(?:getattr|set|list|dict|slice|complex|object|bytearray|range)\n/.test(call[0])
    ? []
    : [{ id: "data-runs-code", file: path, detail: call[0].replaceAll(/[^\w]+/g, " ").trim() }];
}
