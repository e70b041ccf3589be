import type { VersionAt } from "@gaia/catalog";
import { describeError } from "@gaia/db";
import type { Logger } from "../logging/log.ts";

const LOOK_EVERY_MS = 1_000;
/** Of one viewer: a browser opens six connections to a host, and needs some of them for pages. */
const MOST_OF_ONE = 4;
const MOST_OF_ALL = 200;

/** Tells whoever watches a scan of each step that it makes, in whatever process. */
export interface ScanWatch {
  /** Null: too many watch already, or this process is about to end. `onEnd` is called when it does. */
  watch(input: VersionAt & { viewer: string; onStep(): void; onEnd(): void }): (() => void) | null;
  close(): Promise<void>;
}

interface Watcher extends VersionAt {
  viewer: string;
  onStep(): void;
  onEnd(): void;
}

const keyOf = ({ name, version }: VersionAt): string => `${name}@${version}`;

/**
 * Looks at the database once a second for all watchers of this process together, and not at all while there are none. The steps of a scan
 * are written at most once a second, by a worker that may be another process.
 */
export function scanWatch(
  read: (wanted: readonly VersionAt[]) => Promise<(string | null)[]>,
  log: Pick<Logger, "warn">,
  everyMs = LOOK_EVERY_MS,
): ScanWatch {
  const watchers = new Set<Watcher>();
  let seen = new Map<string, string | null>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const wanted = [...new Map([...watchers].map((one) => [keyOf(one), { name: one.name, version: one.version }]))];
    const steps = await read(wanted.map(([, at]) => at));
    const now = new Map(wanted.map(([key], at) => [key, steps[at] ?? null]));
    const before = seen;
    seen = now;
    // Whoever came since the last look may have read what was there before this one.
    for (const one of watchers) if (now.has(keyOf(one)) && now.get(keyOf(one)) !== before.get(keyOf(one))) one.onStep();
  };
  const next = (): void => {
    if (isClosed || timer !== null || watchers.size === 0) return;
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.warn({ event: "scans_not_watched", error: describeError(error) }, "not looked"))
        .finally(() => {
          timer = null;
          next();
        });
    }, everyMs);
    timer.unref();
  };
  return {
    watch(input) {
      const own = [...watchers].filter(({ viewer }) => viewer === input.viewer).length;
      if (isClosed || watchers.size >= MOST_OF_ALL || own >= MOST_OF_ONE) return null;
      const watcher = { ...input };
      watchers.add(watcher);
      seen.delete(keyOf(watcher));
      next();
      return () => void watchers.delete(watcher);
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const { onEnd } of watchers) onEnd();
      watchers.clear();
    },
  };
}
