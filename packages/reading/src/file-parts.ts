import { notesOf } from "./notebook.ts";
import { markdownParts } from "./markdown-parts.ts";
import type { Block, Part } from "./passage.ts";
import { isTable, tableParts } from "./table-parts.ts";
import type { TextFile } from "./text-file.ts";

/** The words in a file of any kind: a page's parts, the strings of data, the comments and long strings of code. */
export function partsOf(file: TextFile): Block[] {
  const { path, kind, text } = file;
  if (GENERATED.test(path)) return [];
  if (isTable(path)) return tableParts(path, text);
  if (kind === "markdown" || /\.(?:html?|svg|xml|mdx)$/i.test(path)) return markdownParts(text);
  if (/\.ipynb$/i.test(path)) return cellsAndStrings(file);
  if (isJson(file)) return stringsIn(text);
  if (kind === "code") return inOrder([...commentsIn(text), ...stringsIn(text)]);
  return markdownParts(text);
}

const inOrder = (blocks: Block[]): Block[] => blocks.toSorted((a, b) => a.firstLine - b.firstLine);

/** The pages between the cells of a notebook, and the strings of the rest. */
function cellsAndStrings(file: TextFile): Block[] {
  const notes = notesOf(file);
  const inNotes = new Set(
    notes.flatMap(({ text, firstLine }) =>
      text
        .trimEnd()
        .split("\n")
        .map((_, index) => firstLine + index),
    ),
  );
  // On one line, or where two cells begin alike, nothing tells which string is whose.
  const isSpread = inNotes.size === notes.reduce((sum, { text }) => sum + text.trimEnd().split("\n").length, 0);
  const strings = stringsIn(file.text).filter(({ firstLine }) => !isSpread || !inNotes.has(firstLine));
  return inOrder([...pagesOf(notes), ...strings]);
}

function pagesOf(notes: ReturnType<typeof notesOf>): Block[] {
  let sections = 1;
  return notes.flatMap(({ text, firstLine }) => {
    const blocks = markdownParts(text, firstLine).map((block) => ({ ...block, section: block.section + sections }));
    sections = (blocks.at(-1)?.section ?? sections) + 1;
    return blocks;
  });
}

const GENERATED = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|[^/]{1,100}\.(?:lock|sum|map|css|geojson))$/i;

function isJson(file: TextFile): boolean {
  return /\.(?:json|jsonc|json5|jsonl|ndjson|ipynb)$/i.test(file.path) || /^\s{0,20}[{[]\s{0,20}["{[]/.test(file.text);
}

const BASE: Omit<Block, "part" | "firstLine" | "lines"> = {
  section: 0,
  heading: "",
  leadIn: "",
  isShown: false,
  isCarriedShown: false,
};
/** Quoted strings long enough for a sentence, and Python's long ones. */
const STRING =
  /"""[\s\S]{12,20000}?"""|'''[\s\S]{12,20000}?'''|"(?:[^"\\\n]|\\[^\n]){12,20000}"|'(?:[^'\\\n]|\\[^\n]){12,20000}'|`[^`]{12,20000}`/g;
/** A string without spaces that may be sentences in another writing. */
const ENCODED = /^(?:[A-Za-z0-9+/_-]{40,}={0,2}|(?:[\w.~-]*%[0-9a-fA-F]{2}){8,}.*|(?:&#\w{2,6};){8,})$/;
const ESCAPES: Record<string, string> = { n: "\n", t: " ", r: "\n", b: "", f: "" };

/** The strings of a text that hold words, with their escapes read; the lines of one that holds `\n` are all its line. */
function stringsIn(text: string): Block[] {
  const blocks: Block[] = [];
  const lineAt = lineCounter(text);
  for (const match of text.matchAll(STRING)) {
    const [quoted] = match;
    const quote = /^(?:"""|'''|.)/s.exec(quoted)?.[0] ?? '"';
    const inner = quoted.slice(quote.length, -quote.length);
    if (!/\s/.test(inner) && !inner.includes("\\") && !/[^\u0000-\u007F]/.test(inner) && !ENCODED.test(inner)) continue;
    const firstLine = lineAt(match.index);
    if (inner.includes("\n")) blocks.push({ ...BASE, part: "string", firstLine, lines: inner.split("\n") });
    else blocks.push({ ...BASE, part: "string", firstLine, lines: [unescaped(inner)] });
  }
  return blocks;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/g, (_, unicode, hex, other) => {
    if (other !== undefined) return ESCAPES[other] ?? other;
    return String.fromCharCode(Number.parseInt(unicode ?? hex, 16));
  });
}

const LINE_COMMENT = /^\s*(?:#(?!!)|\/\/+|--\s|;+\s|rem\s|\*(?!\/)|\/\*+|<#)\s?(.*)$/i;
const TRAILING = /\s(?:#|\/\/)\s+(\S.{11,2000})$/;

/** Comments, joined where they go on. */
function commentsIn(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  text.split(/\r\n|\r|\n/).forEach((line, index) => {
    const comment = LINE_COMMENT.exec(line)?.[1] ?? TRAILING.exec(line)?.[1];
    if (comment === undefined || comment.trim() === "") {
      open = null;
      return;
    }
    if (open === null) {
      open = { ...BASE, part: "code comment" satisfies Part, firstLine: index + 1, lines: [comment] };
      blocks.push(open);
    } else open.lines.push(comment);
  });
  return blocks;
}

/** Lines of growing offsets, counted once. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf("\n", at); next !== -1 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}
