/** The programs that look at a skill in the sandbox, in the order of a report. */
export const OUTSIDE_SCANNERS = ["bandit", "detect-secrets", "pip-audit"] as const;
export type OutsideScanner = (typeof OUTSIDE_SCANNERS)[number];

/**
 * What a registry looks at and our own analysers do not: each scanner in words, for whoever scans without a registry. The key of the last
 * one is the report of `packages/registry`.
 */
export const BEYOND_ANALYSERS: Readonly<Record<OutsideScanner | "osv-npm", string>> = {
  bandit: "Bandit on Python",
  "detect-secrets": "detect-secrets on every file",
  "pip-audit": "pip-audit (Python packages that are unknown or have known vulnerabilities)",
  "osv-npm": "the same for npm packages (osv-npm)",
};

/** Our own analysers, by the names of their reports and in this order: for whoever names them and loads none of them. */
export const ANALYSER_NAMES: readonly string[] = [
  "gaia-instructions",
  "gaia-code",
  "gaia-contents",
  "gaia-dependencies",
];
