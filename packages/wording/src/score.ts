import { type Features, NONE, PER_TOKEN, ROOM } from "./features.ts";

/** Pieces of words weigh less than words: they are many, and say the same again. */
const GRAM_SHARE = 0.6;

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

/** Calls `meet` with each feature of the tokens `from` (inclusive) to `to` (exclusive) once. */
function meetWords({ words }: Features, from: number, to: number, meet: (feature: number) => void): void {
  const mark = nextRound();
  for (let index = from * PER_TOKEN; index < to * PER_TOKEN; index += 1) {
    // In range: each token has PER_TOKEN of them.
    const feature = words[index] as number;
    if (feature === NONE || met[feature] === mark) continue;
    met[feature] = mark;
    meet(feature);
  }
}

function meetGrams({ grams }: Features, from: number, to: number, meet: (feature: number) => void): void {
  const mark = nextRound();
  for (let index = from; index < to; index += 1) {
    for (const feature of grams[index] ?? []) {
      if (met[feature] === mark) continue;
      met[feature] = mark;
      meet(feature);
    }
  }
}

function nextRound(): number {
  round += 1;
  if (round === NONE) {
    met.fill(0);
    round = 1;
  }
  return round;
}

/** The features of a stretch, scaled so that long stretches do not outweigh short ones. */
export function rowOf(features: Features, from: number, to: number): Row {
  const words: number[] = [];
  const grams: number[] = [];
  meetWords(features, from, to, (feature) => words.push(feature));
  meetGrams(features, from, to, (feature) => grams.push(feature));
  const values = new Float32Array(words.length + grams.length);
  values.fill(1 / Math.sqrt(words.length || 1), 0, words.length);
  values.fill(GRAM_SHARE / Math.sqrt(grams.length || 1), words.length);
  return { features: Uint32Array.from([...words, ...grams]), values, words: words.length };
}

/** What weights make of a stretch: as of its row, which is not made. */
export function weighStretch(features: Features, from: number, to: number, weights: ArrayLike<number>): number {
  let words = 0;
  let grams = 0;
  let ofWords = 0;
  let ofGrams = 0;
  meetWords(features, from, to, (feature) => {
    words += 1;
    // In range: features are below ROOM.
    ofWords += weights[feature] as number;
  });
  meetGrams(features, from, to, (feature) => {
    grams += 1;
    ofGrams += weights[feature] as number;
  });
  return ofWords / Math.sqrt(words || 1) + (GRAM_SHARE * ofGrams) / Math.sqrt(grams || 1);
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
