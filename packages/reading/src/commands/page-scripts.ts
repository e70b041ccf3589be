import { Parser } from "htmlparser2";
import type { CodeUnit } from "../code/code-unit.ts";
import { isReadWhole, MOST_DEPTH, TooDeep } from "./too-deep.ts";

/** Scripts of one page that are read; more are told (`isBeyond`). */
const MOST_SCRIPTS = 300;
/** What a script's `type` says that is no program: data, templates, another program's language. */
const NO_PROGRAM =
  /^(?:application\/(?:ld\+|[\w.-]{1,40}\+)?json|importmap|speculationrules|text\/(?:template|html|x-))/i;

/**
 * The programs that stand in a page (HTML, SVG, Vue, Svelte, Windows' script files), as a browser cuts them out: a script lasts to its
 * end tag, whatever stands in it, or to the end of the page. What is left unread (too many scripts, elements too deep) is told by a last
 * unit that is `isBeyond`. One pass over the text.
 */
export function pageScripts(path: string, text: string): CodeUnit[] {
  const units: CodeUnit[] = [];
  let open: Open | null = null;
  let total = 0;
  let depth = 0;
  const lines = { at: 0, line: 1 };
  const close = (): void => {
    if (open === null) return;
    const { said, start, pieces } = open;
    open = null;
    const code = pieces.join("");
    if ("src" in said || NO_PROGRAM.test(said["type"]?.trim() ?? "") || code.trim() === "") return;
    total += 1;
    if (total <= MOST_SCRIPTS) units.push(...unitsOf(path, said, code, lineOf(text, start, lines)));
  };
  const parser: Parser = new Parser(
    {
      onopentag(name, said) {
        close();
        depth += 1;
        if (depth > MOST_DEPTH) throw new TooDeep();
        if (name === "script") open = { said, start: parser.endIndex + 1, pieces: [] };
      },
      ontext: (piece) => open?.pieces.push(piece),
      onclosetag() {
        close();
        depth -= 1;
      },
    },
    { decodeEntities: false, recognizeCDATA: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  const isWhole = isReadWhole(() => parser.end(text));
  close();
  if (!isWhole || total > MOST_SCRIPTS)
    units.push({ path, language: "unknown", text: "", firstLine: 1, from: "string", isBeyond: true });
  return units;
}

interface Open {
  said: Record<string, string>;
  start: number;
  pieces: string[];
}

function unitsOf(path: string, said: Record<string, string>, code: string, firstLine: number): CodeUnit[] {
  const kind = `${said["lang"] ?? ""} ${said["language"] ?? ""} ${said["type"] ?? ""}`;
  const language = /^ts|typescript/i.test(kind.trim())
    ? "typescript"
    : /vbs(?:cript)?\b/i.test(kind)
      ? "vbscript"
      : "javascript";
  const unit: CodeUnit = { path, language, text: code, firstLine, from: "string" };
  // What Windows' own script host is asked for is no matter of the language's libraries.
  const isHosted = language === "javascript" && /ActiveXObject|WScript\./.test(code);
  return isHosted ? [unit, { ...unit, language: "jscript" }] : [unit];
}

/** The 1-based line of an offset that is not before the one asked last. */
function lineOf(text: string, offset: number, last: { at: number; line: number }): number {
  for (let at = text.indexOf("\n", last.at); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    last.line += 1;
    last.at = at + 1;
  }
  return last.line;
}
