import type { Span } from "@gaia/reading";
import { MODEL } from "./model.ts";
import { weighStretch } from "./score.ts";
import type { Stretch } from "./stretches.ts";
import type { Token } from "./tokens.ts";
import type { Wording } from "./wording.ts";

/** Fewer words say nothing that a person could act on. */
const FEWEST = 3;

/** The sentence of a stretch that weighs most, as it stands in the text: what a publisher has to read to know what was meant. */
export function heaviestSentence(text: string, { tokens, features }: Wording, { from, to }: Stretch): Span {
  let best = { from, to, weight: -Infinity };
  for (let start = from; start < to;) {
    let end = start + 1;
    while (end < to && tokens[end]?.sentence === tokens[start]?.sentence) end += 1;
    const weight = end - start < FEWEST ? -Infinity : weighStretch(features, start, end, MODEL.weights);
    if (weight > best.weight) best = { from: start, to: end, weight };
    start = end;
  }
  // In range: a stretch has tokens.
  const last = (tokens[best.to - 1] as Token).end;
  const stop = /^[\p{P}\p{S}]{0,3}/u.exec(text.slice(last, last + 3))?.[0].length ?? 0;
  return { start: (tokens[best.from] as Token).start, end: last + stop };
}
