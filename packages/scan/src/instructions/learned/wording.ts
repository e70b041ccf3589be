import type { Reading, Span } from "../../view/reading.ts";
import type { SkillView } from "../../view/skill-view.ts";
import { featuresOf, type Features } from "./features.ts";
import { MODEL } from "./model.ts";
import { type Row, rowOf, weigh } from "./score.ts";
import { type Stretch, stretchesOf } from "./stretches.ts";
import type { Token } from "./tokens.ts";

/** A stretch with its weight: above zero it is nearer to texts that harm, below to honest ones. */
export interface WeighedStretch extends Stretch, Span {
  score: number;
  row: Row;
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
  const weighed = stretches.map(({ from, to }): WeighedStretch => {
    const row = rowOf(features, from, to);
    return {
      from,
      to,
      row,
      // In range: a stretch has tokens.
      start: (tokens[from] as Token).start,
      end: (tokens[to - 1] as Token).end,
      score: MODEL.card.bias + (weigh(row, MODEL.weights) * MODEL.card.scale) / 127,
    };
  });
  return {
    tokens,
    features,
    stretches: weighed,
    around: ({ start, end }) => {
      const scores = weighed.filter((each) => each.start < end && start < each.end).map(({ score }) => score);
      return scores.length === 0 ? null : Math.max(...scores);
    },
  };
}
