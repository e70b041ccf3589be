/** What of a finding is evidence. */
export interface Evidence {
  /** Evidence of one rule is told once: the heaviest counts. */
  rule: string;
  /** Natural log-odds, from 0. */
  weight: number;
}

export interface Judgement<E extends Evidence> {
  /** How likely it is that the skill harms whoever uses it, 0 to 1, by what was measured (docs/detection.md). */
  probability: number;
  /** One for each rule that adds to it, the heaviest first. */
  reasons: E[];
}

/**
 * Log-odds that a skill harms of which nothing is said: about two in a hundred. `npm run train:judgement` prints them, and a test holds
 * them against what the weights were fitted with.
 */
const PRIOR = -3.97;
/** What a rule adds beside heavier ones, of what it would add to theirs: rules that fire together often say the same. */
export const SHARE = 0.5;
/** So many rules are added up, the heaviest. */
export const MOST_REASONS = 6;

/** One probability from all evidence: the log-odds of a skill of which nothing is said, the heaviest rule, half of the next, and so on. */
export function weigh<E extends Evidence>(evidence: readonly E[]): Judgement<E> {
  const heaviest = new Map<string, E>();
  for (const each of evidence) {
    const known = heaviest.get(matterOf(each.rule));
    if (each.weight > (known?.weight ?? 0)) heaviest.set(matterOf(each.rule), each);
  }
  const reasons = [...heaviest.values()].toSorted((a, b) => b.weight - a.weight).slice(0, MOST_REASONS);
  const logOdds = reasons.reduce((sum, { weight }, index) => sum + weight * SHARE ** index, PRIOR);
  return { probability: 1 / (1 + Math.exp(-logOdds)), reasons };
}

/** Whether a rule is the model of wording. */
export const isWording = (rule: string): boolean => rule.startsWith("instructions/worded-");

/** The model of wording is one witness, whatever behaviour it names. */
export const matterOf = (rule: string): string => (isWording(rule) ? "instructions/worded" : rule);

/** From this probability on a version is held for a person, unless the registry is set otherwise; docs/detection.md has what each holds. */
export const HOLD_FROM = 0.43;

/**
 * From this probability on a version is withheld if witnesses of two kinds agree (`agreement.ts`); above 1: never. One kind alone holds it,
 * however sure it is.
 */
export const BLOCK_FROM = 0.97;
