import { structuredPatch } from "diff";

/** A line of a difference: its number in the newer text, or, of one that is gone, in the older. */
export interface DiffLine {
  kind: "same" | "added" | "dropped";
  text: string;
  line: number;
}

const MOST_LINES = 20_000;
/** More edits than these are two texts, and no change of one. Work and memory grow with their square. */
const MOST_EDITS = 800;
const CONTEXT = 3;
const KINDS = { " ": "same", "+": "added", "-": "dropped" } as const;

/**
 * What has to be done to the lines of one text to have the other's, in groups with some lines around each. Null: it takes too many
 * edits, or longer than `timeoutMs`. The edits decide of what people write, so that a page is the same for each reader; the clock is for
 * lines made to cost.
 */
export function lineDiff(older: readonly string[], newer: readonly string[], timeoutMs: number): DiffLine[][] | null {
  if (older.length + newer.length > MOST_LINES || fewestEdits(older, newer) > MOST_EDITS || timeoutMs <= 0) return null;
  const bounds = { context: CONTEXT, maxEditLength: MOST_EDITS, timeout: timeoutMs };
  const patch = structuredPatch("", "", ended(older), ended(newer), "", "", bounds);
  return patch === undefined ? null : patch.hunks.map(numbered);
}

/** As many as there are lines that the other text has less often: two texts with nothing in common are told apart without a search. */
function fewestEdits(older: readonly string[], newer: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of older) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of newer) left.set(line, (left.get(line) ?? 0) - 1);
  return [...left.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

const ended = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

function numbered(hunk: { oldStart: number; newStart: number; lines: string[] }): DiffLine[] {
  let [older, newer] = [hunk.oldStart, hunk.newStart];
  return hunk.lines.map((marked) => {
    const kind = KINDS[marked.charAt(0) as keyof typeof KINDS]; // every line begins with its mark
    const text = marked.slice(1);
    if (kind === "dropped") return { kind, text, line: older++ };
    if (kind === "same") older += 1;
    return { kind, text, line: newer++ };
  });
}
