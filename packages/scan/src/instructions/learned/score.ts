import { type Features, ROOM } from "./features.ts";

/** Pieces of words weigh less than words: they are many, and say the same again. */
export const GRAM_SHARE = 0.6;

/** The features of one stretch, each once, and what each of them counts. */
export interface Row {
  /** Those of words and pairs come first. */
  features: Uint32Array;
  values: Float32Array;
  /** How many they are. */
  words: number;
}

/** When a feature was last met, so that each counts once in a stretch. */
const met = new Uint32Array(ROOM);
let round = 0;

/** The features of the tokens `from` (inclusive) to `to` (exclusive), scaled so that long stretches do not outweigh short ones. */
export function rowOf(features: Features, from: number, to: number): Row {
  const words = collect(features.words, from, to);
  const grams = collect(features.grams, from, to);
  const row = {
    features: new Uint32Array(words.length + grams.length),
    values: new Float32Array(words.length + grams.length),
    words: words.length,
  };
  row.features.set(words);
  row.features.set(grams, words.length);
  row.values.fill(1 / Math.sqrt(words.length || 1), 0, words.length);
  row.values.fill(GRAM_SHARE / Math.sqrt(grams.length || 1), words.length);
  return row;
}

function collect(lists: readonly Uint32Array[], from: number, to: number): number[] {
  round += 1;
  if (round === 0xffffffff) {
    met.fill(0);
    round = 1;
  }
  const found: number[] = [];
  for (let index = from; index < to; index += 1) {
    for (const feature of lists[index] ?? []) {
      if (met[feature] === round) continue;
      met[feature] = round;
      found.push(feature);
    }
  }
  return found;
}

/** What weights make of a row. */
export function weigh({ features, values }: Row, weights: ArrayLike<number>): number {
  let sum = 0;
  // In range: both are of one length, and features are below ROOM.
  for (let index = 0; index < features.length; index += 1) {
    sum += (values[index] as number) * (weights[features[index] as number] as number);
  }
  return sum;
}
