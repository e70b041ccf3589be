import type { Part, ShellScript, Word } from "./shell-ast.ts";
import { unescapeShell } from "./shell-escapes.ts";

/** What stops the reading of a script. */
export class ShellTrouble extends Error {
  /** Whether a bound of the reader's was reached, rather than something that is no shell. */
  readonly isBound: boolean;

  constructor(message: string, isBound = false) {
    super(message);
    this.isBound = isBound;
  }
}

export interface ShellProblem {
  line: number;
  what: string;
  isBound: boolean;
}

export interface Cursor {
  text: string;
  at: number;
  /** 1-based. */
  line: number;
  depth: number;
  commands: number;
  /** Announced, and beginning after this line. */
  heredocs: { end: string; isIndented: boolean; target: Word }[];
  problem: ShellProblem | null;
  /** Reads a script up to its closing bracket. */
  parse(cursor: Cursor): ShellScript;
}

/** Blanks, continued lines, comments. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const char = text[cursor.at];
    if (char === " " || char === "\t" || char === "\r" || char === "\uFEFF" || char === "\u00A0") cursor.at += 1;
    else if (char === "\\" && (text[cursor.at + 1] === "\n" || text.startsWith("\r\n", cursor.at + 1))) {
      cursor.at += text[cursor.at + 1] === "\n" ? 2 : 3;
      cursor.line += 1;
    } else if (char === "#" && (cursor.at === 0 || /[\s;|&(){}]/.test(text[cursor.at - 1] ?? ""))) {
      const end = text.indexOf("\n", cursor.at);
      cursor.at = end === -1 ? text.length : end;
    } else return;
  }
}

const ENDS = new Set(" \t\n\r;|&()<>");
const PLAIN = /[^\s;|&()<>"'`$\\]+/y;

/** The word at the cursor; null where none begins. */
export function wordAt(cursor: Cursor): Word | null {
  const parts: Part[] = [];
  const { text, line } = cursor;
  const start = cursor.at;
  const plain = (piece: string, quoted: boolean, escaped = false) => {
    const last = parts.at(-1);
    if (last?.kind === "text" && last.quoted === quoted && last.escaped === escaped) last.text += piece;
    else parts.push({ kind: "text", text: piece, quoted, escaped });
  };
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? "";
    if ((char === "<" || char === ">") && text[cursor.at + 1] === "(") {
      cursor.at += 2;
      parts.push({ kind: "process", script: bracketed(cursor), direction: char });
      continue;
    }
    if (ENDS.has(char)) break;
    if (char === "'") quotedText(cursor, plain);
    else if (char === '"') doubleQuoted(cursor, parts);
    else if (char === "`") parts.push(backticks(cursor, false));
    else if (char === "$") dollar(cursor, parts, false);
    else if (char === "\\") {
      const next = text[cursor.at + 1] ?? "";
      cursor.at += next === "" ? 1 : 2;
      if (next === "\n") cursor.line += 1;
      else plain(next, true, /[a-z0-9]/i.test(next));
    } else {
      PLAIN.lastIndex = cursor.at;
      const piece = PLAIN.exec(text)?.[0] ?? char;
      cursor.at += piece.length;
      plain(piece, false);
    }
  }
  return cursor.at === start ? null : { parts, line };
}

function quotedText(cursor: Cursor, plain: (piece: string, quoted: boolean) => void): void {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end === -1) throw new ShellTrouble("a quote is not closed");
  const piece = cursor.text.slice(cursor.at + 1, end);
  plain(piece, true);
  cursor.line += lines(piece);
  cursor.at = end + 1;
}

function doubleQuoted(cursor: Cursor, parts: Part[]): void {
  cursor.at += 1;
  let piece = "";
  const flush = (always: boolean) => {
    if (piece !== "" || always) parts.push({ kind: "text", text: piece, quoted: true, escaped: false });
    piece = "";
  };
  for (;;) {
    const char = cursor.text[cursor.at];
    if (char === undefined) throw new ShellTrouble("a quote is not closed");
    if (char === '"') {
      cursor.at += 1;
      flush(true);
      return;
    }
    if (char === "\\") {
      const next = cursor.text[cursor.at + 1] ?? "";
      if (next === "\n") cursor.line += 1;
      else piece += /[$`"\\]/.test(next) ? next : `\\${next}`;
      cursor.at += 2;
    } else if (char === "`" || char === "$") {
      flush(false);
      if (char === "`") parts.push(backticks(cursor, true));
      else dollar(cursor, parts, true);
    } else {
      if (char === "\n") cursor.line += 1;
      piece += char;
      cursor.at += 1;
    }
  }
}

function dollar(cursor: Cursor, parts: Part[], quoted: boolean): void {
  const { text } = cursor;
  const rest = text.slice(cursor.at + 1, cursor.at + 120);
  const variable = (name: string, operator = "", argument: Word | null = null, index: string | null = null) =>
    parts.push({ kind: "variable", name, operator, argument, index, quoted });
  if (rest.startsWith("((")) {
    const end = text.indexOf("))", cursor.at);
    if (end !== -1 && end - cursor.at < 2_000) {
      cursor.at = end + 2;
      variable("((");
      return;
    }
  }
  if (rest.startsWith("(")) {
    cursor.at += 2;
    parts.push({ kind: "substitution", script: bracketed(cursor), quoted });
    return;
  }
  if (rest.startsWith("{")) {
    braced(cursor, variable);
    return;
  }
  if (rest.startsWith("'") && !quoted) {
    const match = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(text.slice(cursor.at, cursor.at + 200_000));
    if (match === null) throw new ShellTrouble("a quote is not closed");
    cursor.line += lines(match[0]);
    cursor.at += match[0].length;
    const inner = match[1] ?? "";
    parts.push({ kind: "text", text: unescapeShell(inner), quoted: true, escaped: /\\[xuU0-7]/.test(inner) });
    return;
  }
  if (rest.startsWith('"') && !quoted) {
    cursor.at += 1;
    return;
  }
  const name = /^(?:[A-Za-z_]\w{0,100}|[0-9@*#?$!-])/.exec(rest)?.[0];
  cursor.at += 1 + (name?.length ?? 0);
  if (name === undefined) parts.push({ kind: "text", text: "$", quoted, escaped: false });
  else variable(name);
}

/** `${name…}`: the operator as it stands, its argument as a word. */
function braced(
  cursor: Cursor,
  variable: (name: string, operator?: string, argument?: Word | null, index?: string | null) => void,
): void {
  const { text } = cursor;
  const head =
    /^\$\{([#!]?)([A-Za-z_]\w{0,100}|\d{1,5}|[@*#?$!-])?(?:\[([^\]\n]{0,200})\])?(:?[-=?+]|##?|%%?|\/\/?|\^\^?|,,?|:|@)?/.exec(
      text.slice(cursor.at, cursor.at + 330),
    );
  const taken = head?.[0].length ?? 2;
  cursor.at += taken;
  const inner: Part[] = [];
  let piece = "";
  const flush = () => {
    if (piece !== "") inner.push({ kind: "text", text: piece, quoted: false, escaped: false });
    piece = "";
  };
  for (;;) {
    const char = text[cursor.at];
    if (char === undefined) throw new ShellTrouble("a brace is not closed");
    if (char === "}") break;
    if (char === "$" || char === "`") {
      flush();
      if ((cursor.depth += 1) > 60) throw new ShellTrouble("it is nested too deep", true);
      if (char === "`") inner.push(backticks(cursor, true));
      else dollar(cursor, inner, false);
      cursor.depth -= 1;
    } else {
      if (char === "\n") cursor.line += 1;
      if (char === "\\") cursor.at += 1;
      else if (char !== '"' && char !== "'") piece += char;
      if (char === "\\") piece += text[cursor.at] ?? "";
      cursor.at += 1;
    }
  }
  cursor.at += 1;
  flush();
  variable(
    head?.[2] ?? "",
    (head?.[1] ?? "") + (head?.[4] ?? ""),
    { parts: inner, line: cursor.line },
    head?.[3] ?? null,
  );
}

/** The script up to the closing bracket, which is taken. */
function bracketed(cursor: Cursor): ShellScript {
  // What a here-document of the outer line holds comes after that line.
  const heredocs = cursor.heredocs.splice(0);
  const script = cursor.parse(cursor);
  if (cursor.text[cursor.at] !== ")")
    cursor.problem ??= { line: cursor.line, what: "a bracket is not closed", isBound: false };
  cursor.at += 1;
  cursor.heredocs.push(...heredocs);
  return script;
}

function backticks(cursor: Cursor, quoted: boolean): Part {
  const { text } = cursor;
  let end = cursor.at + 1;
  while (end < text.length && text[end] !== "`") end += text[end] === "\\" ? 2 : 1;
  if (end >= text.length) throw new ShellTrouble("a quote is not closed");
  const source = text.slice(cursor.at + 1, end).replaceAll(/\\([`\\$])/g, "$1");
  if ((cursor.depth += 1) > 60) throw new ShellTrouble("it is nested too deep", true);
  const inner: Cursor = { ...cursor, text: source, at: 0, heredocs: [], problem: null };
  let script: ShellScript = { pipelines: [] };
  try {
    script = cursor.parse(inner);
  } catch (error) {
    if (!(error instanceof ShellTrouble)) throw error;
    cursor.problem ??= { line: cursor.line, what: error.message, isBound: error.isBound };
  }
  if (inner.problem?.isBound === true) cursor.problem = inner.problem;
  cursor.commands = inner.commands;
  cursor.depth -= 1;
  cursor.line += lines(source);
  cursor.at = end + 1;
  return { kind: "substitution", script, quoted };
}

function lines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
