import { inPieces } from "../patterns/pattern.ts";
import type { FoundCommand, FoundCommands } from "./found-command.ts";

const KEY = inPieces(
  "i",
  String.raw`^(\s{0,60}(?:-\s{1,8})*)["']?(?:ansible\.(?:builtin|windows)\.(?:win_)?)?(run|command|cmd|script|before_script|after_script|`,
  String.raw`shell|bash|exec|entry|entrypoint|install|post_install|setup|args)["']?\s{0,4}:(?:\s{1,8}(.*))?$`,
);
const MOST_LINE = 6_000;
/** Values that only a parser reads: anchors, tags, aliases, flow maps, quotes that close on another line. Templates' braces are none. */
const PARSERS_OWN = /^(?:[&!*]|\{(?!\{)|"(?:[^"\\]|\\.)*$|'(?:[^']|'')*$)/;

/** The commands in a text that is YAML but for what a template fills in, line by line; not whole where a line needs a parser. */
export function yamlLines(text: string): FoundCommands {
  const found: FoundCommand[] = [];
  let isWhole = true;
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const match = KEY.exec((lines[at] ?? "").slice(0, MOST_LINE));
    if (match === null) continue;
    isWhole &&= (lines[at] ?? "").length <= MOST_LINE && !PARSERS_OWN.test(match[3] ?? "");
    const indent = (match[1] ?? "").replaceAll("-", " ").length;
    const value = (match[3] ?? "").trim();
    const block = lines.slice(at + 1, at + 1 + blockLength(lines, at + 1, indent));
    if (/^[|>][-+\d]{0,3}(?:\s+#.*)?$/.test(value)) {
      const language = isJavaScript(lines, at, match[2] ?? "") ? ("javascript" as const) : undefined;
      const command = withoutIndent(value.startsWith(">") ? folded(block) : block);
      found.push({ text: command, line: at + 2, ...(language === undefined ? {} : { language }) });
      at += block.length;
    } else if (value === "" || value.startsWith("#")) {
      block.forEach((line, index) => {
        const item = /^\s*-\s+(.+)$/.exec(line.slice(0, MOST_LINE))?.[1];
        isWhole &&= line.length <= MOST_LINE;
        if (item !== undefined && !KEY.test(line.slice(0, MOST_LINE)))
          found.push({ text: scalar(item), line: at + 2 + index });
      });
    } else if (value.startsWith("[")) {
      const words = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s,[\]"']+)/g)].map(
        (word) => word[1] ?? word[2] ?? word[3] ?? "",
      );
      found.push({
        text: words.map((word) => (/[\s|&;$`()<>]/.test(word) ? `'${word}'` : word)).join(" "),
        line: at + 1,
      });
    } else found.push({ text: scalar(value), line: at + 1 });
  }
  return { found, isWhole };
}

const MOST_BEFORE = 12;

/** Whether a `script:` is handed to an action that reads JavaScript. */
function isJavaScript(lines: string[], at: number, key: string): boolean {
  if (key.toLowerCase() !== "script") return false;
  const before = lines.slice(Math.max(0, at - MOST_BEFORE), at);
  const used = before.findLast((line) => /^\s*(?:-\s+)?(?:uses|run|name):/.test(line));
  return used !== undefined && /^\s*(?:-\s+)?uses:\s*["']?actions\/github-script@/.test(used);
}

function blockLength(lines: string[], from: number, indent: number): number {
  let length = 0;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    const own = /^\s*/.exec(line)?.[0].length ?? 0;
    if (own < indent || (own === indent && !/^\s*-\s/.test(line))) break;
    if (own === indent && indent === 0 && !/^-\s/.test(line)) break;
    length = at - from + 1;
  }
  return length;
}

/** A folded block is one line to a shell; its lines stay lines, joined as the shell joins them. */
function folded(block: string[]): string[] {
  return block.map((line, index) =>
    line.trim() !== "" && (block[index + 1] ?? "").trim() !== "" ? `${line} \\` : line,
  );
}

function withoutIndent(block: string[]): string {
  const indents = block.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const least = indents.reduce((a, b) => Math.min(a, b), 60);
  return block.map((line) => line.slice(least)).join("\n");
}

/** A plain or quoted scalar; a comment after it goes. */
function scalar(value: string): string {
  if (value.startsWith('"'))
    return (/^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1] ?? value).replaceAll(/\\(.)/g, (_, char: string) =>
      char === "n" ? "\n" : char,
    );
  if (value.startsWith("'")) return (/^'((?:[^']|'')*)'/.exec(value)?.[1] ?? value).replaceAll("''", "'");
  return value.replace(/\s#.*$/, "");
}
