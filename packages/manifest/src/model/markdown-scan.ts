import { openedFence, closesFence } from "@gaia/syntax/fences";
import { toCode } from "./markdown-blocks.ts";
import type { MarkdownBlock, MarkdownItem } from "./markdown-blocks.ts";

const HEADING = /^(#{1,6})(?:[ ]|$)/;

/** A part of a text that can be read by itself: what begins with a heading at the margin, which closes all that was open. */
interface Part {
  from: number;
  to: number;
  /** False: only the full parser may read it. */
  isPlain: boolean;
}

/**
 * After marks that open containers, what can go on past a heading at the margin: HTML, and fences that are not at the margin themselves.
 */
const MAY_GO_ON = /^(?:[ \t>*+-]|[0-9]{1,9}[.)])*(?:<|(?<=.)(?:```|~~~))/;

/**
 * Cuts a text before its headings. From a part on in which something may reach past the next heading, all is one part for the full
 * parser.
 */
export function partsOf(text: string): Part[] {
  // Other line ends and tabs have rules of their own.
  if (/[\r\0]/.test(text)) return [{ from: 0, to: text.length, isPlain: false }];
  const parts: Part[] = [];
  let from = 0;
  let fence: string | null = null;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end);
    if (fence !== null) {
      if (closesFence(line, fence, "margin")) fence = null;
    } else if (HEADING.test(line)) {
      if (at > from) parts.push({ from, to: at, isPlain: true });
      from = at;
    } else if (MAY_GO_ON.test(line)) {
      parts.push({ from, to: text.length, isPlain: false });
      return parts;
    } else fence = openingFence(line);
    at = end === -1 ? text.length : end + 1;
  }
  if (from < text.length) parts.push({ from, to: text.length, isPlain: fence === null });
  return parts;
}

/** A fence that nothing indents: what is inside one that is indented loses as much, which is for the full parser. */
const openingFence = (line: string): string | null =>
  /^[`~]/.test(line) ? (openedFence(line, "margin")?.fence ?? null) : null;

const BREAK = /^(?:(?:\*[ ]*){3,}|(?:-[ ]*){3,}|(?:_[ ]*){3,})$/;
const MARKER = /^(?:([-+*])|([0-9]{1,9})([.)]))( {1,4})(?=[^ ])/;
/** What does not go on as a paragraph, or has rules of its own. */
const OPENS_BLOCK = /^(?:#{1,6}(?:\s|$)|[<>\t]|`{3}|~{3}|(?:[-+*]|[0-9]{1,9}[.)])(?:\s|$)|[-_*][ \t]*([-_*])[ \t]*\1)/;

interface Scan {
  blocks: MarkdownBlock[];
  /** The paragraph that the next line may go on with: the text's own, or the last item's. `end` is behind its last line. */
  open: { from: number; end: number; close(text: string): void } | null;
  /** The list that the next item belongs to, `kind` being its mark. */
  list: { kind: string; items: MarkdownItem[] } | null;
}

/**
 * Reads a part of what people write most: headings, paragraphs, fences and flat lists at the margin. It gives what the full parser
 * gives, many times faster; null for anything it is not sure of. `base` is where the part lies in its source.
 */
export function scanBlocks(part: string, base: number): MarkdownBlock[] | null {
  const scan: Scan = { blocks: [], open: null, list: null };
  for (let at = 0; at < part.length;) {
    const end = part.indexOf("\n", at);
    const lineEnd = end === -1 ? part.length : end;
    const next = readLine(scan, { part, base, at, line: part.slice(at, lineEnd) });
    if (next === null) return null;
    at = Math.max(next, lineEnd + 1);
  }
  closeOpen(scan, part);
  return scan.blocks;
}

interface Line {
  part: string;
  base: number;
  at: number;
  line: string;
}

/** Where to read on, at least behind this line; null when the full parser must read the part. */
function readLine(scan: Scan, { part, base, at, line }: Line): number | null {
  const end = at + line.length;
  if (/^[ \t]*$/.test(line)) {
    closeOpen(scan, part);
    return end;
  }
  if (/^[<>\t]/.test(line)) return null;
  const heading = HEADING.exec(line);
  if (heading?.[1] !== undefined) {
    closeAll(scan, part);
    const text = headingText(line.slice(heading[1].length));
    if (text === null) return null;
    scan.blocks.push({ kind: "heading", at: base + at, depth: heading[1].length as 1, text });
    return end;
  }
  const fence = openingFence(line);
  if (fence !== null) {
    closeAll(scan, part);
    return readFence(scan, { part, base, at, line }, fence);
  }
  if (BREAK.test(line)) {
    closeAll(scan, part);
    scan.blocks.push({ kind: "other", at: base + at });
    return end;
  }
  const marker = MARKER.exec(line);
  if (marker !== null) return readItem(scan, { part, base, at, line }, marker);
  const indent = line.length - line.trimStart().length;
  if (OPENS_BLOCK.test(line.slice(indent))) return null;
  if (scan.open !== null) {
    scan.open.end = end;
    return end;
  }
  // Behind a blank line, what is indented may belong to the last item, or be code.
  if (indent > 0) return null;
  closeAll(scan, part);
  scan.open = {
    from: at,
    end,
    close: (text) => scan.blocks.push({ kind: "paragraph", at: base + at, text }),
  };
  return end;
}

function readFence(scan: Scan, { part, base, at, line }: Line, fence: string): number | null {
  const info = line.slice(fence.length).trim();
  if (/[&\\\t]/.test(info)) return null;
  for (let from = at + line.length + 1; from < part.length;) {
    const newline = part.indexOf("\n", from);
    const end = newline === -1 ? part.length : newline;
    if (closesFence(part.slice(from, end), fence, "margin")) {
      const value = part.slice(at + line.length + 1, Math.max(at + line.length + 1, from - 1));
      const language = info === "" ? null : (info.split(" ", 1)[0] ?? null);
      scan.blocks.push(toCode(part.slice(at, end), { at: base + at }, { value, language }));
      return end + 1;
    }
    from = end + 1;
  }
  return null;
}

function readItem(scan: Scan, { part, base, at, line }: Line, marker: RegExpExecArray): number | null {
  const [whole, bullet, number, delimiter] = marker;
  if (OPENS_BLOCK.test(line.slice(whole.length))) return null;
  const kind = bullet ?? delimiter ?? "";
  const isSame = scan.list?.kind === kind;
  // Into a paragraph only a list from 1 on may break.
  if (!isSame && bullet === undefined && scan.open !== null && number !== "1") return null;
  closeOpen(scan, part);
  const items = isSame && scan.list !== null ? scan.list.items : [];
  if (!isSame) {
    scan.list = { kind, items };
    scan.blocks.push({ kind: "list", at: base + at, items });
  }
  const textAt = at + whole.length;
  const item: MarkdownItem = { at: base + at, text: "", textAt: base + textAt };
  items.push(item);
  const end = at + line.length;
  scan.open = { from: textAt, end, close: (text) => void (item.text = text) };
  return end;
}

/** Without the marks at its end; null where a tab stands among them. */
function headingText(rest: string): string | null {
  if (rest.includes("\t")) return null;
  const text = rest.trim();
  let end = text.length;
  while (text.charAt(end - 1) === "#") end--;
  if (end === text.length) return text;
  return end === 0 || text.charAt(end - 1) === " " ? text.slice(0, end).trimEnd() : text;
}

function closeOpen(scan: Scan, part: string): void {
  if (scan.open === null) return;
  const { from, end, close } = scan.open;
  scan.open = null;
  close(part.slice(from, end).trimEnd());
}

function closeAll(scan: Scan, part: string): void {
  closeOpen(scan, part);
  scan.list = null;
}
