import type { WebEnv } from "../../types.d.ts";

export type Highlight = NonNullable<WebEnv["highlight"]>;

/** A part of a line of code; its kind is a place in `CODE_CLASSES`, 0 is plain. */
interface CodePart {
  kind: number;
  text: string;
}

/** One line, as its parts. */
export type CodeLine = readonly CodePart[];

/** `style/code.css` has what is seen of each. */
export const CODE_CLASSES: readonly (string | null)[] = [
  null,
  "hl-comment",
  "hl-string",
  "hl-constant",
  "hl-keyword",
  "hl-function",
  "hl-type",
  "hl-name",
  "hl-heading",
];

/**
 * Lines of code with their parts told apart. Null, to be shown plain: the language is unknown, it takes too much, or longer than `waitMs`;
 * then it is ready for the next reader.
 */
export async function codeLines(
  highlight: Highlight,
  { lines, named, waitMs }: { lines: readonly string[]; named: string; waitMs: number },
): Promise<CodeLine[] | null> {
  const late = Promise.withResolvers<null>();
  const clock = setTimeout(late.resolve, waitMs, null);
  const pairs = await Promise.race([highlight({ text: lines.join("\n"), named }), late.promise]);
  clearTimeout(clock);
  return pairs === null ? null : partsOf(lines, pairs);
}

/** Null where the pairs do not cover the lines to the letter: nothing of a text is ever left out for its colours. */
export function partsOf(lines: readonly string[], pairs: Uint16Array): CodeLine[] | null {
  const found: CodePart[][] = [];
  let [parts, at]: [CodePart[], number] = [[], 0];
  for (let next = 0; next + 1 < pairs.length; next += 2) {
    const [length = 0, kind = 0] = [pairs[next], pairs[next + 1]];
    const line = lines[found.length];
    if (line === undefined) return null;
    if (length > 0) {
      parts.push({ kind: kind < CODE_CLASSES.length ? kind : 0, text: line.slice(at, at + length) });
      at += length;
      continue;
    }
    if (at !== line.length) return null;
    found.push(parts);
    [parts, at] = [[], 0];
  }
  return found.length === lines.length ? found : null;
}
