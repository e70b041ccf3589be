import type { Span } from "./reading.ts";
import { readsAddresses } from "./pattern.ts";

/** Where the patterns of all rules match in one reading; each pattern is looked for once. */
export interface PatternIndex {
  hits(pattern: RegExp): Span[];
}

/** More of one pattern is no manual any more; the rest is as good as these. */
const MOST_HITS = 20_000;

/** `address` finds the addresses; what it finds is out of sight for all patterns but those that ask for them. */
export function patternIndex(text: string, address: RegExp): PatternIndex {
  const known = new Map<RegExp, Span[]>();
  const masked = text.replaceAll(address, (found) => {
    const kept = found.indexOf("://") + 3;
    return kept === 2 ? found : found.slice(0, kept) + "_".repeat(found.length - kept);
  });
  return {
    hits(pattern) {
      const found = known.get(pattern);
      if (found !== undefined) return found;
      const hits: Span[] = [];
      for (const match of (readsAddresses(pattern) ? text : masked).matchAll(pattern)) {
        if (match[0] === "") continue;
        hits.push({ start: match.index, end: match.index + match[0].length });
        if (hits.length === MOST_HITS) break;
      }
      known.set(pattern, hits);
      return hits;
    },
  };
}
