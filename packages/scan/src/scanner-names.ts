/** The programs that look at a skill in the sandbox, in the order of a report. */
export const OUTSIDE_SCANNERS = ["bandit", "detect-secrets", "pip-audit"] as const;
export type OutsideScanner = (typeof OUTSIDE_SCANNERS)[number];

/** Our own analysers, by the names of their reports and in this order: for whoever names them and loads none of them. */
export const ANALYSER_NAMES: readonly string[] = [
  "gaia-instructions",
  "gaia-code",
  "gaia-contents",
  "gaia-dependencies",
];
