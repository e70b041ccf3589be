import { createHash } from "node:crypto";
import { envelopeIdsOf, verifyEnvelope } from "@gaia/trust";
import type { PinnedKey } from "./trust-store.ts";

/** What statements must be about, as far as it is known. */
interface Subject {
  name: string;
  version: string;
  publisher?: string;
  contentDigest?: string;
  /** Null when this home never saw it. */
  releaseDigest: string | null;
}

/** The release that statements must be about, and what the registry says of it; `status` is null where nobody says it. */
export interface AttestedRelease extends Required<Subject> {
  tier: string;
  status: string | null;
}

export interface SignedStanding {
  tier: string | null;
  /** The newest; whether an admin cleared it no statement says. */
  verdict: string | null;
  status: string | null;
  sequence: number;
  keyId: string;
  /** Every statement that verified, as `<key id>:<sequence>`: none is ever taken back. */
  said: readonly string[];
  /** The digests of their payloads, oldest first: what the log's entries name. */
  digests: readonly string[];
  /** When it says it published it; null where no statement of a pinned key does. */
  publishedAt: string | null;
}

export type AttestationVerdict =
  | ({ state: "valid"; tierIsAttested: boolean } & Pick<
      SignedStanding,
      "sequence" | "keyId" | "said" | "digests" | "publishedAt"
    >)
  | { state: "unpinned" }
  | { state: "invalid"; reason: string };

type Verified = Extract<ReturnType<typeof verifyEnvelope>, { ok: true }>;
type Statement = Verified["statement"];

const MAX_ENVELOPES = 1_000;

/**
 * Judges what the registry signed about a release against the keys that this user pinned: every statement of a pinned key
 * must verify and be about this very release, and the newest that names a tier or a state must name this one (G1, G3, G9, G10). A tier
 * above experimental needs such a statement. Statements of other keys count for nothing: a registry may have older keys.
 */
export function judgeAttestations(
  envelopes: readonly unknown[],
  pinned: readonly PinnedKey[],
  release: AttestedRelease,
  at: Date,
): AttestationVerdict {
  if (pinned.length === 0) return { state: "unpinned" };
  const said = readStanding(envelopes, pinned, release, at);
  if (typeof said === "string") return invalid(said);
  const { tier, status, sequence, keyId } = said;
  if (tier === null && release.tier !== "experimental") return invalid(`no statement names the tier ${release.tier}`);
  if (tier !== null && tier !== release.tier)
    return invalid(`the registry signed the tier ${tier}, not ${release.tier}`);
  if (status !== null && release.status !== null && status !== release.status)
    return invalid(`the registry signed that it is ${status}, not ${release.status}`);
  const { digests, publishedAt } = said;
  return { state: "valid", tierIsAttested: tier !== null, sequence, keyId, said: said.said, digests, publishedAt };
}

/**
 * What the registry last signed of a version: its tier and the state that a withdrawal left it in, null where no statement names one, and
 * the newest sequence of all. A text says why nothing can be believed: a statement that does not hold, or none of a pinned key.
 */
export function readStanding(
  envelopes: readonly unknown[],
  pinned: readonly PinnedKey[],
  subject: Subject,
  at: Date,
): SignedStanding | string {
  if (envelopes.length > MAX_ENVELOPES) return "there are too many statements";
  const known = new Set<unknown>(pinned.flatMap(envelopeIdsOf));
  const said: SignedStanding = {
    tier: null,
    verdict: null,
    status: null,
    sequence: -1,
    keyId: "",
    said: [],
    digests: [],
    publishedAt: null,
  };
  const statements: (Verified & { digest: string })[] = [];
  for (const envelope of envelopes.filter((one) => keyIds(one).some((id) => known.has(id)))) {
    const verdict = verifyEnvelope(envelope, pinned, { at });
    if (!verdict.ok) return verdict.reason;
    const mismatch = mismatchOf(verdict.statement, subject);
    if (mismatch !== null) return mismatch;
    statements.push({ ...verdict, digest: payloadDigest(envelope) });
  }
  const inOrder = statements.toSorted((left, right) => sequenceOf(left) - sequenceOf(right));
  for (const { statement, keyId } of inOrder) {
    const { tier, verdict, status, sequence } = statement.predicate;
    const told = Object.entries({ tier, verdict, status }).filter(([, value]) => value !== undefined);
    Object.assign(said, { sequence, keyId }, Object.fromEntries(told));
  }
  const published = statements.find(({ statement }) => statement.predicate.decision === "publish");
  said.publishedAt = published?.statement.predicate.issued_at ?? null;
  said.said = statements.map((each) => `${each.keyId}:${sequenceOf(each)}`);
  said.digests = inOrder.map(({ digest }) => digest);
  return said.sequence < 0 ? "no statement is signed by a key that you pinned for this registry" : said;
}

const sequenceOf = ({ statement }: Verified): number => statement.predicate.sequence;

/** Of an envelope that verified: its payload is base64 in the one spelling. */
function payloadDigest(envelope: unknown): string {
  const { payload } = envelope as { payload: string };
  return `sha256:${createHash("sha256").update(Buffer.from(payload, "base64")).digest("hex")}`;
}

function mismatchOf({ subject, predicate }: Statement, expected: Subject): string | null {
  const [release, content] = subject;
  const { releaseDigest, contentDigest } = expected;
  if (releaseDigest !== null && `sha256:${release.digest.sha256}` !== releaseDigest)
    return "a statement is about another release";
  if (contentDigest !== undefined && `sha256:${content.digest.sha256}` !== contentDigest)
    return "a statement is about other content";
  for (const field of ["publisher", "name", "version"] as const)
    if (expected[field] !== undefined && predicate[field] !== expected[field])
      return `a statement is about the ${field} ${predicate[field]}, not ${expected[field]}`;
  return null;
}

function keyIds(envelope: unknown): unknown[] {
  const signatures = (envelope as { signatures?: unknown } | null)?.signatures;
  return Array.isArray(signatures) ? signatures.map((one: unknown) => (one as { keyid?: unknown } | null)?.keyid) : [];
}

const invalid = (reason: string): AttestationVerdict => ({ state: "invalid", reason });
