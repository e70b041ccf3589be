import { createHash } from "node:crypto";
import { boundedThreads, TaskLost } from "../threads/bounded-threads.ts";
import { findLanguage, type Language } from "./languages.ts";

export interface Highlighter {
  /**
   * Tells the parts of code apart, by the path of its file or by what its fence says: pairs of length and kind (1 to 8, 0 plain), line by
   * line, where the pair 0, 0 ends a line. Null: its language is unknown, or it takes too much.
   */
  highlight(input: { text: string; named: string }): Promise<Uint16Array | null>;
}

/** A longer text is plain: at the pace measured, so much takes half a second. */
const MOST_CHARS = 96 * 1024;
/** Of one text. What a grammar costs when it is used for the first time is a part of it. */
const MOST_CPU_MS = 3_000;
/** Of one result, two for each part: what is made of more parts is too heavy for a page. */
const MOST_NUMBERS = 40_000;
/** Of what is kept: twice as many bytes. */
const MOST_KEPT_NUMBERS = 2_000_000;
const MOST_KEPT = 4_000;
/** Of texts that take too much: 44 characters each. They are kept apart, so that no heavy text pushes them out. */
const MOST_LOST = 20_000;

/**
 * Highlights in one thread, bounded in CPU time, time and memory; with the grammars it goes after two minutes without work. What was made
 * is kept by the text's digest, and so is that a text takes too much.
 */
export function highlightingPool(cpuMs = MOST_CPU_MS): Highlighter & { close(): Promise<void> } {
  const bounds = { cpuMs, wallMs: 10_000, heapMb: 192, waiting: 64 };
  const pool = boundedThreads(new URL("highlighting-thread.ts", import.meta.url), 1, bounds);
  const kept = keptResults();
  const lost = new Set<string>();
  const make = (text: string, language: Language): Promise<Uint16Array | null> =>
    pool.run<Uint16Array>("highlight", { text, language }).then(
      (pairs) => (pairs.length > MOST_NUMBERS ? null : pairs),
      (error: unknown) => {
        if (!(error instanceof TaskLost)) throw error;
        if (error.code === "cpu" || error.code === "memory" || error.code === "crash") return null;
        throw error;
      },
    );
  const lose = (key: string): void => {
    lost.add(key);
    for (const oldest of lost) {
      if (lost.size <= MOST_LOST) return;
      lost.delete(oldest);
    }
  };
  return {
    async highlight({ text, named }) {
      const language = findLanguage(named);
      if (language === null || text.length > MOST_CHARS) return null;
      const key = createHash("sha256").update(`${language}\n${text}`).digest("base64");
      if (lost.has(key)) return null;
      // Lost without a fault of its own: plain this time, and tried anew the next.
      const made = await kept.get(key, () => make(text, language)).catch(() => undefined);
      if (made === null) lose(key);
      return made ?? null;
    },
    close: () => pool.close(),
  };
}

type Result = Uint16Array | null;

/** The latest results, those that are being made among them: two readers of one file have it made once. */
function keptResults() {
  const kept = new Map<string, { made: Promise<Result>; size: number }>();
  let size = 0;
  const drop = (key: string): void => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const grow = (key: string, by: number): void => {
    const entry = kept.get(key);
    if (entry === undefined) return;
    entry.size = by;
    size += by;
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT && size <= MOST_KEPT_NUMBERS) return;
      drop(oldest);
    }
  };
  return {
    get(key: string, make: () => Promise<Result>): Promise<Result> {
      const known = kept.get(key);
      if (known !== undefined) {
        // The one that was asked for last goes last.
        kept.delete(key);
        kept.set(key, known);
        return known.made;
      }
      const made = make();
      kept.set(key, { made, size: 0 });
      made.then(
        (result) => grow(key, result?.length ?? 1),
        () => drop(key),
      );
      return made;
    },
  };
}
