/**
 * The blocks of a Markdown text. `at` is an offset into the source text; `text` is the source of the block's own content, with inline
 * marks as they were written.
 */
export type MarkdownBlock =
  | { kind: "heading"; at: number; depth: number; text: string }
  | { kind: "paragraph"; at: number; text: string }
  | { kind: "list"; at: number; items: MarkdownItem[] }
  | MarkdownCode
  | { kind: "other"; at: number };

export interface MarkdownItem {
  at: number;
  /** The source of the item's first paragraph; "" when it begins with something else. */
  text: string;
  textAt: number;
}

export interface MarkdownCode {
  kind: "code";
  at: number;
  /** The first word after the fence, in lower case. */
  language: string | null;
  /** The code: where a fence is not indented, `source.text.slice(codeAt, codeEnd)` too. */
  code: string;
  codeAt: number;
  codeEnd: number;
  /** False where the text ends before the fence does. */
  isClosed: boolean;
}

/** A block of code from its source, fences included. */
export function toCode(
  block: string,
  place: { at: number },
  { value, language }: { value: string; language: string | null },
): MarkdownCode {
  const code = { kind: "code", ...place, language: language?.toLowerCase() ?? null, code: value } as const;
  const fence = /^(`{3,}|~{3,})/.exec(block)?.[0];
  if (fence === undefined) return { ...code, codeAt: place.at, codeEnd: place.at + block.length, isClosed: true };
  const firstLine = block.indexOf("\n") + 1 || block.length;
  const lastLine = block.lastIndexOf("\n") + 1;
  const last = block.slice(lastLine).trim();
  const isClosed =
    lastLine >= firstLine && lastLine > 0 && last.startsWith(fence) && last === fence.charAt(0).repeat(last.length);
  const codeEnd = isClosed ? lastLine : block.length;
  return { ...code, codeAt: place.at + firstLine, codeEnd: place.at + Math.max(firstLine, codeEnd), isClosed };
}
