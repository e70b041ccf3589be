import { before, type Reading, type SkillView, type Span } from "@gaia/reading";
import { featuresOf, type Features } from "./features.ts";
import { MODEL } from "./model.ts";
import { weighStretch } from "./score.ts";
import { type Stretch, stretchesOf } from "./stretches.ts";
import { LONGEST } from "./windows.ts";
import type { Token } from "./tokens.ts";

/** A stretch with its weight: above zero it is nearer to texts that harm, below to honest ones. */
export interface WeighedStretch extends Stretch, Span {
  score: number;
}

/** What the model makes of one reading. */
export interface Wording {
  tokens: Token[];
  features: Features;
  stretches: WeighedStretch[];
  /** The largest score of the stretches that hold a span; null where none was judged. */
  around(span: Span): number | null;
}

export function weighWording(reading: Reading, view: SkillView): Wording {
  const { tokens, stretches } = stretchesOf(reading, view);
  const features = featuresOf(tokens);
  const weighed = stretches.map(({ from, to }): WeighedStretch => ({
    from,
    to,
    // In range: a stretch has tokens.
    start: (tokens[from] as Token).start,
    end: (tokens[to - 1] as Token).end,
    score: MODEL.card.bias + (weighStretch(features, from, to, MODEL.weights) * MODEL.card.scale) / 127,
  }));
  const starts = weighed.map(({ start }) => start);
  return {
    tokens,
    features,
    stretches: weighed,
    around: ({ start, end }) => {
      let most: number | null = null;
      for (let index = before(starts, end); index >= 0; index -= 1) {
        const each = weighed[index];
        if (each === undefined || each.start + LONGEST < start) break;
        if (each.start < end && start < each.end) most = Math.max(most ?? -Infinity, each.score);
      }
      return most;
    },
  };
}
