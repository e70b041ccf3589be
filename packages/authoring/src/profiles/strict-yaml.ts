import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from "yaml";
import type { CST, ParsedNode } from "yaml";

/** YAML as StrictYAML has it: text, lists and mappings. */
export type StrictValue = string | StrictValue[] | Map<string, StrictValue>;

export type StrictReading = { value: StrictValue } | { problem: string; at: number };

/** The parser's cost per lexeme is constant below this depth. */
const LIMITS = { lexemes: 40_000, depth: 64, attempts: 20 };

class Refusal {
  readonly problem: string;
  readonly at: number;
  constructor(problem: string, at: number) {
    this.problem = problem;
    this.at = at;
  }
}

/**
 * Reads text as StrictYAML does, the dialect of the Agent Skills reference validator: block style only, no tags, anchors or duplicate keys,
 * every scalar a text. Bounded; `at` is an offset into the text.
 */
export function readStrictYaml(text: string): StrictReading {
  const bad = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text);
  if (bad !== null) return { problem: "a control character", at: bad.index };
  let indented = text;
  for (let attempt = 0; ; attempt++) {
    try {
      return { value: readDocument(indented) };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const more =
        attempt < LIMITS.attempts ? (indentQuoted(indented, refusal) ?? indentBlock(indented, refusal)) : null;
      if (more === null) return { problem: refusal.problem, at: Math.max(0, refusal.at) };
      indented = more;
    }
  }
}

/**
 * Here a quoted text may go on at the margin, which our parser takes for its end: its further lines are moved in, which changes nothing.
 */
function indentQuoted(text: string, { problem, at }: Refusal): string | null {
  if (!problem.startsWith("Missing closing")) return null;
  const quote = problem.includes('"') ? '"' : "'";
  const start = text.lastIndexOf(quote, at - 1);
  const pattern = quote === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^']|'')*'/y;
  const from = text.slice(0, start).lastIndexOf("\n") + 1;
  for (let open = text.indexOf(quote, from); open !== -1 && open <= at; open = text.indexOf(quote, open + 1)) {
    pattern.lastIndex = open;
    const scalar = pattern.exec(text)?.[0];
    if (scalar === undefined || !/\n {0,62}\S/.test(scalar) || /\n\.\.\.(?:\s|$)/.test(scalar)) continue;
    const moved = scalar.replace(/\n[ \t]*(?=[^\s])/g, `\n${" ".repeat(63)}`);
    return text.slice(0, open) + moved + text.slice(open + scalar.length);
  }
  return null;
}

/** Here `|` and `>` may stand alone on the next line, as deep as their key: they are moved in by one, which changes nothing. */
function indentBlock(text: string, { at }: Refusal): string | null {
  if (!/^[|>][1-9+-]{0,2}[ \t]*(?:[ \t]#[^\n]*)?(?:\n|$)/.test(text.slice(at, at + 200))) return null;
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(Math.max(0, from - 4096), from).split("\n");
  const key = before.findLast((line) => !/^\s*(?:#|$)/.test(line))?.replace(/\s#.*$/, "") ?? "";
  const indent = /^ */.exec(key)?.[0] ?? "";
  if (text.slice(from, at) !== indent || !/^[^\s"'#].*:\s*$/.test(key.slice(indent.length))) return null;
  return `${text.slice(0, at)} ${text.slice(at)}`;
}

function readDocument(text: string): StrictValue {
  const documents = [...new Composer(OPTIONS).compose(tokensOf(text), true, text.length)];
  const [first, second] = documents;
  // Its scanner takes a comment right behind a quoted text.
  const errors = documents
    .flatMap((one) => one.errors)
    .filter(({ message }) => !message.startsWith("Comments must be"));
  const [error] = errors;
  if (error !== undefined) throw new Refusal(error.message.split(/[\n:]/, 1)[0] ?? "syntax", error.pos[0]);
  if (second !== undefined) throw new Refusal("more than one document", second.range[0]);
  const root = first?.contents ?? null;
  // Nodes that a Composer made are parsed nodes.
  return root === null ? "" : toValue(root as ParsedNode, text);
}

const OPTIONS = {
  version: "1.2",
  schema: "failsafe",
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  strict: true,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** The lexer says U+001F before a scalar: only then may a lexeme begin with these as text. */
const SCALAR_FOLLOWS = "\u001f";
const FORBIDDEN = new Map([
  ["&", "an anchor"],
  ["*", "an alias"],
  ["!", "a tag"],
]);

function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let isScalar = false;
  let isHeader = false;
  for (const lexeme of new Lexer().lex(text)) {
    const forbidden = isScalar ? undefined : FORBIDDEN.get(lexeme[0] ?? "");
    if (forbidden !== undefined) throw new Refusal(forbidden, parser.offset);
    const isQuotedOrBlock = isScalar && (/^["']/.test(lexeme) || parser.stack.at(-1)?.type === "block-scalar");
    if (lexeme.includes("\t") && !lexeme.startsWith("#") && !isQuotedOrBlock)
      throw new Refusal("a tab between values", parser.offset);
    if (isHeader && lexeme.startsWith("#")) throw new Refusal("a comment right behind | or >", parser.offset);
    isHeader = !isScalar && /^[|>]/.test(lexeme);
    isScalar = lexeme === SCALAR_FOLLOWS;
    if (++lexemes > LIMITS.lexemes || parser.stack.length > LIMITS.depth)
      throw new Refusal("too complex", parser.offset);
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function toValue(node: ParsedNode | null, text: string): StrictValue {
  if (node === null) return "";
  const [at] = node.range;
  if (isAlias(node)) throw new Refusal("an alias", at);
  if (isScalar(node)) return isSpecial(node) ? [] : String(node.value ?? "");
  if (node.flow === true) throw new Refusal("flow style", at);
  if (isSeq(node)) return (node.items as ParsedNode[]).map((item) => toValue(item, text));
  if (!isMap(node)) throw new Refusal("an unknown node", at);
  return toMap(node.items as { key: ParsedNode | null; value: ParsedNode | null }[], text);
}

/** Types of YAML 1.1 that nothing constructs: what comes out is no text. */
function isSpecial(node: ParsedNode): boolean {
  return isScalar(node) && node.type === "PLAIN" && (node.source === "<<" || node.source === "=");
}

function toMap(pairs: { key: ParsedNode | null; value: ParsedNode | null }[], text: string): Map<string, StrictValue> {
  const map = new Map<string, StrictValue>();
  let column: number | null = null;
  for (const { key, value } of pairs) {
    const at = key?.range[0] ?? 0;
    if (isScalar(key) && key.type === "PLAIN" && key.source === "<<") {
      const merged = toValue(value, text);
      if (typeof merged === "string") throw new Refusal("a merge of what is no mapping", at);
      if (merged instanceof Map) for (const [name, one] of merged) if (!map.has(name)) map.set(name, one);
      continue;
    }
    const name = toValue(key, text);
    if (typeof name !== "string") throw new Refusal("a key that is no text", at);
    if (map.has(name)) throw new Refusal(`the key ${name.slice(0, 60)} twice`, at);
    map.set(name, toValue(value, text));
    if (value === null || !isMap(value)) continue;
    const start = value.range[0];
    const own = start - text.lastIndexOf("\n", start - 1);
    if (column !== null && own !== column) throw new Refusal("mappings indented differently", start);
    column = own;
  }
  return map;
}
