/** What an inspection comes to, mildest first (design: a version's life). */
export const VERDICTS = ["ALLOW", "REVIEW", "BLOCK"] as const;

export type Verdict = (typeof VERDICTS)[number];
