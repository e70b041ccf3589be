/**
 * Where a fence may stand. `margin`: indented by three spaces at most, as CommonMark has it outside of containers. `anywhere`: behind the
 * marks of quotes and lists too, and deeper: whatever some reader of the page may take for one.
 */
export type FencePlace = "margin" | "anywhere";

const OPENING: Record<FencePlace, RegExp> = {
  margin: /^ {0,3}(`{3,}|~{3,})([^]*)$/,
  anywhere: /^[ \t]{0,12}(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})([^]*)$/,
};
const BEFORE_CLOSING: Record<FencePlace, RegExp> = { margin: /^ {0,3}/, anywhere: /^[\s>]+/ };

/** A fence, the words behind it, and the column at which it stands. */
export interface Opened {
  fence: string;
  info: string;
  column: number;
}

/** The deepest that a closing fence may stand beside where its opening one did (CommonMark 4.5). */
const MOST_DEEPER = 3;

/**
 * The fence that a line of Markdown opens, without its line end, and the words behind it; null for none (CommonMark 4.5). Behind
 * backticks a further backtick makes it code in a line; behind tildes it makes nothing.
 */
export function openedFence(line: string, place: FencePlace): Opened | null {
  const [, fence, info = ""] = OPENING[place].exec(line) ?? [];
  if (fence === undefined || (fence.startsWith("`") && info.includes("`"))) return null;
  return { fence, info, column: widthOf(line.slice(0, line.indexOf(fence))) };
}

/**
 * Whether a line closes what `fence` opened: the same mark, at least as often, and nothing else. With the `column` of the opening one, not
 * where it stands deeper than a closing one may: what follows there is code still.
 */
export function closesFence(line: string, fence: string, place: FencePlace, column = Infinity): boolean {
  const before = BEFORE_CLOSING[place].exec(line)?.[0] ?? "";
  const bare = line.slice(before.length).trimEnd();
  if (bare.length < fence.length || bare !== fence.charAt(0).repeat(bare.length)) return false;
  return widthOf(before) <= column + MOST_DEEPER;
}

/** Columns, with tab stops of four. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += char === "\t" ? 4 - (width % 4) : 1;
  return width;
}
