import { verifyEnvelope } from "@gaia/trust";
import type { PinnedKey } from "./trust-store.ts";

/** The release that statements must be about. */
export interface AttestedRelease {
  publisher: string;
  name: string;
  version: string;
  tier: string;
  contentDigest: string;
  releaseDigest: string;
}

export type AttestationVerdict =
  | { state: "valid"; tierIsAttested: boolean; sequence: number; keyId: string }
  | { state: "unpinned" }
  | { state: "invalid"; reason: string };

type Statement = Extract<ReturnType<typeof verifyEnvelope>, { ok: true }>["statement"];

const MAX_ENVELOPES = 1_000;

/**
 * Judges what the registry signed about a release against the keys that this user pinned: every statement of a pinned key
 * must verify and be about this very release, and the newest that names a tier must name this one (G1, G3, G9, G10). A tier above
 * experimental needs such a statement. Statements of other keys count for nothing: a registry may have older keys.
 */
export function judgeAttestations(
  envelopes: readonly unknown[],
  pinned: readonly PinnedKey[],
  release: AttestedRelease,
  at: Date,
): AttestationVerdict {
  if (pinned.length === 0) return { state: "unpinned" };
  if (envelopes.length > MAX_ENVELOPES) return invalid("there are too many statements");
  const known = new Set<unknown>(pinned.map(({ key_id }) => key_id));
  const ours = envelopes.filter((envelope) => keyIds(envelope).some((id) => known.has(id)));
  if (ours.length === 0) return invalid("no statement is signed by a key that you pinned for this registry");
  const statements: { statement: Statement; keyId: string }[] = [];
  for (const envelope of ours) {
    const verdict = verifyEnvelope(envelope, pinned, { at });
    if (!verdict.ok) return invalid(verdict.reason);
    const mismatch = mismatchOf(verdict.statement, release);
    if (mismatch !== null) return invalid(mismatch);
    statements.push(verdict);
  }
  return judgeTier(statements, release.tier);
}

function judgeTier(statements: { statement: Statement; keyId: string }[], tier: string): AttestationVerdict {
  const newestFirst = statements.toSorted(
    (left, right) => right.statement.predicate.sequence - left.statement.predicate.sequence,
  );
  const newest = newestFirst.find(({ statement }) => statement.predicate.tier !== undefined);
  if (newest === undefined && tier !== "experimental") return invalid(`no statement names the tier ${tier}`);
  if (newest !== undefined && newest.statement.predicate.tier !== tier)
    return invalid(`the registry signed the tier ${newest.statement.predicate.tier}, not ${tier}`);
  const last = newest ?? newestFirst[0];
  if (last === undefined) return invalid("there is no statement");
  const { sequence } = last.statement.predicate;
  return { state: "valid", tierIsAttested: newest !== undefined, sequence, keyId: last.keyId };
}

function mismatchOf({ subject, predicate }: Statement, release: AttestedRelease): string | null {
  const [signedRelease, signedContent] = subject;
  if (`sha256:${signedRelease.digest.sha256}` !== release.releaseDigest) return "a statement is about another release";
  if (`sha256:${signedContent.digest.sha256}` !== release.contentDigest) return "a statement is about other content";
  for (const field of ["publisher", "name", "version"] as const)
    if (predicate[field] !== release[field])
      return `a statement is about the ${field} ${predicate[field]}, not ${release[field]}`;
  return null;
}

function keyIds(envelope: unknown): unknown[] {
  const signatures = (envelope as { signatures?: unknown } | null)?.signatures;
  return Array.isArray(signatures) ? signatures.map((one: unknown) => (one as { keyid?: unknown } | null)?.keyid) : [];
}

const invalid = (reason: string): AttestationVerdict => ({ state: "invalid", reason });
