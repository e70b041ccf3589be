import { Composer, isMap, isScalar, isSeq, Lexer, Parser } from "yaml";
import type { CST, ParsedNode, Scalar } from "yaml";
import { quoted } from "./report.ts";
import type { Report } from "./report.ts";
import { checkCharacters } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";

/** What YAML is reduced to here: no tags, no aliases, no prototype to pollute. `at` is an offset into the source text. */
export type Tree = ScalarTree | ListTree | MapTree;

export interface ScalarTree {
  kind: "scalar";
  at: number;
  /** As the author spelled it: `1.10` stays "1.10", `no` stays "no". */
  text: string;
  /** As the YAML 1.2 core schema reads it. */
  value: string | number | boolean | null;
  plain: boolean;
}

export interface ListTree {
  kind: "list";
  at: number;
  items: Tree[];
}

export interface MapTree {
  kind: "map";
  at: number;
  entries: Map<string, { keyAt: number; value: Tree }>;
}

/** 40,000 lexemes are about 5,000 lines of `key: value`; the parser's cost per lexeme is constant below this depth. */
const LIMITS = { lexemes: 40_000, depth: 64, reported: 20 };

/**
 * Reads `text[start, end)` of a source as one YAML 1.2 mapping, as hostile input: counts and depth are bounded while lexing,
 * tags, anchors, aliases and merge keys are refused before anything is composed. Null when nothing can be read; what is wrong is reported.
 */
export function readYaml(source: SourceText, start: number, end: number, report: Report): MapTree | null {
  const yaml = source.text.slice(start, end);
  const tokens = parseWithinLimits(source, yaml, start, report);
  if (tokens === null) return null;
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    uniqueKeys: false, // the library compares every pair; toTree uses a Map
    strict: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents = [...composer.compose(tokens, true, yaml.length)];
  const [first, second] = documents;
  const errors = new Map(documents.flatMap((one) => one.errors).map((error) => [error.pos[0], error]));
  for (const [at, error] of [...errors].slice(0, LIMITS.reported)) {
    const place = source.placeAt(start + Math.max(0, at));
    if (error.code === "BLOCK_AS_IMPLICIT_KEY" && hasOpenColon(source.text, start + at))
      report.note("SK2014", place, "A value with a colon and a space in it is not quoted.");
    else report.note("SK2013", place, `YAML error: ${firstSentence(error.message)}.`);
  }
  if (second !== undefined) {
    const place = source.placeAt(start + second.range[0]);
    report.note("SK2013", place, "The front matter holds more than one YAML document.");
  }
  if (first === undefined || first.errors.length > 0 || second !== undefined) return null;
  const root = first.contents;
  if (!isMap(root)) {
    const found = isSeq(root) ? "a list" : isScalar(root) && root.value !== null ? "text" : "empty";
    const place = source.placeAt(start + (found === "empty" ? 0 : (root?.range[0] ?? 0)));
    report.note("SK2016", place, `The front matter is ${found}, not a mapping.`);
    return null;
  }
  // Nodes that a Composer made have ranges; the type guard above forgets it.
  const tree = toTree(root as ParsedNode, { source, base: start, report });
  return tree.kind === "map" ? tree : null;
}

/** Whether the line around an offset is `key: text: more`, without quotes. */
function hasOpenColon(text: string, at: number): boolean {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*(?:- +)?[\w.-]{1,64}:[ \t]+[^\s"'[{>|&*!%@`#][^\n]*?:(?:[ \t]|\r?$)/m.test(
    text.slice(from, from + 4096),
  );
}

function parseWithinLimits(source: SourceText, yaml: string, base: number, report: Report): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let refused = 0;
  let isScalarNext = false;
  for (const lexeme of new Lexer().lex(yaml)) {
    // A lexeme is never empty; other characters find nothing in the table.
    const what = isScalarNext ? lexeme === "<<" && "merge key" : FORBIDDEN[lexeme[0] as keyof typeof FORBIDDEN];
    isScalarNext = lexeme === SCALAR_FOLLOWS;
    if (what && refused++ < LIMITS.reported) {
      const place = source.placeAt(base + parser.offset);
      report.note("SK2017", place, `The YAML ${what} ${quoted(lexeme)} is not allowed.`);
    }
    const tooMany = ++lexemes > LIMITS.lexemes;
    if (tooMany || parser.stack.length > LIMITS.depth) {
      const place = source.placeAt(base + parser.offset);
      const why = tooMany ? "holds too many values" : "is nested too deeply";
      report.note("SK2022", place, `The front matter ${why}; reading stopped here.`);
      return null;
    }
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return refused > 0 ? null : tokens;
}

/** The lexer says U+001F before a scalar: only then may a lexeme begin with `&`, `*` or `!` as text. */
const SCALAR_FOLLOWS = "\u001f";
const FORBIDDEN = { "&": "anchor", "*": "alias", "!": "tag" } as const;

interface Conversion {
  source: SourceText;
  base: number;
  report: Report;
}

/** The casts restore what the library's type guards forget: what a Composer made holds parsed nodes only. */
function toTree(node: ParsedNode, conversion: Conversion): Tree {
  const at = conversion.base + node.range[0];
  if (isMap(node)) return toMapTree(node.items as Pairs, at, conversion);
  if (isSeq(node)) {
    const items = (node.items as ParsedNode[]).map((item) => toTree(item, conversion));
    return { kind: "list", at, items };
  }
  if (isScalar(node)) return toScalarTree(node, at, conversion);
  // Aliases were refused while lexing.
  return { kind: "scalar", at, text: "", value: null, plain: true };
}

type Pairs = { key: ParsedNode | null; value: ParsedNode | null }[];

function toMapTree(pairs: Pairs, at: number, conversion: Conversion): MapTree {
  const { source, base, report } = conversion;
  const entries: MapTree["entries"] = new Map();
  for (const { key, value } of pairs) {
    const keyAt = base + (key?.range[0] ?? at - base);
    if (key === null || !isScalar(key)) {
      report.note("SK2013", source.placeAt(keyAt), "YAML error: a key must be plain text.");
      continue;
    }
    const name = toScalarTree(key, keyAt, conversion).text;
    const earlier = entries.get(name);
    if (earlier !== undefined) {
      const { line } = source.placeAt(earlier.keyAt);
      const message = `The key ${quoted(name)} appears twice, first on line ${line}.`;
      report.note("SK2015", source.placeAt(keyAt), message);
      continue;
    }
    const tree: Tree =
      value === null ? { kind: "scalar", at: keyAt, text: "", value: null, plain: true } : toTree(value, conversion);
    if (value !== null && tree.kind === "scalar" && tree.plain && isProse(name))
      noteCut({ name, text: tree.text, endsAt: base + value.range[1] }, conversion);
    entries.set(name, { keyAt, value: tree });
  }
  return { kind: "map", at, entries };
}

/** Fields whose text is a person's own words: nothing else tells a whole one from one that ends too early. */
const PROSE =
  /^(?:description|title|summary|tagline|display[_-]?name|when[_-]to[_-]use|author|compatibility|purpose)$/i;
const isProse = (name: string): boolean => PROSE.test(name);

/**
 * ` #` begins a comment in a value without quotes (YAML 1.2.2 §6.6): no reader sees the rest, and none says so. Who means a comment sets
 * it off by more than one space.
 */
function noteCut({ name, text, endsAt }: { name: string; text: string; endsAt: number }, conversion: Conversion): void {
  const { source, report } = conversion;
  const line = source.text.slice(endsAt, endsAt + 256);
  const [, space = "", rest = ""] = /^([ \t])(#[^\r\n]*)/.exec(line) ?? [];
  if (rest === "" || text === "") return;
  const message = `${name} ends at ${quoted(text.slice(-30))}: ${quoted(rest)} is read as a comment.`;
  report.note("SK2024", source.placeAt(endsAt + space.length), message);
}

function toScalarTree(node: Scalar, at: number, { source, report }: Conversion): ScalarTree {
  const plain = node.type === "PLAIN";
  const text = node.source ?? "";
  // Escapes can spell what the bytes of the file do not show: "\u202e", "\ud800", "\0".
  if (node.type === "QUOTE_DOUBLE") checkCharacters(text, () => source.placeAt(at), report, text.slice(0, 60));
  const raw: unknown = node.value;
  const value = typeof raw === "number" || typeof raw === "boolean" || raw === null ? raw : String(raw);
  return { kind: "scalar", at, text, value, plain };
}

function firstSentence(message: string): string {
  const end = message.search(/[\n:]|\. /);
  return (end === -1 ? message : message.slice(0, end)).slice(0, 160).replace(/\.$/, "");
}
