import { type JudgedFinding, verdictOn } from "./judge.ts";

/** So long after it was there for others may a publisher take back a release for good. */
export const PURGE_HOURS = 72;

/**
 * Whether a publisher may purge a release of its own (docs/lifecycle.md): while few can have come to rely on it, or at any age when the
 * inspection that counts found a secret in it. An admin always may.
 * @param release.thereSince when it was published: nobody relies on a staged one before; where it never was, when it arrived
 */
export function mayOwnerPurge(release: { thereSince: Date; hasSecret: boolean }, now: Date): boolean {
  return release.hasSecret || now.getTime() - release.thereSince.getTime() <= PURGE_HOURS * 3_600_000;
}

/**
 * Whether a finding is a secret that leaked. What only looks like one, or is a documented example, has a verdict row that lets it pass, and
 * gives nobody the right to take back a release that others rely on.
 */
export const isLeakedSecret = (finding: JudgedFinding): boolean =>
  finding.category === "secret" && verdictOn(finding) !== "ALLOW";
