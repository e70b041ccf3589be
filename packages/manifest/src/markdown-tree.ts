import { fromMarkdown } from "mdast-util-from-markdown";
import type { Report } from "./report.ts";
import type { SourceText } from "./source-text.ts";

/**
 * The blocks of a Markdown text. `at` and `end` are offsets into the source text; `text` is the source of the block's own content, with
 * inline marks as they were written.
 */
export type MarkdownBlock =
  | { kind: "heading"; at: number; end: number; depth: number; text: string }
  | { kind: "paragraph"; at: number; end: number; text: string }
  | { kind: "list"; at: number; end: number; items: MarkdownItem[] }
  | MarkdownCode
  | { kind: "other"; at: number; end: number };

export interface MarkdownItem {
  at: number;
  end: number;
  /** The source of the item's first paragraph; "" when it begins with something else. */
  text: string;
  textAt: number;
}

interface MarkdownCode {
  kind: "code";
  at: number;
  end: number;
  /** The first word after the fence, in lower case. */
  language: string | null;
  /** The code: where a fence is not indented, `source.text.slice(codeAt, codeEnd)` too. */
  code: string;
  codeAt: number;
  codeEnd: number;
  /** False where the text ends before the fence does. */
  isClosed: boolean;
}

/** What the parser does in well under a second; its cost grows faster than the text with containers and what is inside them. */
const LIMITS = { lines: 8000, markers: 2000, depth: 16, work: 15_000 };

/** Blocks only. What is inside a line is read by those who need it: these constructs can cost quadratic time. */
const DISABLED = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "definition",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
  "setextUnderline",
];

/**
 * Reads a source from `start` on as CommonMark blocks; headings are `#` headings only. Null, and SK2023, for a text that would cost the
 * parser too much: its nesting and length are measured first, so that no text takes longer than about a second.
 */
export function readMarkdown(source: SourceText, start: number, report: Report): MarkdownBlock[] | null {
  const text = source.text.slice(start);
  const problem = measure(text);
  if (problem !== null) {
    const message = `The Markdown ${problem.what}; it is not read beyond this.`;
    report.note("SK2023", source.placeAt(start + problem.at), message);
    return null;
  }
  const root = fromMarkdown(text, { extensions: [{ disable: { null: DISABLED } }] });
  return root.children.map((node) => toBlock(node, text, start));
}

/**
 * Counts, line by line, the marks that open a container, at most as deep as the text can nest by them, and every line once for each level
 * that is open. Marks inside code count too: that errs on the safe side.
 */
function measure(text: string): { at: number; what: string } | null {
  const count = { lines: 0, markers: 0, work: 0 };
  let depth = 0;
  let afterBlank = true;
  const line = /([ \t>*+\-0-9.)]*)([^\r\n]*)(?:\r\n|\r|\n|$)/y;
  for (let at = 0; at < text.length; at = line.lastIndex) {
    line.lastIndex = at;
    const [, prefix = "", rest = ""] = line.exec(text) ?? [];
    const { marks, levels } = containerMarks(prefix, rest);
    const isBlank = rest === "" && prefix.trim() === "";
    if (marks > 0) depth = Math.max(afterBlank ? 0 : depth, levels);
    else if (afterBlank && !isBlank && !/^[ \t]/.test(prefix)) depth = 0;
    count.lines++;
    count.markers += marks;
    count.work += 1 + depth;
    if (depth > LIMITS.depth) return { at, what: "is nested too deeply" };
    if (count.lines > LIMITS.lines) return { at, what: `has more than ${LIMITS.lines} lines` };
    if (count.markers > LIMITS.markers)
      return { at, what: `has more than ${LIMITS.markers} list items and quoted lines` };
    if (count.work > LIMITS.work) return { at, what: "has too much inside lists and quotations" };
    afterBlank = isBlank;
  }
  return null;
}

/** The `>`, `-`, `*`, `+`, `1.` and `1)` at the start of a line, as far as they can open containers; two columns of space can hold a level. */
function containerMarks(prefix: string, rest: string): { marks: number; levels: number } {
  const mark = /([ \t]*)(?:>|[-*+](?=[ \t]|$)|[0-9]{1,9}[.)](?=[ \t]|$))/y;
  let marks = 0;
  let columns = 0;
  for (let found = mark.exec(prefix); found !== null; found = mark.exec(prefix)) {
    const space = found[1] ?? "";
    const tabs = space.split("\t").length - 1;
    // The first space after a mark belongs to it.
    columns += Math.max(0, space.length + 3 * tabs - (marks > 0 ? 1 : 0));
    marks++;
  }
  // A line of one mark repeated is a thematic break.
  if (marks > 2 && rest === "" && /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/.test(prefix)) return { marks: 1, levels: 1 };
  return { marks, levels: marks + Math.floor(columns / 2) };
}

type Node = ReturnType<typeof fromMarkdown>["children"][number];

function toBlock(node: Node, text: string, base: number): MarkdownBlock {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? from;
  const place = { at: base + from, end: base + to };
  switch (node.type) {
    case "heading":
      return { kind: "heading", ...place, depth: node.depth, text: contentOf(node.children, text) };
    case "paragraph":
      return { kind: "paragraph", ...place, text: contentOf(node.children, text) };
    case "list":
      return { kind: "list", ...place, items: node.children.map((item) => toItem(item, text, base)) };
    case "code":
      return toCode(text.slice(from, to), place, { value: node.value, language: node.lang ?? null });
    default:
      return { kind: "other", ...place };
  }
}

type Positioned = {
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
};

function contentOf(children: readonly Positioned[], text: string): string {
  const from = children[0]?.position?.start.offset ?? 0;
  const to = children.at(-1)?.position?.end.offset ?? from;
  return text.slice(from, to);
}

function toItem(item: { children: readonly Node[] } & Positioned, text: string, base: number): MarkdownItem {
  const first = item.children[0];
  const at = base + (item.position?.start.offset ?? 0);
  const end = base + (item.position?.end.offset ?? 0);
  if (first?.type !== "paragraph") return { at, end, text: "", textAt: at };
  return { at, end, text: contentOf(first.children, text), textAt: base + (first.position?.start.offset ?? 0) };
}

function toCode(
  block: string,
  place: { at: number; end: number },
  { value, language }: { value: string; language: string | null },
): MarkdownCode {
  const code = { kind: "code", ...place, language: language?.toLowerCase() ?? null, code: value } as const;
  const fence = /^(`{3,}|~{3,})/.exec(block)?.[0];
  if (fence === undefined) return { ...code, codeAt: place.at, codeEnd: place.end, isClosed: true };
  const firstLine = block.indexOf("\n") + 1 || block.length;
  const lastLine = block.lastIndexOf("\n") + 1;
  const last = block.slice(lastLine).trim();
  const isClosed =
    lastLine >= firstLine && lastLine > 0 && last.startsWith(fence) && last === fence.charAt(0).repeat(last.length);
  const codeEnd = isClosed ? lastLine : block.length;
  return { ...code, codeAt: place.at + firstLine, codeEnd: place.at + Math.max(firstLine, codeEnd), isClosed };
}
