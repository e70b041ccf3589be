import { readsAddresses } from "../patterns/pattern.ts";
import type { Span } from "../reading.ts";
import { folded } from "./folded.ts";
import { literalFinder } from "./literal-finder.ts";
import { type Needs, requiredLiterals } from "./required-literals.ts";

/** Says of many patterns where in a text their matches may begin, after one pass over it. */
export interface Sieve {
  /**
   * `masked` is the text for the patterns that read past addresses. What comes back gives, for a pattern of the sieve, the ranges in
   * which each of its matches begins, ascending, both ends included; null where that may be anywhere.
   */
  sift(text: string, masked: string): (pattern: RegExp) => Sifted | null;
}

export interface Sifted extends Pick<Needs, "longest" | "margin"> {
  starts: readonly Span[];
  /** The pattern as it is held against one place, where each start is a place of its own; null where it is a range. */
  sticky: RegExp | null;
}

/** To begin at a place costs as much as so many characters that are searched. */
const PER_PLACE = 20;
const NOWHERE: readonly Span[] = [];

/** The patterns are read when the first text is sifted. */
export function sieveOf(patterns: () => readonly RegExp[]): Sieve {
  let made: { plain: Mesh; ofAddresses: Mesh } | undefined;
  return {
    sift(text, masked) {
      made ??= {
        plain: meshOf(patterns().filter((each) => !readsAddresses(each))),
        ofAddresses: meshOf(patterns().filter(readsAddresses)),
      };
      const plain = made.plain(masked);
      const ofAddresses = made.ofAddresses(text);
      return (pattern) => (readsAddresses(pattern) ? ofAddresses : plain)(pattern);
    },
  };
}

type Mesh = (text: string) => (pattern: RegExp) => Sifted | null;

function meshOf(patterns: readonly RegExp[]): Mesh {
  const numbers = new Map<string, number>();
  const known = new Map<RegExp, Omit<Sifted, "starts"> & { places: [number: number, before: number][] }>();
  for (const pattern of new Set(patterns)) {
    const needs = requiredLiterals(pattern);
    if (needs === null) continue;
    const places = [...needs.literals].map(([literal, before]): [number, number] => {
      const number = numbers.get(literal) ?? numbers.size;
      numbers.set(literal, number);
      return [number, before];
    });
    const isFirst = places.every(([, before]) => before === 0);
    const sticky = isFirst ? new RegExp(pattern.source, pattern.flags.replace("g", "y")) : null;
    known.set(pattern, { longest: needs.longest, margin: needs.margin, sticky, places });
  }
  const finder = literalFinder([...numbers.keys()]);
  return (text) => {
    const found = finder.find(folded(text));
    const asked = new Map<RegExp, Sifted | null>();
    return (pattern) => {
      const needs = known.get(pattern);
      const before = asked.get(pattern);
      if (needs === undefined || before !== undefined) return before ?? null;
      const perPlace = needs.sticky === null ? PER_PLACE + needs.longest : PER_PLACE;
      const starts = startsOf(needs.places, found, perPlace, text.length / 2);
      const sifted = starts && { ...needs, starts };
      asked.set(pattern, sifted);
      return sifted;
    };
  };
}

/** Null where looking at all places, each `perPlace` characters and those before it, would cost more than `most` characters do. */
function startsOf(
  places: readonly [number: number, before: number][],
  found: readonly (number[] | undefined)[],
  perPlace: number,
  most: number,
): readonly Span[] | null {
  let cost = 0;
  const ranges: Span[] = [];
  for (const [number, before] of places) {
    const offsets = found[number];
    if (offsets === undefined) continue;
    cost += offsets.length * (perPlace + before);
    if (cost > most) return null;
    for (const end of offsets) ranges.push({ start: Math.max(end - before, 0), end });
  }
  return ranges.length === 0 ? NOWHERE : merged(ranges);
}

function merged(ranges: Span[]): Span[] {
  const all: Span[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else all.push(range);
  }
  return all;
}
