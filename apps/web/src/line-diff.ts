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

/**
 * What has to be done to one text to have the other, line by line (Myers 1986), in groups with some lines around each. Null: it takes too
 * much. Bounded by edits and not by a clock, so that a page is the same for each reader.
 */
export function lineDiff(before: string, after: string): DiffLine[][] | null {
  const [older, newer] = [before, after].map((text) => text.split(/\r\n|\r|\n/)) as [string[], string[]];
  if (older.length + newer.length > MOST_LINES) return null;
  let head = 0;
  while (head < older.length && head < newer.length && older[head] === newer[head]) head += 1;
  let tail = 0;
  const most = Math.min(older.length, newer.length) - head;
  while (tail < most && older.at(-1 - tail) === newer.at(-1 - tail)) tail += 1;
  const steps = shortestEdit(older.slice(head, older.length - tail), newer.slice(head, newer.length - tail));
  if (steps === null) return null;
  return groups([
    ...same(newer, 0, head),
    ...placed(steps, { head, older, newer }),
    ...same(newer, newer.length - tail),
  ]);
}

const same = (newer: string[], from: number, to = newer.length): DiffLine[] =>
  newer.slice(from, to).map((text, at) => ({ kind: "same", text, line: from + at + 1 }));

function placed(
  steps: readonly DiffLine["kind"][],
  { head, older, newer }: { head: number; older: string[]; newer: string[] },
): DiffLine[] {
  let [x, y] = [head, head];
  return steps.map((kind) => {
    if (kind === "dropped") return { kind, text: older[x++] ?? "", line: x };
    if (kind === "same") x += 1;
    return { kind, text: newer[y++] ?? "", line: y };
  });
}

/** Null: more than `MOST_EDITS`. */
function shortestEdit(older: string[], newer: string[]): DiffLine["kind"][] | null {
  const [n, m] = [older.length, newer.length];
  const most = Math.min(n + m, MOST_EDITS);
  const middle = most + 1;
  const reach = new Int32Array(2 * middle + 1);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = reach[middle + diagonal + 1] ?? 0;
      const right = (reach[middle + diagonal - 1] ?? 0) + 1;
      const isDown = diagonal === -edits || (diagonal !== edits && right <= down);
      let x = isDown ? down : right;
      let y = x - diagonal;
      while (x < n && y < m && older[x] === newer[y]) {
        x += 1;
        y += 1;
      }
      reach[middle + diagonal] = x;
      if (x >= n && y >= m) return walkedBack(trace, { middle, n, m });
    }
  }
  return null;
}

function walkedBack(
  trace: readonly Int32Array[],
  { middle, n, m }: { middle: number; n: number; m: number },
): DiffLine["kind"][] {
  const steps: DiffLine["kind"][] = [];
  let [x, y] = [n, m];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const diagonal = x - y;
    const down = reach[middle + diagonal + 1] ?? 0;
    const right = (reach[middle + diagonal - 1] ?? 0) + 1;
    const isDown = diagonal === -edits || (diagonal !== edits && right <= down);
    const before = edits === 0 ? 0 : isDown ? down : right - 1;
    const beforeY = before - (isDown ? diagonal + 1 : diagonal - 1);
    while (x > (isDown ? before : before + 1) && y > (edits === 0 ? 0 : isDown ? beforeY + 1 : beforeY)) {
      steps.push("same");
      x -= 1;
      y -= 1;
    }
    if (edits === 0) break;
    steps.push(isDown ? "added" : "dropped");
    [x, y] = [before, beforeY];
  }
  return steps.toReversed();
}

function groups(lines: readonly DiffLine[]): DiffLine[][] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== "same") for (let one = at - CONTEXT; one <= at + CONTEXT; one += 1) near.add(one);
  const found: DiffLine[][] = [];
  for (const [at, line] of lines.entries()) {
    if (!near.has(at)) continue;
    if (!near.has(at - 1) || found.length === 0) found.push([]);
    found.at(-1)?.push(line);
  }
  return found;
}
