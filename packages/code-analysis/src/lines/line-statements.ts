import type { CodeUnit } from "@gaia/reading";
import { cutOff } from "../engine/reader.ts";

const MOST_STATEMENTS = 20_000;
const MOST_STATEMENT = 6_000;
const MOST_LINES_OF_ONE = 60;

/** One statement, on one line however it was written. */
export interface Statement {
  text: string;
  /** 1-based line of the unit at which it begins. */
  line: number;
  indent: number;
}

/** Spelling that hides words goes: PowerShell's backticks, carets of batch files. */
export function plainText({ text, language }: CodeUnit, mostCharacters: number): string {
  let plain = text.slice(0, mostCharacters);
  if (language === "powershell") plain = plain.replaceAll(/`(?=[A-Za-z])/g, "").replaceAll(/`\r?\n/g, " ");
  if (language === "batch") plain = plain.replaceAll(/\^(?=\S)/g, "");
  // Documentation between the code: its lines stay, empty, so that others keep their numbers.
  if (language === "perl")
    plain = plain.replaceAll(/^=[a-z]\w*[^\n]*(?:\n(?!=cut\b)[^\n]*)*(?:\n=cut\b[^\n]*)?/gm, blank);
  if (language === "ruby")
    plain = plain.replaceAll(/^=begin\b[^\n]*(?:\n(?!=end\b)[^\n]*)*(?:\n=end\b[^\n]*)?/gm, blank);
  return plain;
}

const blank = (text: string): string => text.replaceAll(/[^\n]+/g, "");

const COMMENT: Partial<Record<string, RegExp>> = {
  batch: /^\s*(?:rem\b|::|@rem\b)/i,
  applescript: /^\s*--/,
  php: /^\s*(?:#(?!\[)|\/\/|\*\s|\*\/|\/\*)/,
};
const COMMENT_OF_MOST = /^\s*(?:#(?!!)|\/\/)/;
const CONTINUED = /(?:[,|\\(`]|[^=!<>]=|=>|&&|\s[.+])\s*$/;
const CONTINUES = /^\s*(?:\.(?!\.)|\?->|->|\|(?!\|)|&\.)/;
const HEREDOC = /<<[~-]?(["'`]?)([A-Z][A-Z_]{1,20})\1|<<<\s?(["']?)(\w{2,20})\3\s*$/;

interface Scanner {
  statements: Statement[];
  text: string;
  line: number;
  lines: number;
  /** Open brackets: "(" joins the lines inside it, "{" holds statements. */
  open: string[];
  /** Of a statement that begins within a line. */
  indent: number | null;
  /** Which bound left some of it unread; null when none did. */
  cut: string | null;
}

/** The statements of a program; what stands in brackets, or goes on in the next line, is one. */
export function statementsOf({ language }: CodeUnit, plain: string): { statements: Statement[]; cut: string | null } {
  const scanner: Scanner = { statements: [], text: "", line: 1, lines: 0, open: [], indent: null, cut: null };
  const comment = COMMENT[language] ?? COMMENT_OF_MOST;
  const lines = plain.split(/\r\n|\r|\n/);
  const isJoined = language !== "batch" && language !== "applescript";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^__(?:END|DATA)__\s*$/.test(line)) break;
    if (scanner.statements.length >= MOST_STATEMENTS) {
      cutOff(scanner, "it has more statements than are read");
      break;
    }
    if (comment.test(line)) continue;
    if (scanner.text === "") {
      scanner.line = at + 1;
      scanner.indent = null;
    }
    const body = isJoined ? quotedBelow(lines, at, line) : null;
    take(scanner, body?.joined ?? line, isJoined);
    if (body !== null) at = body.last;
    const isOpen =
      isJoined &&
      scanner.lines < MOST_LINES_OF_ONE &&
      scanner.text.length < MOST_STATEMENT &&
      (scanner.open.at(-1) === "(" || CONTINUED.test(scanner.text) || CONTINUES.test(lines[at + 1] ?? ""));
    if (isOpen) scanner.text += " ";
    else {
      while (scanner.open.at(-1) === "(") scanner.open.pop();
      end(scanner);
    }
  }
  end(scanner);
  return scanner;
}

/** A text that stands below its statement. */
function quotedBelow(lines: readonly string[], at: number, line: string): { joined: string; last: number } | null {
  const here = /@(["'])\s*$/.exec(line);
  const document = here === null ? HEREDOC.exec(line) : null;
  if (here === null && document === null) return null;
  const word = document?.[2] ?? document?.[4] ?? "";
  const last = lines.findIndex(
    (each, index) => index > at && (here === null ? each.trim().replace(/[;,)].*$/, "") === word : /^["']@/.test(each)),
  );
  if (last === -1) return null;
  const inner = lines.slice(at + 1, last);
  const text = inner.join(inner.every((each) => /^[A-Za-z0-9+/=]*\s*$/.test(each)) ? "" : " ").replaceAll(/["']/g, " ");
  // The text stands where the statement names it: `system(<<~SH)` is called with it.
  if (here === null) return { joined: line.replace(HEREDOC, () => ` "${text}"`), last };
  return { joined: `${line.slice(0, here.index)} "${text}"${(lines[last] ?? "").slice(2)}`, last };
}

/** Takes a line in: what ends in it becomes a statement. */
function take(scanner: Scanner, line: string, isJoined: boolean): void {
  scanner.lines += 1;
  let quote = "";
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (quote !== "") {
      if (char === "\\" && quote !== "`") at += 1;
      else if (char === quote) quote = "";
      continue;
    }
    if ((char === '"' || char === "'") && line.includes(char, at + 1)) quote = char;
    else if (char === "#" && /\s/.test(line[at - 1] ?? " ") && /[\s#]/.test(line[at + 1] ?? " ") && isJoined) {
      scanner.text += line.slice(from, at);
      return;
    } else if (char === "(" || char === "[") scanner.open.push("(");
    else if (char === "{") scanner.open.push(isData(`${scanner.text}${line.slice(from, at)}`) ? "(" : "{");
    else if (char === ")" || char === "]" || char === "}") scanner.open.pop();
    else if (char === ";" && (scanner.open.at(-1) !== "(" || !isJoined) && /[\s$A-Za-z]|^$/.test(line[at + 1] ?? "")) {
      scanner.text += line.slice(from, at);
      from = at + 1;
      end(scanner);
      // What follows on the line stands in the same block.
      scanner.indent ??= (/^\s*/.exec(line)?.[0].length ?? 0) + 1;
    }
    if (scanner.open.length > 200) scanner.open.length = 0;
  }
  scanner.text += line.slice(from);
}

/** Whether a brace after this begins a table, rather than a block. */
const isData = (before: string): boolean => /(?:[@=(,:[>]|\breturn)\s{0,4}$/.test(before.slice(-20));

function end(scanner: Scanner): void {
  const { text, line } = scanner;
  if (text.length > MOST_STATEMENT) cutOff(scanner, "a statement is longer than is read");
  if (text.trim() !== "")
    scanner.statements.push({
      text: text.slice(0, MOST_STATEMENT),
      line: Math.max(line, 1),
      indent: scanner.indent ?? /^\s*/.exec(text)?.[0].length ?? 0,
    });
  scanner.line += scanner.lines > 0 ? scanner.lines - 1 : 0;
  scanner.text = "";
  scanner.lines = 0;
}
