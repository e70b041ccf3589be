import { cpuMs } from "./cpu-time.ts";

const PROSE = Array.from({ length: 400 }, (_, line) => `line ${line}: "a key" = [${line % 7}, ${line % 11}]; # why\n`);

/**
 * Reads 16 kB plainly: lines split, words matched, counted and sorted, a tree written as JSON and read again. Code that reads text is
 * measured by it, for it is like it, and as warm and as disturbed.
 */
function readPlainly(): number {
  const counts = new Map<string, number>();
  const lines = PROSE.join("").split("\n");
  for (const [word] of lines.flatMap((line) => [...line.matchAll(/[a-z]+|\d+|[^\sa-z\d]/g)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const tree = lines.map((line, at) => ({ at, words: line.split(" ") }));
  const again = JSON.parse(JSON.stringify(tree)) as unknown[];
  return again.length + [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).length;
}

/** What one plain reading costs now, in milliseconds of CPU time of this thread: over 12 ms of it, for the clock may tick in steps of 4. */
export function plainReadingMs(): number {
  const before = cpuMs();
  for (let count = 1; ; count += 1) {
    readPlainly();
    const spentMs = cpuMs() - before;
    if (spentMs >= 12) return spentMs / count;
  }
}

let latestMs: number | null = null;

/**
 * Begins to measure; the function it gives ends it and says what was spent since, in plain readings of 16 kB (a millisecond or three of
 * CPU time each): CPU time of this thread over that of like work right before and after, the dearer of the two. Neither a slow machine
 * nor a busy one changes it much, so a test can set a bound. `ownBoundMs`: CPU time after which the measured code stops by itself on any
 * machine, which is taken off.
 */
export function startCost(): (ownBoundMs?: number) => number {
  if (latestMs === null) for (let n = 0; n < 20; n += 1) readPlainly();
  const beforeMs = (latestMs ??= plainReadingMs());
  const from = cpuMs();
  return (ownBoundMs = 0) => {
    const spentMs = cpuMs() - from;
    latestMs = plainReadingMs();
    return Math.max(0, spentMs - ownBoundMs) / Math.max(beforeMs, latestMs);
  };
}
