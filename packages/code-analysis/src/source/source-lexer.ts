import type { CodeLanguage } from "@gaia/reading";
import { cutOff } from "../engine/reader.ts";
import { type Syntax, syntaxOf } from "./source-syntax.ts";
import { MOST_TEXT, plainOf } from "./source-text.ts";

const MOST_STATEMENTS = 30_000;
const MOST_STATEMENT = 6_000;
const MOST_LINES_OF_ONE = 60;

/** One statement without its comments; every text in it stands as `"…"`. */
export interface Statement {
  text: string;
  /** 1-based line of the unit at which it begins. */
  line: number;
  indent: number;
  /** Texts that were written in pieces. */
  made: string[];
}

const JOINS = /^\s{0,8}(?:\+{1,2}|\.\.|\.|&|<>|\^|~|_)?\s{0,8}$/;
const GOES_ON = /(?:[,(=+|\\&]|\.\.|<>|<-|=>|\|>|\s_|\sand|\sor)\s*$/;
const GOES_ON_BELOW = /^\s*(?:\.(?!\.)|\?\.|\|>|\|(?![|])|&\s|\+\s|<>|\.\.\s?["a-z]|->>?\s|,|::|\?:)/;
/** A brace after this begins a table, rather than a block. */
const DATA = /(?:(?<!=)=|[(,[:\]]|\breturn|\bnew\s[\w.<>[\]]{1,60}(?:\([^()]{0,80}\))?|&[\w.]{1,60})\s{0,4}$/;

interface Scanner {
  language: CodeLanguage;
  source: string;
  syntax: Syntax;
  statements: Statement[];
  text: string;
  /** Where the last text in `text` ends, behind its quote; -1 for none. */
  textEnd: number;
  made: string[];
  line: number;
  /** Where the line begins that is read. */
  lineStart: number;
  /** Quotes that nothing closes before there. */
  unclosed: Map<string, number>;
  /** The line at which the statement began; 0 when it has not. */
  begun: number;
  indent: number;
  open: string[];
  /** Which bound left some of it unread; null when none did. */
  cut: string | null;
}

/** The statements of a program; what stands in brackets, or goes on in the next line, is one. */
export function statementsOf(source: string, language: CodeLanguage): { statements: Statement[]; cut: string | null } {
  const scanner: Scanner = {
    language,
    source,
    syntax: syntaxOf(language),
    statements: [],
    text: "",
    textEnd: -1,
    made: [],
    line: 1,
    lineStart: 0,
    unclosed: new Map(),
    begun: 0,
    indent: 0,
    open: [],
    cut: null,
  };
  const starts = new Set(
    [
      ...scanner.syntax.quotes.map(([open]) => open),
      ...scanner.syntax.blocks.map(([open]) => open),
      ...scanner.syntax.comments,
      ...(scanner.syntax.spaced ?? []),
    ].map((open) => open.charAt(0)),
  );
  let at = 0;
  while (at < source.length) {
    if (scanner.statements.length >= MOST_STATEMENTS) {
      cutOff(scanner, "it has more statements than are read");
      break;
    }
    const char = source[at] ?? "";
    const next = starts.has(char) ? special(scanner, at) : at;
    at = next > at ? next : plain(scanner, at, char);
  }
  end(scanner);
  return scanner;
}

/** A comment or a text; where it ends, or `at` when it is neither. */
function special(scanner: Scanner, at: number): number {
  const { source, syntax } = scanner;
  for (const [open, close] of syntax.blocks) {
    if (!source.startsWith(open, at)) continue;
    const stop = source.indexOf(close, at + open.length);
    const to = stop === -1 ? source.length : stop + close.length;
    countLines(scanner, at, to);
    scanner.text += " ";
    return to;
  }
  if (isComment(scanner, at)) {
    const stop = source.indexOf("\n", at);
    return stop === -1 ? source.length : stop;
  }
  // A character, a lifetime or a label is no text.
  if (source[at] === "'" && /[\w)\]]/.test(source[at - 1] ?? "") && scanner.language !== "sql") return at;
  for (const [open, close, inside] of syntax.quotes)
    if (source.startsWith(open, at) && at >= (scanner.unclosed.get(open) ?? 0))
      return quoted(scanner, at, open, close, inside);
  return at;
}

function isComment({ source, syntax, language, lineStart }: Scanner, at: number): boolean {
  const before = source[at - 1] ?? "\n";
  if (language === "vim" && source[at] === '"') {
    return at - lineStart < 200 && source.slice(lineStart, at).trim() === "";
  }
  if (syntax.comments.some((mark) => source.startsWith(mark, at)))
    return !(source[at] === "/" && before === ":") && !(source[at] === "#" && /[$\w&]/.test(before));
  return /\s|;/.test(before) && (syntax.spaced ?? []).some((mark) => source.startsWith(mark, at));
}

function quoted(
  scanner: Scanner,
  at: number,
  open: string,
  close: string,
  inside: "escaped" | "doubled" | "raw",
): number {
  const { source } = scanner;
  const isLong = open.length > 1 || inside === "raw";
  let to = at + open.length;
  for (; to < source.length; to += 1) {
    const char = source[to];
    if (
      char === "\n" &&
      !isLong &&
      scanner.language !== "tcl" &&
      scanner.language !== "lisp" &&
      scanner.language !== "r" &&
      scanner.language !== "clojure"
    )
      break;
    if (inside === "escaped" && char === "\\") to += 1;
    else if (source.startsWith(close, to)) {
      if (inside === "doubled" && source.startsWith(close, to + close.length)) to += 1;
      else break;
    }
  }
  // One that its line does not end is no text: an apostrophe, a lifetime.
  if (to >= source.length || (source[to] === "\n" && !isLong)) {
    scanner.unclosed.set(open, to);
    if (to < source.length || !isLong) return at;
  }
  const raw = source.slice(at + open.length, to);
  begin(scanner, at);
  countLines(scanner, at, to);
  if (raw.length > MOST_TEXT) cutOff(scanner, "a text is longer than is read");
  push(scanner, plainOf(raw, inside, close));
  return to + close.length;
}

/** Adds a text; one that is only joined to the text before becomes part of it. */
function push(scanner: Scanner, text: string): void {
  const { textEnd } = scanner;
  if (scanner.text.length > MOST_TEXT) {
    cutOff(scanner, "a statement is longer than is read");
    return;
  }
  const between = textEnd === -1 ? "" : scanner.text.slice(textEnd);
  const isJoined =
    textEnd !== -1 &&
    between.length <= 18 &&
    JOINS.test(between) &&
    (between.trim() !== "" || scanner.language === "c");
  if (isJoined) {
    scanner.text = `${scanner.text.slice(0, textEnd - 1)}${text}"`;
    scanner.made.push(scanner.text.slice(scanner.text.lastIndexOf('"', scanner.text.length - 2) + 1, -1));
  } else scanner.text += `"${text}"`;
  scanner.textEnd = scanner.text.length;
}

function countLines(scanner: Scanner, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (scanner.source[at] !== "\n") continue;
    scanner.line += 1;
    scanner.lineStart = at + 1;
  }
}

function begin(scanner: Scanner, at: number): void {
  if (scanner.begun !== 0) return;
  scanner.begun = scanner.line;
  const from = scanner.lineStart;
  const head = scanner.source.slice(from, Math.min(at, from + 200));
  // What follows on a line stands inside what began it.
  scanner.indent = (/^\s*/.exec(head)?.[0].length ?? 0) + (head.trim() === "" ? 0 : 1);
}

/** One character of code. */
function plain(scanner: Scanner, at: number, char: string): number {
  const { syntax, open } = scanner;
  if (char === "\n") {
    newline(scanner, at);
    scanner.line += 1;
    scanner.lineStart = at + 1;
    return at + 1;
  }
  if (char === "\r") return at + 1;
  if (/\S/.test(char)) begin(scanner, at);
  const isLisp = syntax.lines === true;
  if (char === "(" || char === "[") open.push("(");
  else if (char === "{") {
    const before = scanner.text.slice(-80);
    // Go's formatter sets a block apart from what is before it, and a composite literal not.
    const isBlock =
      syntax.braces &&
      (scanner.language === "scala" || !DATA.test(before)) &&
      !(scanner.language === "go" && /(?<!struct|interface)(?<=[\w\]])$/.test(before));
    open.push(isBlock ? "{" : "(");
    if (isBlock && scanner.language !== "tcl") {
      end(scanner);
      return at + 1;
    }
  } else if (char === ")" || char === "]") {
    if (open.at(-1) === "(") open.pop();
  } else if (char === "}") {
    const top = open.pop();
    if (top === "{" && scanner.language !== "tcl") {
      end(scanner);
      return at + 1;
    }
  } else if (char === ";" && !isLisp && open.at(-1) !== "(") {
    end(scanner);
    return at + 1;
  }
  if (open.length > 200) open.length = 0;
  if (scanner.text.length < MOST_STATEMENT) scanner.text += char;
  else if (/\w/.test(char)) cutOff(scanner, "a statement is longer than is read");
  return at + 1;
}

function newline(scanner: Scanner, at: number): void {
  const { source, open, syntax } = scanner;
  if (scanner.begun === 0) return;
  const isLong = scanner.line - scanner.begun >= MOST_LINES_OF_ONE || scanner.text.length >= MOST_STATEMENT;
  // A function that stands among arguments has statements of its own.
  const isBody =
    open.at(-1) === "(" &&
    !syntax.braces &&
    /(?:->|\bdo|\bfunction\s{0,2}\([^()]{0,80}\))\s{0,4}$/.test(scanner.text.slice(-120));
  if (isBody) open.length = 0;
  const isHead = /(?:\(\)|\bmain)\s{0,4}=\s{0,4}$/.test(scanner.text.slice(-20));
  const isInside = open.at(-1) === "(" && syntax.lines !== true;
  const below = source.slice(at + 1, at + 60);
  const isOpen =
    isInside || (syntax.lines !== true && (GOES_ON.test(scanner.text.slice(-12)) || GOES_ON_BELOW.test(below)));
  if (isOpen && !isLong && !isBody && !isHead) {
    scanner.text = scanner.text.replace(/\s[_\\]\s*$|\\$/, " ");
    scanner.text += " ";
    return;
  }
  if (isLong) while (open.at(-1) === "(") open.pop();
  end(scanner);
}

function end(scanner: Scanner): void {
  const { text } = scanner;
  if (/\w/.test(text))
    scanner.statements.push({
      text: text.trim(),
      line: scanner.begun === 0 ? scanner.line : scanner.begun,
      indent: scanner.indent,
      made: scanner.made,
    });
  scanner.text = "";
  scanner.textEnd = -1;
  scanner.made = [];
  scanner.begun = 0;
}
