import { hash, randomBytes } from "node:crypto";

/** What was taken under a key, and when its window ends, by `performance.now()`. */
interface Counted {
  used: number;
  endsAt: number;
}

/** Counts in this process. */
export interface BoundedCounter {
  /** Adds `cost` to what a key used in its window; never refuses: the caller knows the limit. */
  take(key: string, cost: number): Counted;
  /** Takes back what was counted for something that does not count after all. */
  giveBack(key: string, cost: number): void;
}

/** Keys with a window of their own. What a key takes is about 200 bytes. */
const MOST_KEYS = 65_536;
const CELLS = 262_144;

/**
 * Counts what keys use in windows of `windowMs`, in bounded memory whatever the keys are: for each of the first 65,536 a window that its
 * first request opens, and for all that come while those are open 2 MiB of counters, in which a key has two by a hash that nobody
 * outside knows, and the lower one counts (a count-min sketch). Nothing is evicted: no flood of keys gives anybody a fresh start,
 * and what is counted is never less than what was used. It is more only where both counters are shared: after a million
 * requests of others within a window by less than 4.
 */
export function boundedCounter(windowMs: number, mostKeys = MOST_KEYS): BoundedCounter {
  // In the order in which they end, because all are equally long.
  const windows = new Map<string, Counted>();
  let crowd: ReturnType<typeof crowdCounter> | null = null;

  return {
    take(key, cost) {
      const now = performance.now();
      const own = windows.get(key);
      if (own && own.endsAt > now) {
        own.used += cost;
        return own;
      }
      windows.delete(key);
      for (const [other, { endsAt }] of windows) {
        if (endsAt > now) break;
        windows.delete(other);
      }
      if (crowd && crowd.endsAt <= now) crowd = null;
      // Whoever was counted in the crowd stays there until its window ends: room in the map is no fresh start.
      if (windows.size >= mostKeys || crowd?.knows(key)) {
        crowd ??= crowdCounter(now + windowMs);
        return { used: crowd.take(key, cost), endsAt: crowd.endsAt };
      }
      const window = { used: cost, endsAt: now + windowMs };
      windows.set(key, window);
      return window;
    },
    giveBack(key, cost) {
      // In the crowd nothing is taken back: its counters are others', too.
      const own = windows.get(key);
      if (own) own.used = Math.max(0, own.used - cost);
    },
  };
}

/** Two rows of counters for any number of keys, which all end at once. */
function crowdCounter(endsAt: number) {
  const cells = new Uint32Array(2 * CELLS);
  const secret = randomBytes(16).toString("hex");
  const cellsOf = (key: string): [number, number] => {
    // As hex: a buffer costs twice as much to make.
    const digest = hash("sha256", secret + key, "hex");
    return [parseInt(digest.slice(0, 8), 16) % CELLS, CELLS + (parseInt(digest.slice(8, 16), 16) % CELLS)];
  };
  const lower = ([first, second]: [number, number]) => Math.min(cells[first] ?? 0, cells[second] ?? 0);
  return {
    endsAt,
    knows: (key: string) => lower(cellsOf(key)) > 0,
    take(key: string, cost: number): number {
      const at = cellsOf(key);
      const used = lower(at) + cost;
      // Only as far as needed: what others share grows no faster than it must.
      for (const cell of at) cells[cell] = Math.max(cells[cell] ?? 0, used);
      return used;
    },
  };
}
