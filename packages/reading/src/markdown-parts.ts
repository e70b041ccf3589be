import { closesFence, type Opened, openedFence } from "@gaia/syntax";
import { inPieces } from "./patterns/pattern.ts";
import type { Block, Part } from "./passage.ts";

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const ROW = /^[ \t]*\|/;
/** A link definition that links to nothing: how comments are written in Markdown itself. */
const COMMENT_LINK = /^ {0,3}\[[^\]]{1,60}\]:\s*(?:#|<>|about:blank)\s*["'(](.*)$/;
const CONCEALING = inPieces(
  "i",
  String.raw`<([a-z]{1,12})\b[^<>]{0,300}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt|`,
  String.raw`em|%)?\s*[;"']|opacity\s*:\s*0(?:\.0+)?\s*[;"']|color\s*:\s*(?:white|transparent|#fff(?:fff)?)\b|`,
  String.raw`(?:left|top|text-indent)\s*:\s*-\d{3,}|\shidden(?=[\s>=]))[^<>]{0,300}>`,
);
/** Words pushed out of sight: to the right, or below an empty page. */
const FAR_RIGHT = /\S?[ \t]{100,}(\S.*)$/;
const EMPTY_PAGE = 30;

interface Reading {
  blocks: Block[];
  open: Block | null;
  section: number;
  headings: { level: number; text: string }[];
  leadIn: string;
  concealedBy: string | null;
  blankLines: number;
  isInTable: boolean;
}

/** The parts of a Markdown or HTML text. `firstLine` is the 1-based line at which `text` begins. */
export function markdownParts(text: string, firstLine = 1): Block[] {
  const lines = text.split(/\r\n|\r|\n/);
  const state: Reading = {
    blocks: [],
    open: null,
    section: 0,
    headings: [],
    leadIn: "",
    concealedBy: null,
    blankLines: 0,
    isInTable: false,
  };
  let at = frontMatter(lines, firstLine, state);
  while (at < lines.length) {
    const fence = openedFence(lines[at] ?? "", "anywhere");
    if (fence === null) at = readLine(lines, at, firstLine, state);
    else at = readFence(lines, at, firstLine, state, fence);
  }
  close(state);
  return state.blocks;
}

/** Top-level keys of the YAML in front, each with what hangs below it. */
function frontMatter(lines: string[], firstLine: number, state: Reading): number {
  if (!/^\uFEFF?---\s*$/.test(lines[0] ?? "")) return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return 0;
  for (let at = 1; at < end; at += 1) {
    const line = lines[at] ?? "";
    if (/^\S|^\s+-\s/.test(line)) close(state);
    add(state, line.trimStart().startsWith("#") ? "comment" : "front matter", line, firstLine + at);
  }
  close(state);
  return end + 1;
}

function readFence(lines: string[], at: number, firstLine: number, state: Reading, opened: Opened): number {
  close(state);
  const { fence, column } = opened;
  let next = at + 1;
  while (next < lines.length && !closesFence(lines[next] ?? "", fence, "anywhere", column)) {
    add(state, state.concealedBy === null ? "fence" : "concealed", lines[next] ?? "", firstLine + next);
    next += 1;
  }
  close(state);
  return next + 1;
}

function readLine(lines: string[], at: number, firstLine: number, state: Reading): number {
  let line = lines[at] ?? "";
  let next = at + 1;
  const opening = line.indexOf("<!--");
  if (opening !== -1) {
    const comment = takeComment(lines, at, opening);
    aside(state, "comment", comment.lines, firstLine + at);
    line = line.slice(0, opening) + comment.rest;
    next = comment.next;
    // Another comment may begin behind this one.
    if (comment.rest.includes("<!--")) {
      lines[next - 1] = line;
      return next - 1;
    }
  }
  const commentLink = COMMENT_LINK.exec(line)?.[1];
  if (commentLink !== undefined) {
    close(state);
    aside(state, "comment", [commentLink], firstLine + at);
    return next;
  }
  attributes(state, line, firstLine + at);
  readProse(state, line, firstLine + at);
  return next;
}

function takeComment(lines: string[], at: number, opening: number): { lines: string[]; rest: string; next: number } {
  const taken: string[] = [];
  let from = opening + 4;
  for (let next = at; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const end = line.indexOf("-->", from);
    if (end !== -1) return { lines: [...taken, line.slice(from, end)], rest: line.slice(end + 3), next: next + 1 };
    taken.push(line.slice(from));
    from = 0;
  }
  return { lines: taken, rest: "", next: lines.length };
}

function readProse(state: Reading, line: string, number: number): void {
  if (line.trim() === "") {
    close(state);
    state.blankLines += 1;
    state.isInTable = false;
    return;
  }
  if (state.blankLines >= EMPTY_PAGE) state.concealedBy ??= "empty page";
  state.blankLines = 0;
  const concealing = CONCEALING.exec(line)?.[1];
  if (concealing !== undefined) {
    close(state);
    state.concealedBy = concealing.toLowerCase();
  }
  const heading = HEADING.exec(line);
  if (heading !== null || ITEM.test(line) || ROW.test(line)) close(state);
  if (heading !== null) enter(state, line.indexOf(" "), heading[1] ?? "");
  const far = ROW.test(line) ? null : FAR_RIGHT.exec(line);
  if (far !== null) aside(state, "concealed", [far[1] ?? ""], number);
  add(state, state.concealedBy === null ? "prose" : "concealed", line, number);
  if (heading !== null || ROW.test(line)) close(state);
  state.isInTable = ROW.test(line);
  if (state.concealedBy !== null && line.toLowerCase().includes(`</${state.concealedBy}`)) {
    close(state);
    state.concealedBy = null;
  }
}

function enter(state: Reading, level: number, text: string): void {
  state.section += 1;
  state.leadIn = "";
  state.headings = [...state.headings.filter((each) => each.level < level), { level, text }];
}

const ALT = /!\[([^\]\n]{12,600})\]/g;
const TITLE = /\]\([^\s)]{0,600}\s{1,4}["']([^"'\n]{12,600})["']\)/g;
const DEFINITION = /^ {0,3}\[[^\]]{1,60}\]:\s*\S{1,600}\s+["'(]([^\n]{12,600})["')]\s*$/g;
const HTML_ATTRIBUTE =
  /\s(?:alt|title|aria-label|content|placeholder|data-[a-z-]{1,30})\s?=\s?(?:"([^"\n]{12,600})"|'([^'\n]{12,600})')/gi;

function attributes(state: Reading, line: string, number: number): void {
  for (const pattern of [ALT, TITLE, DEFINITION, HTML_ATTRIBUTE]) {
    for (const match of line.matchAll(pattern)) aside(state, "attribute", [match[1] ?? match[2] ?? ""], number);
  }
}

/** A block of its own that does not end the one it stands in. */
function aside(state: Reading, part: Part, lines: string[], firstLine: number): void {
  if (lines.some((line) => line.trim() !== "")) state.blocks.push(block(state, part, lines, firstLine, false));
}

function add(state: Reading, part: Part, line: string, number: number): void {
  if (state.open !== null && state.open.part === part && state.open.firstLine + state.open.lines.length === number) {
    state.open.lines.push(line);
    return;
  }
  close(state);
  state.open = block(state, part, [line], number, ROW.test(line) || /^\s*>/.test(line));
}

function block(state: Reading, part: Part, lines: string[], firstLine: number, isShown: boolean): Block {
  const heading = state.headings
    .filter(({ level }) => level > 1)
    .slice(-1)
    .map(({ text }) => text)
    .join(" / ");
  return {
    part,
    firstLine,
    lines,
    section: state.section,
    heading,
    leadIn: state.leadIn,
    isShown,
    isCarriedShown: false,
  };
}

function close(state: Reading): void {
  const { open } = state;
  if (open === null) return;
  state.open = null;
  state.blocks.push(open);
  if (open.part !== "prose") return;
  const last = open.lines.join(" ").trim();
  // The first row says what the others are.
  if (state.isInTable || HEADING.test(open.lines[0] ?? "")) return;
  // What introduces a list introduces all of it.
  if (!ITEM.test(open.lines[0] ?? "") || last.endsWith(":")) state.leadIn = last.slice(-300);
}
