import { fromMarkdown } from "mdast-util-from-markdown";
import { toCode } from "./markdown-blocks.ts";
import type { MarkdownBlock, MarkdownItem } from "./markdown-blocks.ts";
import { partsOf, scanBlocks } from "./markdown-scan.ts";
import type { Report } from "./report.ts";
import type { SourceText } from "./source-text.ts";

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
  const blocks: MarkdownBlock[] = [];
  for (const part of partsOf(text)) {
    const plain = part.isPlain ? scanBlocks(text.slice(part.from, part.to), start + part.from) : null;
    // Not concat or spread: a part may have more blocks than a call may have arguments.
    for (const block of plain ?? parseBlocks(text.slice(part.from, part.to), start + part.from)) blocks.push(block);
  }
  return blocks;
}

/**
 * The same by the full parser, which knows all of CommonMark. `start` is where the text lies in its source. Tests hold the two against
 * each other.
 */
export function parseBlocks(text: string, start: number): MarkdownBlock[] {
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

/**
 * The `>`, `-`, `*`, `+`, `1.` and `1)` at the start of a line, as far as they can open containers; two columns of space can hold a
 * level.
 */
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
  const place = { at: base + from };
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
  if (first?.type !== "paragraph") return { at, text: "", textAt: at };
  return { at, text: contentOf(first.children, text), textAt: base + (first.position?.start.offset ?? 0) };
}
