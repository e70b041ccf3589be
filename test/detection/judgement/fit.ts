import { type Evidence, EVIDENCE_KINDS, type EvidenceKind } from "@gaia/findings";
import { matterOf, MOST_REASONS, SHARE } from "@gaia/policy";
import type { Observed } from "./observed.ts";

type Weights = Record<EvidenceKind, number>;

export interface Fitted {
  weights: Weights;
  /** Log-odds of a skill of which nothing is said. */
  prior: number;
}

/** Whoever hides a program in a document, or an order in a reference, must not be sure to pass: less than this no such evidence weighs. */
const LEAST: Partial<Weights> = {
  // Said outright in the manifest, in words that do not meet by chance, it is enough.
  "rule.sure": 4,
  // What hides weighs no less than what is said in the open.
  "rule.hidden": 5.5,
  // Words that lower a rule can be written by anybody.
  "rule.lowered": 0.5,
  // No rule of severity high is multiplied by nothing: a doubt lowers it, and never takes it away.
  "rule.quoted": 0.5,
  "rule.against": 1,
  "rule.unweighed": 1,
  "code.document": 1.5,
  "wording.elsewhere.beyond": 1.5,
  "wording.hidden.beyond": 1.5,
};
const ROUNDS = 12;
/** Keeps weights small that little speaks for. */
const RIDGE = 0.2;

/**
 * Weights by which the judgement (packages/policy/src/judging/judgement.ts) is a calibrated probability over these skills: logistic regression, by
 * projected gradients, with no weight below zero: more evidence never makes a skill less likely to harm. Which match of a rule is its
 * heaviest depends on the weights, so they are fitted again until they stay. Deterministic.
 */
export function fitWeights(observed: readonly Observed[]): Fitted {
  const lowest = EVIDENCE_KINDS.map((kind) => LEAST[kind] ?? 0);
  let line = { weights: EVIDENCE_KINDS.map(() => 1), bias: -3 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = observed.map((each) => ({ ...each, row: rowOf(each, line.weights) }));
    const next = regress(rows, lowest, line);
    // Half way, so that two skills do not send the weights to and fro.
    const mix = round > 3 ? 0.5 : 1;
    line = {
      // In range: both have one number for each kind.
      weights: next.weights.map((weight, index) => mix * weight + (1 - mix) * (line.weights[index] as number)),
      bias: mix * next.bias + (1 - mix) * line.bias,
    };
  }
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const weights = Object.fromEntries(EVIDENCE_KINDS.map((kind, index) => [kind, rounded(line.weights[index] ?? 0)]));
  return { weights: weights as Weights, prior: rounded(line.bias) };
}

const weightOf = (evidence: readonly Evidence[], weights: readonly number[]): number =>
  evidence.reduce((sum, { kind, share }) => sum + (weights[EVIDENCE_KINDS.indexOf(kind)] ?? 0) * share, 0);

/** One skill as a row of shares: the heaviest match of each matter, the second matter with half of its shares, and so on. */
function rowOf({ matters }: Observed, weights: readonly number[]): number[] {
  const heaviest = new Map<string, { evidence: readonly Evidence[]; weight: number }>();
  for (const { rule, pieces } of matters) {
    for (const evidence of pieces) {
      const weight = weightOf(evidence, weights);
      if (weight > (heaviest.get(matterOf(rule))?.weight ?? -1)) heaviest.set(matterOf(rule), { evidence, weight });
    }
  }
  const row = EVIDENCE_KINDS.map(() => 0);
  const sorted = [...heaviest.values()].toSorted((a, b) => b.weight - a.weight).slice(0, MOST_REASONS);
  for (const [index, { evidence }] of sorted.entries()) {
    for (const { kind, share } of evidence) {
      const at = EVIDENCE_KINDS.indexOf(kind);
      row[at] = (row[at] ?? 0) + share * SHARE ** index;
    }
  }
  return row;
}

const STEPS = 4_000;

/** Accelerated projected gradients (Beck and Teboulle, 2009) on the weighted logistic loss. */
function regress(
  rows: readonly { row: number[]; isHarmful: boolean; cost: number }[],
  lowest: readonly number[],
  from: { weights: number[]; bias: number },
): { weights: number[]; bias: number } {
  const size = lowest.length + 1;
  const curvature = rows.reduce((sum, { row, cost }) => sum + (cost * (1 + row.reduce((s, x) => s + x * x, 0))) / 4, 0);
  const step = 1 / (curvature + 2 * RIDGE);
  let at = [...from.weights, from.bias];
  let ahead = at;
  let momentum = 1;
  for (let count = 0; count < STEPS; count += 1) {
    const slope = new Float64Array(size);
    for (const { row, isHarmful, cost } of rows) {
      let logOdds = ahead[size - 1] as number;
      // In range: a row has one number for each weight.
      for (let index = 0; index < row.length; index += 1) logOdds += (row[index] as number) * (ahead[index] as number);
      const error = cost * (1 / (1 + Math.exp(-logOdds)) - (isHarmful ? 1 : 0));
      for (let index = 0; index < row.length; index += 1)
        slope[index] = (slope[index] as number) + error * (row[index] as number);
      slope[size - 1] = (slope[size - 1] as number) + error;
    }
    const next = ahead.map((value, index) => {
      const ridge = index < size - 1 ? 2 * RIDGE * value : 0;
      return Math.max(value - step * ((slope[index] as number) + ridge), lowest[index] ?? -Infinity);
    });
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    // In range: all have one size.
    ahead = next.map((value, index) => value + ((momentum - 1) / nextMomentum) * (value - (at[index] as number)));
    at = next;
    momentum = nextMomentum;
  }
  return { weights: at.slice(0, -1), bias: at.at(-1) ?? 0 };
}
