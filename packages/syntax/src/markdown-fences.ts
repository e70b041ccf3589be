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

/**
 * The fence that a line of Markdown opens, without its line end, and the words behind it; null for none (CommonMark 4.5). Behind
 * backticks a further backtick makes it code in a line; behind tildes it makes nothing.
 */
export function openedFence(line: string, place: FencePlace): { fence: string; info: string } | null {
  const [, fence, info = ""] = OPENING[place].exec(line) ?? [];
  return fence === undefined || (fence.startsWith("`") && info.includes("`")) ? null : { fence, info };
}

/** Whether a line closes what `fence` opened: the same mark, at least as often, and nothing else. */
export function closesFence(line: string, fence: string, place: FencePlace): boolean {
  const bare = line.replace(BEFORE_CLOSING[place], "").trimEnd();
  return bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length);
}
