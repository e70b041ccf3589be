import type { Span } from "../reading.ts";
import { readsAddresses } from "../patterns/pattern.ts";
import type { Sieve, Sifted } from "./sieve.ts";

/** Where the patterns of all rules match in one reading; each pattern is looked for once. */
export interface PatternIndex {
  hits(pattern: RegExp): Span[];
  /** Whether it may match at all, by what the sieve knows; it is not looked for. */
  mayHit(pattern: RegExp): boolean;
}

/** More of one pattern is no manual any more; the rest is as good as these. */
const MOST_HITS = 20_000;

/**
 * `address` finds the addresses; what it finds is out of sight for all patterns but those that ask for them. Patterns of the sieve are
 * looked for only where it finds what they need.
 */
export function patternIndex(text: string, address: RegExp, sieve?: Sieve): PatternIndex {
  const known = new Map<RegExp, Span[]>();
  const masked = text.replaceAll(address, (found) => {
    const kept = found.indexOf("://") + 3;
    return kept === 2 ? found : found.slice(0, kept) + "_".repeat(found.length - kept);
  });
  const sifted = sieve?.sift(text, masked) ?? (() => null);
  const hits = (pattern: RegExp): Span[] => {
    const read = readsAddresses(pattern) ? text : masked;
    const places = sifted(pattern);
    if (places === null) return everywhere(read, pattern);
    return places.sticky === null ? among(read, pattern, places) : at(read, places.sticky, places.starts);
  };
  return {
    hits(pattern) {
      const found = known.get(pattern) ?? hits(pattern);
      known.set(pattern, found);
      return found;
    },
    mayHit(pattern) {
      const places = known.get(pattern) ?? sifted(pattern)?.starts;
      return places === undefined || places.length > 0;
    },
  };
}

function everywhere(text: string, pattern: RegExp): Span[] {
  const hits: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[0] === "") continue;
    hits.push({ start: match.index, end: match.index + match[0].length });
    if (hits.length === MOST_HITS) break;
  }
  return hits;
}

/** The same, for a pattern whose every match begins at one of these places. */
function at(text: string, sticky: RegExp, starts: readonly Span[]): Span[] {
  const hits: Span[] = [];
  let behind = 0;
  for (const range of starts) {
    for (let start = Math.max(range.start, behind); start <= range.end; start += 1) {
      sticky.lastIndex = start;
      if (!sticky.test(text)) continue;
      behind = sticky.lastIndex;
      hits.push({ start, end: behind });
      if (hits.length === MOST_HITS) return hits;
      start = behind - 1;
    }
  }
  return hits;
}

/** The same, for a pattern whose every match begins in one of the ranges. */
function among(text: string, pattern: RegExp, { starts, longest, margin }: Sifted): Span[] {
  const hits: Span[] = [];
  let behind = 0;
  for (const range of starts) {
    const from = Math.max(range.start, behind);
    const offset = Math.max(from - margin, 0);
    const stretch = text.slice(offset, range.end + longest + margin);
    pattern.lastIndex = from - offset;
    for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
      const start = offset + match.index;
      // What begins behind the range is no match of the whole text: the stretch ends too soon for it.
      if (start > range.end) break;
      behind = start + match[0].length;
      hits.push({ start, end: behind });
      if (hits.length === MOST_HITS) break;
    }
  }
  pattern.lastIndex = 0;
  return hits.slice(0, MOST_HITS);
}
