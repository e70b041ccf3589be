import type { CodeLanguage } from "@gaia/reading";

const SLASHES =
  "javascript typescript tsx jscript go rust zig d v c objective-c swift java kotlin scala groovy csharp fsharp vbnet dart";

/**
 * By what a line is a comment from its first letter on. Languages that are not here have no such line that could not be something else:
 * in OCaml two dashes are an operator, in Elixir a text ends in many ways, in Vim's script a number sign is a command.
 */
const STARTS: readonly [languages: string, line: RegExp][] = [
  // Not what Go's own tools are told by.
  [SLASHES, /^[ \t]*\/\/(?!go:|\s{0,4}#).*$/gm],
  ["python r julia nim tcl awk fish nushell bash", /^[ \t]*#(?!!).*$/gm],
  ["lua sql", /^[ \t]*--(?!\[).*$/gm],
  ["haskell", /^[ \t]*-{2,80}(?![-!#$%&*+./<=>?@\\^|~:]).*$/gm],
  ["erlang", /^[ \t]*%.*$/gm],
  ["lisp clojure", /^[ \t]*;.*$/gm],
  ["vbscript autohotkey autoit", /^[ \t]*(?:'|;|rem\b(?!\s{0,4}[:=.[(])).*$/gim],
];

/** What began before may end in a line that looks like a comment: a block, a text over lines, braces. */
const ENDS = /\*\/|\]=*\]|\]#|=#|\|#|-\}|\+\/|\*\)|["`}]|'(?=\s{0,4}(?:[;,)+.\]&|]|''))/;

function afterWhatEnds(line: string): string {
  const said = line.replace(/^[ \t]*(?:\/\/|--|[#%;']|rem\b)/i, "");
  const end = ENDS.exec(said);
  return end === null ? "" : said.slice(end.index + end[0].length);
}

/** A program without the lines that are nothing but a comment, whatever stands before them. */
export function withoutComments(text: string, language: CodeLanguage): string {
  const line = STARTS.find(([languages]) => languages.split(" ").includes(language))?.[1];
  return line === undefined ? text : text.replaceAll(line, afterWhatEnds);
}

export const COMMENT_LINES = [...STARTS.map(([, line]) => String(line)), String(ENDS)];
