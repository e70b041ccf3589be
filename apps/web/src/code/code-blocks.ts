import { CODE_CLASSES, codeLines, type CodeLine, type Highlight } from "./code-lines.ts";

/** A block of code in a text, and what its fence says of it. */
export interface Fence {
  named: string;
  text: string;
}

/** What a page waits for them. */
const WAIT_MS = 250;
/** Of one read-me: each is a piece of HTML. The blocks after these are plain. */
const MOST_PARTS = 12_000;

// What `safeHtml` makes of a block of code: no attribute of its author's is in it.
const BLOCK = /(<pre tabindex="0"><code>)([^<]*)(?=<\/code>)/g;

/**
 * Safe HTML with the parts of its code blocks told apart. A block is known by its text, so whatever HTML a stranger wrote, what is put in
 * its place are the same letters.
 */
export async function withCodeParts(html: string, fences: readonly Fence[], highlight: Highlight): Promise<string> {
  const known = await Promise.all(
    fences.map(async ({ named, text }): Promise<[string, CodeLine[]] | null> => {
      const lines = await codeLines(highlight, { lines: text.split("\n"), named, waitMs: WAIT_MS });
      return lines && [text, lines];
    }),
  );
  const byText = new Map(withinBounds(known.filter((each) => each !== null)));
  if (byText.size === 0) return html;
  return html.replaceAll(BLOCK, (whole, before: string, escaped: string) => {
    const parts = byText.get(unescaped(escaped));
    return parts === undefined ? whole : `${before}${parts}`;
  });
}

/** A text that stands there often costs often: it counts each time. */
function withinBounds(blocks: readonly [string, CodeLine[]][]): [string, string][] {
  let left = MOST_PARTS;
  const plain = new Set<string>();
  for (const [text, lines] of blocks) {
    left -= lines.reduce((sum, line) => sum + line.length, 0);
    if (left < 0) plain.add(text);
  }
  return blocks.filter(([text]) => !plain.has(text)).map(([text, lines]) => [text, lines.map(toHtml).join("\n")]);
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
