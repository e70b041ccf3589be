import { guessLanguage } from "../view/guess-language.ts";
import { shebangOf } from "../view/code-unit.ts";
import type { TextFile } from "../view/text-file.ts";
import type { ContentsMatch } from "./contents-rules.ts";
import { promisedKind } from "./file-kinds.ts";

const MOST_CHARACTERS = 2_000_000;
const LONG_LINE = 5_000;
const CODE_NAME = /\.(?:[cm]?[jt]sx?|pyw?|sh|bash|zsh|ps1|psm1|rb|pl|php|command)$/i;

/** The tail of a script that its own head unpacks. */
const TAIL =
  /(?:tail\s+(?:-n\s*|-c\s*|-)?\+?\$?\{?[\w(]{1,40}\}?\)?\s+(?:--\s+)?["']?\$\{?(?:0|BASH_SOURCE)|sed\s+(?:-n\s+)?(?:-e\s+)?["'][^"'\n]{0,80}["']\s+["']?\$\{?(?:0|BASH_SOURCE)|awk\s+["'][^"'\n]{0,160}["']\s+["']?\$\{?(?:0|BASH_SOURCE)|dd\s+[^\n]{0,40}if=["']?\$\{?0|head\s+-c[^\n]{0,40}["']?\$\{?0|(?:base64|openssl|gunzip|tar|unzip)\b[^\n|;]{0,60}\s["']?\$\{?0\b|__(?:ARCHIVE|PAYLOAD|DATA)(?:_\w{1,20})?__|[Mm]akeself|uudecode\s+["']?\$0)/;
const RUNS =
  /\b(?:eval|exec|bash|sh|python3?|perl|source|Function|runInThisContext|_compile|node|iex|Invoke-Expression)\b|\.\/|chmod/i;

/** Packed, obfuscated and minified code, and code that calls itself something else. */
export function checkPacked(texts: readonly TextFile[]): ContentsMatch[] {
  return texts.flatMap((file): ContentsMatch[] => {
    if (file.text.length > MOST_CHARACTERS) return [];
    return [...virus(file), ...disguised(file), ...selfExtracting(file), ...packed(file), ...picture(file)];
  });
}

/** The string of the European Institute for Computer Antivirus Research, in parts so that this file is none. */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE", "!$H+H*"].join("");

function virus(file: TextFile): ContentsMatch[] {
  const found = file.text.indexOf(TEST_VIRUS);
  return found === -1 ? [] : [{ id: "test-virus", file: file.path, line: file.lineOf(found), detail: "EICAR" }];
}

/** Whether bytes that are no text hold the test string. */
export function holdsTestVirus(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(TEST_VIRUS, 0, "latin1");
}

function disguised(file: TextFile): ContentsMatch[] {
  const promised = promisedKind(file.path);
  if (promised === null || promised === "archive" || /\.svg$/i.test(file.path)) return [];
  const language = shebangOf(file.text) === null ? (promised === "text" ? null : guessLanguage(file.text)) : "a script";
  if (promised === "text") {
    const isData = /\.(?:json|ya?ml|toml|csv|tsv|xml|log|css)$/i.test(file.path);
    return language === null || /\.(?:md|markdown|mdx)$/i.test(file.path)
      ? []
      : [
          {
            id: "text-disguised",
            file: file.path,
            line: 1,
            detail: `${language} named as ${isData ? "data" : "text"}`,
            severity: isData ? "high" : "medium",
          },
        ];
  }
  return [
    {
      id: "text-disguised",
      file: file.path,
      line: 1,
      detail: `${language ?? "text"} named as ${promised}`,
      severity: language === null ? "low" : "high",
    },
  ];
}

function selfExtracting(file: TextFile): ContentsMatch[] {
  if (file.kind === "markdown") return [];
  const isScript = /\.(?:sh|bash|zsh|command|run)$/i.test(file.path) || /^#!.{0,60}sh\b/.test(file.text);
  if (isScript) {
    const end = encodedEnd(file.text);
    if (end !== null)
      return [
        {
          id: "packed-self-extracting",
          file: file.path,
          line: file.lineOf(end),
          detail: "encoded data follows the last command",
        },
      ];
    const tail = TAIL.exec(file.text);
    if (tail !== null && RUNS.test(file.text))
      return [
        {
          id: "packed-self-extracting",
          file: file.path,
          line: file.lineOf(tail.index),
          detail: "it unpacks its own file",
        },
      ];
    return [];
  }
  if (!/\.(?:pyw?|[cm]?js|ts|rb|pl|php)$/i.test(file.path) && shebangOf(file.text) === null) return [];
  const own =
    /(?:open|read_text|read_bytes|readFileSync|File\.read|Path)\s{0,4}\(?\s{0,4}(?:__file__|__filename|__FILE__|sys\.argv\[0\]|\$0)\s{0,4}\)/.exec(
      file.text,
    );
  const isRun = /\b(?:exec|eval|compile|marshal|zipimport|runInThisContext|Function)\s{0,4}[(.]/.test(file.text);
  return own !== null && isRun
    ? [
        {
          id: "packed-self-extracting",
          file: file.path,
          line: file.lineOf(own.index),
          detail: "it reads its own file and runs what it finds there",
        },
      ]
    : [];
}

const MOST_EXITS = 2_000;

/** Where a script ends and encoded data begins; null where it does not. */
function encodedEnd(text: string): number | null {
  let exits = 0;
  for (const { index, 0: exit } of text.matchAll(
    /\n[ \t]{0,20}exit(?:[ \t]{1,4}[\d$?]{1,4})?[ \t]{0,4};?[ \t]{0,4}\r?\n/g,
  )) {
    if ((exits += 1) > MOST_EXITS) return null;
    const rest = text.slice(index + exit.length, index + exit.length + 2_000);
    if (/^\s{0,20}(?:[#:_][^\n]{0,80}\n){0,2}\s{0,20}(?:[A-Za-z0-9+/=]{40,}\s{0,4}){5}/.test(rest)) return index;
  }
  return null;
}

function packed(file: TextFile): ContentsMatch[] {
  const { text, path } = file;
  if (!CODE_NAME.test(path) && shebangOf(text) === null) return [];
  const found = (
    id: "packed-literal" | "packed-obfuscated" | "packed-minified",
    index: number,
    detail: string,
  ): ContentsMatch[] => [{ id, file: path, line: file.lineOf(index), detail }];
  const packer = /eval\(function\(p,a,c,k,e,/.exec(text);
  if (packer !== null) return found("packed-obfuscated", packer.index, "a packer's own head");
  const names = text.match(/\b_0x[0-9a-f]{3,8}\b/g)?.length ?? 0;
  if (names >= 20)
    return found("packed-obfuscated", text.search(/\b_0x[0-9a-f]{3,8}\b/), `${names} names that an obfuscator gives`);
  const confusing = text.match(/\b[Il1O0o]{8,}\b/g)?.length ?? 0;
  if (confusing >= 15)
    return found("packed-obfuscated", text.search(/\b[Il1O0o]{8,}\b/), "names that cannot be told apart");
  const symbols = text.slice(0, 20_000).match(/[[\]()!+]/g)?.length ?? 0;
  if (text.length > 500 && symbols > Math.min(text.length, 20_000) * 0.85)
    return found("packed-obfuscated", 0, "code of brackets alone");
  const literal =
    /["'`]([A-Za-z0-9+/=_-]{800,}|(?:\\x[0-9a-fA-F]{2}){200,}|(?:\\u[0-9a-fA-F]{4}){150,})["'`]|(?:\[|bytes\(\[)(?:\s{0,4}(?:0x)?[0-9a-fA-F]{1,3}\s{0,4},){300,}/.exec(
      text,
    );
  const decodes =
    /b64decode|b85decode|a85decode|unhexlify|fromhex|decompress|marshal\.loads|atob|['"](?:base64|hex)['"]|fromCharCode|unescape\(|base64\s+-+[dD]|FromBase64String|pack\(['"]H|\bchr\(|MIME::Base64|base64_decode/.test(
      text,
    );
  const runs =
    /\b(?:exec|eval|execfile|compile|__import__|Function|runInThisContext|runInNewContext|_compile|iex|Invoke-Expression|assert|system|popen|subprocess|child_process|spawn)\b/i.test(
      text,
    );
  if (literal !== null && decodes && runs && isMostly(literal[0].length, text.length))
    return found("packed-literal", literal.index, `${literal[0].length} characters that the code decodes`);
  const long = new RegExp(`[^\\n]{${LONG_LINE}}`).exec(text);
  return long === null ? [] : found("packed-minified", long.index, `a line of more than ${LONG_LINE} characters`);
}

/** The literal is most of the file: there is not much else for it to be for. */
const isMostly = (literal: number, whole: number): boolean => literal > whole * 0.3;

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
          ...(/fetch\(|XMLHttpRequest|location|eval\(|cookie/.test(file.text) ? { severity: "high" as const } : {}),
        },
      ];
}
