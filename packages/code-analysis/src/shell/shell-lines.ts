import type { Word } from "./shell-ast.ts";
import { type Cursor, skipBlanks, wordAt } from "./shell-words.ts";

/** Takes a line's end, and the here-documents that begin after it. */
export function newline(cursor: Cursor): void {
  cursor.at += 1;
  cursor.line += 1;
  for (const { end, isIndented, target } of cursor.heredocs.splice(0)) {
    const from = cursor.at;
    const firstLine = cursor.line;
    let body = cursor.text.length;
    while (cursor.at < cursor.text.length) {
      const stop = cursor.text.indexOf("\n", cursor.at);
      const line = cursor.text.slice(cursor.at, stop === -1 ? undefined : stop);
      const start = cursor.at;
      cursor.at = stop === -1 ? cursor.text.length : stop + 1;
      cursor.line += 1;
      if ((isIndented ? line.replace(/^\t+/, "") : line).replace(/\r$/, "") === end) {
        body = start;
        break;
      }
    }
    target.line = firstLine;
    target.parts = [{ kind: "text", text: cursor.text.slice(from, body), quoted: true, escaped: false }];
  }
}

/** `(a b c)` after `name=`. */
export function arrayAt(cursor: Cursor): Word {
  const word: Word = { parts: [], line: cursor.line };
  cursor.at += 1;
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ")") {
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === "\n") {
      newline(cursor);
      continue;
    }
    const element = wordAt(cursor);
    if (element === null) {
      if (cursor.text[cursor.at] !== ")") cursor.at += 1;
      continue;
    }
    if (word.parts.length > 0) word.parts.push({ kind: "text", text: " ", quoted: false, escaped: false });
    word.parts.push(...element.parts);
  }
  cursor.at += 1;
  return word;
}

/** Where `((…))` ends, within a line or two; -1 where it does not. */
export function arithmeticEnd(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length && at - start < 1_000; at += 1) {
    if (text[at] === "(") open += 1;
    else if (text[at] === ")" && (open -= 1) === 0) return text[at - 1] === ")" ? at + 1 : -1;
  }
  return -1;
}

const CLOSERS = new Set(["then", "do", "done", "fi", "else", "elif", "esac", "}", ";;"]);

/** Whether a closing word or bracket stands here: one of `closers`, or any that closes something. */
export function stands(cursor: Cursor, closers: readonly string[]): boolean {
  const rest = cursor.text.slice(cursor.at, cursor.at + 8);
  if (rest[0] === ")" || rest.startsWith(";;")) return true;
  const word = /^(?:[a-z]{2,5}|\})(?=[\s;|&)<>]|$)/.exec(rest)?.[0];
  return word !== undefined && CLOSERS.has(word) && (closers.includes(word) || closers.length > 0 || word !== "}");
}
