import type { Redirect, Word } from "./shell-ast.ts";
import { type Cursor, skipBlanks, wordAt } from "./shell-words.ts";

/** All redirections that stand here. */
export function redirectsAt(cursor: Cursor): Redirect[] {
  const redirects: Redirect[] = [];
  for (;;) {
    skipBlanks(cursor);
    const redirect = redirectAt(cursor);
    if (redirect === null) return redirects;
    redirects.push(redirect);
  }
}

/** One redirection; null where none stands. */
export function redirectAt(cursor: Cursor): Redirect | null {
  const match = /^(\d{0,3}|\{\w{1,20}\})(<<<|<<-|<<|<>|<&|>>|>&|>\||&>>|&>|<(?!\()|>(?!\())/.exec(
    cursor.text.slice(cursor.at, cursor.at + 30),
  );
  if (match === null) return null;
  const { 0: all, 1: fd = "", 2: op = "" } = match;
  cursor.at += all.length;
  skipBlanks(cursor);
  const target = wordAt(cursor) ?? { parts: [], line: cursor.line };
  if (op === "<<" || op === "<<-") {
    const end = target.parts
      .map((part) => (part.kind === "text" ? part.text : part.kind === "variable" ? `$${part.name}` : ""))
      .join("");
    const isRaw = target.parts.some((part) => part.kind === "text" && (part.quoted || part.escaped));
    const body: Word = { parts: [], line: cursor.line };
    cursor.heredocs.push({ end, isIndented: op === "<<-", target: body });
    return { op: isRaw ? "<<'" : "<<", fd, target: body };
  }
  return { op, fd, target };
}
