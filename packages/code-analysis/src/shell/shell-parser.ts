import type { Assign, Loop, Part, Pipeline, Redirect, ShellCommand, ShellScript, Word } from "./shell-ast.ts";
import { arithmeticEnd, arrayAt, newline, stands } from "./shell-lines.ts";
import { redirectAt, redirectsAt } from "./shell-redirects.ts";
import { type Cursor, ShellTrouble, skipBlanks, wordAt } from "./shell-words.ts";

/** Deeper nesting than any script; more is told as a problem. */
const MOST_DEPTH = 60;
/** The name of a coprocess, which only stands before what is more than one program. */
const COPROCESS = /^[A-Za-z_]\w{0,100}[ \t]{1,20}(?=[{(]|(?:while|until|for|if|case)\b)/;
const MOST_COMMANDS = 60_000;

/** Pipelines up to one of the closing words or brackets, which is left standing. */
export function list(cursor: Cursor, closers: readonly string[]): ShellScript {
  const pipelines: Pipeline[] = [];
  if ((cursor.depth += 1) > MOST_DEPTH) throw new ShellTrouble("it is nested too deep", true);
  for (;;) {
    separators(cursor);
    if (cursor.at >= cursor.text.length || stands(cursor, closers)) break;
    const before = cursor.at;
    const pipeline = pipelineAt(cursor);
    if (pipeline !== null) pipelines.push(pipeline);
    if (cursor.at === before) break;
  }
  cursor.depth -= 1;
  return { pipelines };
}

/** Ends of lines and of commands. */
export function separators(cursor: Cursor): void {
  for (;;) {
    skipBlanks(cursor);
    const char = cursor.text[cursor.at];
    if (char === "\n") newline(cursor);
    else if (char === ";" && cursor.text[cursor.at + 1] !== ";") cursor.at += 1;
    else if (char === "&" && cursor.text[cursor.at + 1] !== ">") cursor.at += 1;
    else if (char === "|") cursor.at += 1;
    else return;
  }
}

/** Commands whose outputs flow into each other; null where none begins. @throws ShellTrouble */
export function pipelineAt(cursor: Cursor): Pipeline | null {
  const commands: ShellCommand[] = [];
  for (;;) {
    skipBlanks(cursor);
    while (cursor.text[cursor.at] === "\n") {
      newline(cursor);
      skipBlanks(cursor);
    }
    const command = commandAt(cursor);
    if (command === null) break;
    if ((cursor.commands += 1) > MOST_COMMANDS) throw new ShellTrouble("it has too many commands", true);
    commands.push(command);
    skipBlanks(cursor);
    if (cursor.text[cursor.at] !== "|" || cursor.text[cursor.at + 1] === "|") break;
    cursor.at += cursor.text[cursor.at + 1] === "&" ? 2 : 1;
  }
  if (commands.length === 0) return null;
  const isBackground = cursor.text[cursor.at] === "&" && cursor.text[cursor.at + 1] !== "&";
  return { commands, isBackground };
}

function commandAt(cursor: Cursor): ShellCommand | null {
  const { text, line } = cursor;
  const char = text[cursor.at];
  if (char === undefined || stands(cursor, ["}"])) return null;
  if (text.startsWith("((", cursor.at)) {
    const end = arithmeticEnd(text, cursor.at);
    if (end !== -1) {
      cursor.at = end;
      return { kind: "simple", line, assigns: [], words: [], redirects: redirectsAt(cursor) };
    }
  }
  if (char === "(") {
    cursor.at += 1;
    return { ...grouped(cursor, line, [")"], null, false), isOwn: true } as ShellCommand;
  }
  const keyword = /^(?:if|while|until|for|select|case|function|time|coproc|!|\{|\[\[)(?=[\s;(]|$)/.exec(
    text.slice(cursor.at, cursor.at + 10),
  )?.[0];
  switch (keyword) {
    case "!":
    case "time":
    case "coproc":
      cursor.at += keyword.length;
      skipBlanks(cursor);
      if (keyword === "coproc") cursor.at += COPROCESS.exec(text.slice(cursor.at, cursor.at + 140))?.[0].length ?? 0;
      return commandAt(cursor) ?? { kind: "simple", line, assigns: [], words: [], redirects: [] };
    case "{":
      cursor.at += 1;
      return grouped(cursor, line, ["}"], null, false);
    case "if":
    case "while":
    case "until":
      cursor.at += keyword.length;
      return grouped(cursor, line, [keyword === "if" ? "fi" : "done"], null, keyword !== "if");
    case "for":
    case "select": {
      cursor.at += keyword.length;
      const loop = loopAt(cursor);
      return grouped(cursor, line, ["done"], loop, false);
    }
    case "case":
      cursor.at += 4;
      return caseAt(cursor, line);
    case "function":
      cursor.at += 8;
      return functionAt(cursor, line);
    default:
      return simpleAt(cursor, keyword === "[[");
  }
}

/** A compound command after its opening word: everything up to its last closing word, as one body. */
function grouped(
  cursor: Cursor,
  line: number,
  closers: readonly string[],
  loop: Loop | null,
  repeats: boolean,
): ShellCommand {
  const body: ShellScript = { pipelines: [] };
  const last = closers[0] ?? "";
  for (;;) {
    body.pipelines.push(...list(cursor, closers).pipelines);
    if (cursor.at >= cursor.text.length) break;
    const closer =
      /^(?:[a-z]{2,5}|;;&?|[)}])/.exec(cursor.text.slice(cursor.at, cursor.at + 6))?.[0] ??
      cursor.text.charAt(cursor.at);
    // The end of something around this one.
    if (
      closer !== last &&
      (closer === ")" || closer === "}" || closer === ";;" || closer === "done" || closer === "fi" || closer === "esac")
    ) {
      break;
    }
    cursor.at += closer.length;
    if (closer === last) break;
  }
  return { kind: "group", line, body, redirects: redirectsAt(cursor), loop, repeats };
}

function loopAt(cursor: Cursor): Loop {
  skipBlanks(cursor);
  const header = /^([A-Za-z_]\w{0,80})\s*(?:in(?=\s))?/.exec(cursor.text.slice(cursor.at, cursor.at + 200));
  const words: Word[] = [];
  if (header === null) {
    // `for ((…))`.
    const end = arithmeticEnd(cursor.text, cursor.at);
    if (end !== -1) cursor.at = end;
    return { name: "", words, isGiven: false };
  }
  const { 0: taken, 1: name = "" } = header;
  cursor.line += taken.split("\n").length - 1;
  cursor.at += taken.length;
  const isGiven = !/\sin$/.test(taken);
  for (;;) {
    skipBlanks(cursor);
    const word = wordAt(cursor);
    if (word === null) return { name, words, isGiven };
    words.push(word);
  }
}

function caseAt(cursor: Cursor, line: number): ShellCommand {
  skipBlanks(cursor);
  wordAt(cursor);
  const body: ShellScript = { pipelines: [] };
  separators(cursor);
  if (/^in\s/.test(cursor.text.slice(cursor.at, cursor.at + 3))) cursor.at += 2;
  for (;;) {
    separators(cursor);
    if (cursor.at >= cursor.text.length) break;
    if (/^esac(?=[\s;|&)<>]|$)/.test(cursor.text.slice(cursor.at, cursor.at + 6))) {
      cursor.at += 4;
      break;
    }
    // A pattern is words with `|` between them, and a bracket at the end.
    if (cursor.text[cursor.at] === "(") cursor.at += 1;
    while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ")" && cursor.text[cursor.at] !== "\n") {
      skipBlanks(cursor);
      if (wordAt(cursor) === null && cursor.text[cursor.at] !== ")" && cursor.text[cursor.at] !== "\n") cursor.at += 1;
    }
    if (cursor.text[cursor.at] === ")") cursor.at += 1;
    body.pipelines.push(...list(cursor, ["esac", ";;"]).pipelines);
    const end = /^;;&?|^;&/.exec(cursor.text.slice(cursor.at, cursor.at + 3))?.[0];
    if (end !== undefined) cursor.at += end.length;
    else if (!cursor.text.startsWith("esac", cursor.at) && cursor.at < cursor.text.length) cursor.at += 1;
  }
  return { kind: "group", line, body, redirects: redirectsAt(cursor), loop: null, repeats: false };
}

function functionAt(cursor: Cursor, line: number): ShellCommand {
  skipBlanks(cursor);
  const name = /^[^\s(){};]{1,100}/.exec(cursor.text.slice(cursor.at, cursor.at + 100))?.[0] ?? "";
  cursor.at += name.length;
  skipBlanks(cursor);
  if (cursor.text[cursor.at] === "(") cursor.at = Math.max(cursor.text.indexOf(")", cursor.at) + 1, cursor.at + 1);
  return functionBody(cursor, line, name);
}

function functionBody(cursor: Cursor, line: number, name: string): ShellCommand {
  separators(cursor);
  const body = commandAt(cursor);
  return {
    kind: "function",
    line,
    name,
    body: { pipelines: body === null ? [] : [{ commands: [body], isBackground: false }] },
  };
}

function simpleAt(cursor: Cursor, isTest: boolean): ShellCommand {
  const { line, text } = cursor;
  const assigns: Assign[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    skipBlanks(cursor);
    const redirect = redirectAt(cursor);
    if (redirect !== null && !isTest) {
      redirects.push(redirect);
      continue;
    }
    const assign =
      words.length === 0
        ? /^([A-Za-z_]\w{0,200})(?:\[[^\]\s]{0,100}\])?(\+?)=/.exec(text.slice(cursor.at, cursor.at + 310))
        : null;
    if (assign !== null) {
      cursor.at += assign[0].length;
      assigns.push({
        name: assign[1] ?? "",
        append: assign[2] === "+",
        isList: text[cursor.at] === "(",
        value: text[cursor.at] === "(" ? arrayAt(cursor) : (wordAt(cursor) ?? { parts: [], line }),
      });
      continue;
    }
    const word = wordAt(cursor);
    if (word !== null) words.push(word);
    else if (isTest && words.length > 0 && /[&|<>()]/.test(text[cursor.at] ?? "")) cursor.at += 1;
    else if (text[cursor.at] === "(" && words.length === 1) {
      const close = /^\(\s{0,20}\)/.exec(text.slice(cursor.at, cursor.at + 22))?.[0];
      if (close === undefined) break;
      cursor.at += close.length;
      const [first] = words;
      return functionBody(
        cursor,
        line,
        first?.parts.map((part: Part) => (part.kind === "text" ? part.text : "")).join("") ?? "",
      );
    } else break;
    if (isTest && word?.parts.length === 1 && word.parts[0]?.kind === "text" && word.parts[0].text === "]]") break;
  }
  if (
    words.length === 0 &&
    assigns.length === 0 &&
    redirects.length === 0 &&
    cursor.at < text.length &&
    text[cursor.at] !== "\n" &&
    !/[;|&)]/.test(text[cursor.at] ?? "")
  ) {
    cursor.at += 1;
  }
  return { kind: "simple", line, assigns, words, redirects };
}
