import { guessLanguage, shebangOf, type TextFile } from "@gaia/reading";
import type { ContentsMatch } from "./contents-rules.ts";
import { packedAt } from "./encoded-text.ts";
import { promisedKind } from "./file-kinds.ts";
import { selfExtractingAt } from "./self-extracting.ts";

const MOST_CHARACTERS = 2_000_000;
const LONG_LINE = 5_000;
const CODE_NAME = /\.(?:[cm]?[jt]sx?|pyw?|sh|bash|zsh|ksh|ps[md]?1|bat|cmd|rb|p[lm]|php|command)$/i;

/**
 * Packed, obfuscated and minified code, and code that calls itself something else. `codePaths` are those that read as
 * code whatever their name.
 */
export function checkPacked(texts: readonly TextFile[], codePaths: ReadonlySet<string>): ContentsMatch[] {
  return texts.flatMap((file): ContentsMatch[] => {
    if (file.text.length > MOST_CHARACTERS) return virus(file);
    const isCode = CODE_NAME.test(file.path) || shebangOf(file.text) !== null || codePaths.has(file.path);
    return [...virus(file), ...disguised(file), ...(isCode ? packed(file) : []), ...picture(file)];
  });
}

/** The string of the European Institute for Computer Antivirus Research, in parts so that this file is none. */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE", "!$H+H*"].join("");

/** Only a file that begins with it is one, by the definition of the test file; elsewhere somebody writes about it. */
function virus(file: TextFile): ContentsMatch[] {
  const found = file.text.indexOf(TEST_VIRUS);
  if (found === -1) return [];
  const isFile = file.text.slice(0, found).trim() === "" && file.text.length <= 4_096;
  return [
    {
      id: "test-virus",
      file: file.path,
      line: file.lineOf(found),
      detail: isFile ? "EICAR" : "EICAR in a text about it",
      ...(isFile ? {} : { severity: "low" as const }),
    },
  ];
}

/** Whether bytes that are no text begin with the test string. */
export function holdsTestVirus(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256)).includes(TEST_VIRUS, 0, "latin1");
}

function disguised(file: TextFile): ContentsMatch[] {
  const { path, text } = file;
  const promised = promisedKind(path);
  if (promised === null || promised === "code" || /\.(?:svg|md|markdown|mdx)$/i.test(path)) return [];
  const isData = promised === "data" || /\.(?:json|ya?ml|toml|csv|tsv|xml|log|css)$/i.test(path);
  const isGuessed = promised !== "text" || /\.(?:json|csv|tsv|xml|css)$/i.test(path);
  const language = shebangOf(text) !== null ? "a script" : isGuessed ? guessLanguage(text) : null;
  const of = language ?? "text";
  if (promised === "text" || promised === "data" || promised === "archive")
    return language === null
      ? []
      : [
          {
            id: "text-disguised",
            file: path,
            line: 1,
            detail: `${of} named as ${isData ? "data" : promised}`,
            // What is called data (.dat, .bin) and is code that can be read is judged by what it does.
            severity: (isData && promised !== "data") || promised === "archive" ? "high" : "medium",
          },
        ];
  return [
    {
      id: "text-disguised",
      file: path,
      line: 1,
      detail: `${of} named as ${promised}`,
      severity: language === null ? "low" : "high",
    },
  ];
}

function packed(file: TextFile): ContentsMatch[] {
  const { text, path } = file;
  const found = (
    id: "packed-literal" | "packed-obfuscated" | "packed-minified" | "packed-self-extracting",
    index: number,
    detail: string,
  ): ContentsMatch[] => [{ id, file: path, line: file.lineOf(index), detail }];
  const tail = file.kind === "markdown" ? null : selfExtractingAt(path, text);
  if (tail !== null) return found("packed-self-extracting", tail, "it unpacks or runs what stands in its own file");
  const packer = /eval\(function\(p,a,c,k,e,/.exec(text);
  if (packer !== null) return found("packed-obfuscated", packer.index, "a packer's own head");
  const names = text.match(/\b_0x[0-9a-f]{3,8}\b/g)?.length ?? 0;
  if (names >= 20)
    return found("packed-obfuscated", text.search(/\b_0x[0-9a-f]{3,8}\b/), `${names} names that an obfuscator gives`);
  const confusing = ["Il", "lI", "O0", "0O"].some((pair) => text.includes(pair))
    ? (text.match(/\b(?=[IlOo])(?=[01Oo]{0,20}[Il])[Il1O0o]{8,}\b/g)?.length ?? 0)
    : 0;
  if (confusing >= 15)
    return found("packed-obfuscated", text.search(/\b[Il1O0o]{8,}\b/), "names that cannot be told apart");
  const symbols = text.slice(0, 20_000).match(/[[\]()!+]/g)?.length ?? 0;
  if (text.length > 500 && symbols > Math.min(text.length, 20_000) * 0.85)
    return found("packed-obfuscated", 0, "code of brackets alone");
  const encoded = packedAt(text);
  if (encoded !== null)
    return found("packed-literal", encoded, "most of it is encoded, and it decodes and runs something");
  const long = longLineAt(text);
  return long === null ? [] : found("packed-minified", long, `a line of more than ${LONG_LINE} characters`);
}

function longLineAt(text: string): number | null {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    if ((end === -1 ? text.length : end) - at > LONG_LINE) return at;
    if (end === -1) return null;
    at = end + 1;
  }
  return null;
}

function picture(file: TextFile): ContentsMatch[] {
  if (!/\.svg$/i.test(file.path)) return [];
  const script =
    /<script\b|\son(?:load|error|click|mouseover|begin)\s{0,4}=|javascript:|<foreignObject\b[\s\S]{0,400}<(?:iframe|script|form)/i.exec(
      file.text,
    );
  return script === null
    ? []
    : [
        {
          id: "image-script",
          file: file.path,
          line: file.lineOf(script.index),
          detail: "an SVG with a script",
          ...(/fetch\(|XMLHttpRequest|\blocation\b|eval\(|cookie/.test(file.text) ? { severity: "high" as const } : {}),
        },
      ];
}
