import { CODE_CLASSES, codeLines, type CodeLine, type Highlight } from "./code-lines.ts";

/** A block of code in a text, and what its fence says of it. */
export interface Fence {
  named: string;
  text: string;
}

/** What a page waits for them. */
const WAIT_MS = 250;

// What `safeHtml` makes of a block of code: no attribute of its author's is in it.
const BLOCK = /(<pre tabindex="0"><code>)([^<]*)(?=<\/code>)/g;

/**
 * Safe HTML with the parts of its code blocks told apart. A block is known by its text, so whatever HTML a stranger wrote, what is put in
 * its place are the same letters.
 */
export async function withCodeParts(html: string, fences: readonly Fence[], highlight: Highlight): Promise<string> {
  const known = await Promise.all(
    fences.map(async ({ named, text }): Promise<[string, string] | null> => {
      const lines = text.split("\n");
      const parts = await codeLines(highlight, { lines, named, waitMs: WAIT_MS });
      return parts && [text, parts.map(toHtml).join("\n")];
    }),
  );
  const byText = new Map(known.filter((each) => each !== null));
  if (byText.size === 0) return html;
  return html.replaceAll(BLOCK, (whole, before: string, escaped: string) => {
    const parts = byText.get(unescaped(escaped));
    return parts === undefined ? whole : `${before}${parts}`;
  });
}

const toHtml = (line: CodeLine): string =>
  line
    .map(({ kind, text }) => {
      const name = CODE_CLASSES[kind];
      return name ? `<span class="${name}">${escaped(text)}</span>` : escaped(text);
    })
    .join("");

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const;
const LETTERS = new Map(Object.entries(ESCAPES).map(([letter, escape]) => [escape as string, letter]));

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ESCAPES[one as keyof typeof ESCAPES]);
const unescaped = (html: string): string => html.replaceAll(/&(?:amp|lt|gt|quot);/g, (one) => LETTERS.get(one) ?? one);
