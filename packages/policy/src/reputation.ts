/** What a publisher's standing is counted from (docs/reputation.md). */
export interface ReputationFacts {
  /** The tiers of its listed skills: verified 1, community a half, experimental or released by another 0; the mean, or 0 without any. */
  audited: number;
  /** Accounts that reviewed what it released of its skills, each once, by the mean of its ratings: how many, and the sum of these means. */
  raters: number;
  ratingSum: number;
  /** How long it has been here. */
  ageDays: number;
  /** Downloads of all its skills. */
  downloads: number;
  /** Reports of what it released that were upheld within a year, without those whose appeal was granted. */
  upheld: number;
}

/** No skill stands more places from where its text and its use put it, whatever anybody says. */
export const LIFT_MOST = 3;

/** As if so many accounts had rated the publisher with the middle, 3, before anybody did. */
const PRIOR_RATERS = 20;

const within = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * A publisher's reputation, from 0 to 1, and by how many places it lifts its skills in search, from 0 to `LIFT_MOST`. What was audited
 * weighs half; what accounts say a quarter at most, however many they are; age and use the rest. Two upheld reports take all of it away.
 */
export function reputationOf(facts: ReputationFacts): { score: number; lift: number } {
  const mean = (PRIOR_RATERS * 3 + facts.ratingSum) / (PRIOR_RATERS + facts.raters);
  const earned =
    0.5 * within(facts.audited) +
    0.25 * within((mean - 3) / 2) +
    0.15 * within(facts.ageDays / 365) +
    0.1 * within(Math.log10(1 + Math.max(0, facts.downloads)) / 6);
  const score = within(earned - 0.5 * facts.upheld);
  return { score, lift: Math.min(LIFT_MOST, Math.floor(score * (LIFT_MOST + 1))) };
}

/**
 * Moves the entries of a ranking by their lifts, from 0 to `LIFT_MOST`: none goes further than that up, or down. Those of one lift keep
 * their order.
 */
export function liftRanking<Entry>(ranking: readonly Entry[], liftOf: (entry: Entry) => number): Entry[] {
  return ranking
    .map((entry, place) => ({ entry, lift: liftOf(entry), place }))
    .toSorted((a, b) => a.place - a.lift - (b.place - b.lift) || b.lift - a.lift)
    .map(({ entry }) => entry);
}
