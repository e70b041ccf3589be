import { ROOM } from "../src/features.ts";
import { type Row, weigh } from "../src/score.ts";

/** One example of two classes; `cost` is what a mistake on it costs. */
export interface Example {
  row: Row;
  isHarmful: boolean;
  cost: number;
}

export interface Line {
  weights: Float64Array;
  bias: number;
}

const ROUNDS = 12;

/**
 * A linear support vector machine with squared hinge loss, by dual coordinate descent (Hsieh et al., ICML 2008, algorithm 1). The order of
 * visits comes from a generator of its own, so the same examples give the same line.
 */
export function train(examples: readonly Example[]): Line {
  const weights = new Float64Array(ROOM);
  let bias = 0;
  const alpha = new Float64Array(examples.length);
  const norms = examples.map(({ row }) => row.values.reduce((sum, value) => sum + value * value, 1));
  const order = examples.map((_, index) => index);
  let seed = 1;
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = order.length - 1; index > 0; index -= 1) {
      const other = below(index + 1);
      [order[index], order[other]] = [order[other] as number, order[index] as number];
    }
    for (const index of order) {
      const { row, isHarmful, cost } = examples[index] as Example;
      const sign = isHarmful ? 1 : -1;
      const known = alpha[index] as number;
      const slack = 1 / (2 * cost);
      const gradient = sign * (weigh(row, weights) + bias) - 1 + slack * known;
      const next = Math.max(known - gradient / ((norms[index] as number) + slack), 0);
      if (next === known) continue;
      const step = (next - known) * sign;
      alpha[index] = next;
      bias += step;
      for (let at = 0; at < row.features.length; at += 1) {
        const feature = row.features[at] as number;
        weights[feature] = (weights[feature] as number) + step * (row.values[at] as number);
      }
    }
  }
  return { weights, bias };
}
