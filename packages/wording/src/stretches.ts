import { ADDRESS, before, hostKinds, patternIndex, type Reading, type SkillView } from "@gaia/reading";
import { type Token, tokensOf } from "./tokens.ts";
import { windowsOf } from "./windows.ts";

/** A stretch of a reading, by its tokens. */
export interface Stretch {
  from: number;
  to: number;
}

/** The tokens of a reading and the stretches of them that are judged. */
export function stretchesOf(reading: Reading, view: SkillView): { tokens: Token[]; stretches: Stretch[] } {
  const addresses = patternIndex(reading.text, ADDRESS).hits(ADDRESS);
  const tokens = tokensOf(reading.text, addresses, hostKinds(view)(reading, addresses));
  const starts = tokens.map(({ start }) => start);
  const at = (offset: number): number => {
    const index = before(starts, offset);
    return (starts[index] ?? Infinity) < offset ? index + 1 : index;
  };
  const stretches = windowsOf(reading).map(({ start, end }) => ({ from: at(start), to: at(end) }));
  return { tokens, stretches: stretches.filter(({ from, to }) => to - from >= FEWEST) };
}

/** Fewer words and things order nothing. */
const FEWEST = 8;
