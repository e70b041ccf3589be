import { quoted } from "./report.ts";
import type { Report } from "./report.ts";
import { checkCharacters } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";
import type { MapTree, ScalarTree, Tree } from "./yaml-tree.ts";

const LIMITS = { values: 40_000, depth: 64 };

/**
 * Reads a source as one JSON object (RFC 8259), as hostile input: strict, with depth and number of values bounded while reading, and a
 * key that appears twice refused however it is spelled. The tree is the one that YAML is reduced to; `plain` marks what is no string.
 * Null when nothing can be read; what is wrong is reported. Linear in the text.
 */
export function readJsonTree(source: SourceText, report: Report): MapTree | null {
  const tree = readJsonValue(source, 0, source.text.length, report);
  if (tree === null || tree.kind === "map") return tree;
  const found = tree.kind === "list" ? "a list" : quoted(tree.text);
  report.note("SK2033", source.placeAt(tree.at), `The file holds ${found}, not an object.`);
  return null;
}

/** The same for one JSON value of any kind in `text[start, end)` of a source. */
export function readJsonValue(source: SourceText, start: number, end: number, report: Report): Tree | null {
  const scan: Scan = { source, text: source.text.slice(start, end), base: start, at: 0, values: 0, report };
  try {
    const tree = readValue(scan, 0);
    skipSpace(scan);
    if (scan.at < scan.text.length) fail(scan, "expected the end of the text");
    return tree;
  } catch (error) {
    if (error !== STOP) throw error;
    return null;
  }
}

interface Scan {
  source: SourceText;
  text: string;
  base: number;
  at: number;
  values: number;
  report: Report;
}

/** Thrown where reading cannot go on; why has been reported. */
const STOP = Symbol("stop");

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[A-Za-z]{1,16}/y;
const WORDS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function readValue(scan: Scan, depth: number): Tree {
  skipSpace(scan);
  const at = scan.base + scan.at;
  if (++scan.values > LIMITS.values) tooComplex(scan, "holds too many values");
  if (depth > LIMITS.depth) tooComplex(scan, "is nested too deeply");
  switch (scan.text[scan.at]) {
    case "{":
      return readObject(scan, at, depth);
    case "[":
      return readArray(scan, at, depth);
    case '"': {
      const text = readString(scan);
      return { kind: "scalar", at, text, value: text, plain: false };
    }
    default:
      return readPlain(scan, at);
  }
}

function readPlain(scan: Scan, at: number): ScalarTree {
  const number = match(scan, NUMBER);
  if (number !== null) return { kind: "scalar", at, text: number, value: Number(number), plain: true };
  const before = scan.at;
  const word = match(scan, WORD);
  const value = word === null ? undefined : WORDS.get(word);
  if (word !== null && value !== undefined) return { kind: "scalar", at, text: word, value, plain: true };
  scan.at = before;
  return fail(scan, "expected a value");
}

function readObject(scan: Scan, at: number, depth: number): MapTree {
  const entries: MapTree["entries"] = new Map();
  scan.at++;
  skipSpace(scan);
  if (take(scan, "}")) return { kind: "map", at, entries };
  do {
    skipSpace(scan);
    const keyAt = scan.base + scan.at;
    if (scan.text[scan.at] !== '"') fail(scan, "expected a key in double quotes");
    const key = readString(scan);
    skipSpace(scan);
    if (!take(scan, ":")) fail(scan, 'expected ":"');
    const value = readValue(scan, depth + 1);
    const earlier = entries.get(key);
    if (earlier === undefined) entries.set(key, { keyAt, value });
    else {
      const { line } = scan.source.placeAt(earlier.keyAt);
      const message = `The key ${quoted(key)} appears twice, first on line ${line}.`;
      scan.report.note("SK2032", scan.source.placeAt(keyAt), message);
    }
    skipSpace(scan);
  } while (take(scan, ","));
  if (!take(scan, "}")) fail(scan, 'expected "," or "}"');
  return { kind: "map", at, entries };
}

function readArray(scan: Scan, at: number, depth: number): Tree {
  const items: Tree[] = [];
  scan.at++;
  skipSpace(scan);
  if (take(scan, "]")) return { kind: "list", at, items };
  do {
    items.push(readValue(scan, depth + 1));
    skipSpace(scan);
  } while (take(scan, ","));
  if (!take(scan, "]")) fail(scan, 'expected "," or "]"');
  return { kind: "list", at, items };
}

/** Finds the end of a string; what it spells is left to the language's own parser. */
function readString(scan: Scan): string {
  const { text } = scan;
  const start = scan.at;
  let end = start + 1;
  let hasEscape = false;
  for (; text[end] !== '"'; end++) {
    if (end >= text.length) fail(scan, "this string is not closed");
    if (text.charCodeAt(end) < 0x20) {
      scan.at = end;
      fail(scan, "a line end or control character inside a string");
    }
    if (text[end] !== "\\") continue;
    hasEscape = true;
    end++;
  }
  scan.at = end + 1;
  const literal = text.slice(start, end + 1);
  if (!hasEscape) return literal.slice(1, -1);
  let value: string;
  try {
    value = String(JSON.parse(literal));
  } catch {
    scan.at = start;
    return fail(scan, "this string has an unknown escape");
  }
  // Escapes can spell what the bytes of the file do not show.
  const place = scan.source.placeAt(scan.base + start);
  checkCharacters(value, () => place, scan.report, value.slice(0, 60));
  return value;
}

function match(scan: Scan, pattern: RegExp): string | null {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text)?.[0] ?? null;
  scan.at += found?.length ?? 0;
  return found;
}

function skipSpace(scan: Scan): void {
  match(scan, SPACE);
}

function take(scan: Scan, char: string): boolean {
  const isThere = scan.text[scan.at] === char;
  if (isThere) scan.at++;
  return isThere;
}

function fail(scan: Scan, reason: string): never {
  const { source, base, at, text, report } = scan;
  const found = at >= text.length ? "the end" : quoted(text.slice(at, at + 16));
  report.note("SK2031", source.placeAt(base + at), `JSON error: ${reason}, found ${found}.`);
  throw STOP;
}

function tooComplex({ source, base, at, report }: Scan, why: string): never {
  report.note("SK2034", source.placeAt(base + at), `The JSON ${why}; reading stopped here.`);
  throw STOP;
}
