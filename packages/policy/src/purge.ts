import { type JudgedFinding, verdictOn } from "./judge.ts";

/** So long after it arrived may a publisher take back a release for good. */
export const PURGE_HOURS = 72;

/**
 * Whether a publisher may purge a release of its own (design §5): while few can have come to rely on it, or at any age when the
 * inspection that counts found a secret in it. An admin always may.
 */
export function mayOwnerPurge(release: { receivedAt: Date; hasSecret: boolean }, now: Date): boolean {
  return release.hasSecret || now.getTime() - release.receivedAt.getTime() <= PURGE_HOURS * 3_600_000;
}

/**
 * Whether a finding is a secret that leaked. What only looks like one, or is a documented example, has a verdict row that lets it pass, and
 * gives nobody the right to take back a release that others rely on.
 */
export const isLeakedSecret = (finding: JudgedFinding): boolean =>
  finding.category === "secret" && verdictOn(finding) !== "ALLOW";
