import { createHash } from "node:crypto";
import type { RegistrySigner } from "../signing-key.ts";
import { TrustError } from "../trust-error.ts";
import { canonicalJson } from "./canonical-json.ts";
import { isMovedStatus, type MovedStatus } from "./decision.ts";
import {
  type Envelope,
  openEnvelope,
  PAYLOAD_TYPE,
  readCanonical,
  retiredProblem,
  sealPayload,
  type TrustedKey,
} from "./dsse.ts";

/** What release 0.1 signed a list as. It is in-toto's type today. */
const EARLIER_TYPE = "application/vnd.gaia-registry.revocations+json";
/** Its own, so that no list is ever taken for a decision, nor a decision for a list. */
const PREDICATE_TYPE = "https://gaia-registry.dev/attestations/revocations/v1";
const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";

/** What became of one version. One that was withheld before anybody could have it says only its digest. */
export interface Revocation {
  name: string | null;
  version: string | null;
  publisher: string | null;
  /** `sha256:…`: what it is found by. */
  release_digest: string;
  status: MovedStatus;
  /** The tier that is left, where it was a higher one once; else null. */
  tier: string | null;
  /** The number of the registry's statement that made it so. */
  since_sequence: number;
  /** RFC 3339, UTC. */
  at: string;
}

/** What is signed of a list. Times are RFC 3339, UTC. */
export interface RevocationsHead {
  registry: string;
  /** The newest statement of the registry that it covers. */
  sequence: number;
  issued_at: string;
  expires_at: string;
  /** How many entries it has. */
  count: number;
}

interface Statement {
  _type: typeof STATEMENT_TYPE;
  subject: [{ name: "entries"; digest: { sha256: string } }];
  predicateType: typeof PREDICATE_TYPE;
  predicate: RevocationsHead;
}

export type RevocationsVerdict =
  | { ok: true; head: RevocationsHead; entriesSha256: string; keyId: string }
  | { ok: false; reason: string };

/** Whether it takes anything away; a delta also names what was given back. */
export const isRevoked = ({ status, tier }: Revocation): boolean => status !== "published" || tier !== null;

/** The one text of a whole list, whose SHA-256 is signed: canonical JSON, by release digest; what was given back is not in it. */
export const revocationsText = (entries: readonly Revocation[]): string => revocationsTextOf(sorted(entries));

/** The text of entries as they stand, for a delta. */
export const revocationsTextOf = (entries: readonly Revocation[]): string =>
  // Entry by entry: a bound on nesting is no bound on length.
  `[${entries.map((entry) => canonicalJson(entry)).join(",")}]`;

/** The entries after a delta was applied to the list that its `since` names. */
export function applyRevocations(kept: readonly Revocation[], delta: readonly Revocation[]): Revocation[] {
  const byRelease = new Map(kept.map((entry) => [entry.release_digest, entry]));
  for (const entry of delta) byRelease.set(entry.release_digest, entry);
  return sorted([...byRelease.values()]);
}

const sorted = (entries: readonly Revocation[]): Revocation[] =>
  entries.filter(isRevoked).toSorted((a, b) => (a.release_digest < b.release_digest ? -1 : 1));

/** Signs a list by the digest of its text. @throws TrustError `invalid_statement`, `signing_failed` */
export async function signRevocations(signer: RegistrySigner, head: RevocationsHead, text: string): Promise<Envelope> {
  const sha256 = createHash("sha256").update(text).digest("hex");
  const statement: Statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: "entries", digest: { sha256 } }],
    predicateType: PREDICATE_TYPE,
    predicate: head,
  };
  if (!isStatement(statement)) throw new TrustError("invalid_statement", "the list's head is not of its form");
  const envelope = await sealPayload(signer, signer.form === "0.1" ? EARLIER_TYPE : PAYLOAD_TYPE, statement);
  const verdict = verifyRevocations(envelope, [signer.publicKey]);
  if (!verdict.ok) throw new TrustError("signing_failed", `the signer's work does not verify: ${verdict.reason}`);
  return envelope;
}

/** Verifies the signed head of a list; whether the entries are its own is `revocationsText` against `entriesSha256`. Never throws. */
export function verifyRevocations(envelope: unknown, keys: readonly TrustedKey[]): RevocationsVerdict {
  const isEarlier = isRecord(envelope) && envelope["payloadType"] === EARLIER_TYPE;
  const opened = openEnvelope(envelope, isEarlier ? EARLIER_TYPE : PAYLOAD_TYPE, keys);
  if (typeof opened === "string") return { ok: false, reason: opened };
  const statement = readCanonical(opened.payload, isStatement);
  if (statement === null) return { ok: false, reason: "the payload is not a list of revocations in canonical JSON" };
  const { predicate, subject } = statement;
  const problem = retiredProblem(keys, opened.keyId, predicate.issued_at);
  if (problem !== null) return { ok: false, reason: problem };
  return { ok: true, head: predicate, entriesSha256: subject[0].digest.sha256, keyId: opened.keyId };
}

/** A list whose head one of these keys signed and whose entries have the signed digest; else why it is none. */
export function judgeRevocations(
  { envelope, entries }: { envelope: unknown; entries: readonly unknown[] },
  keys: readonly TrustedKey[],
): { head: RevocationsHead; entries: readonly Revocation[] } | { reason: string } {
  const verdict = verifyRevocations(envelope, keys);
  if (!verdict.ok) return { reason: verdict.reason };
  if (!entries.every(isRevocation)) return { reason: "an entry is not of its form" };
  if (createHash("sha256").update(revocationsText(entries)).digest("hex") !== verdict.entriesSha256)
    return { reason: "its entries are not those that were signed" };
  return { head: verdict.head, entries: entries.filter(isRevoked) };
}

function isStatement(value: unknown): value is Statement {
  if (!isRecord(value) || Object.keys(value).length !== 4) return false;
  const { _type, predicateType, subject, predicate } = value;
  if (_type !== STATEMENT_TYPE || predicateType !== PREDICATE_TYPE) return false;
  if (!Array.isArray(subject) || subject.length !== 1 || !isRecord(subject[0]) || !isRecord(predicate)) return false;
  const { name, digest } = subject[0];
  if (name !== "entries" || !isRecord(digest) || !isHex(digest["sha256"])) return false;
  const { registry, sequence, issued_at, expires_at, count } = predicate;
  return isText(registry) && isWhole(sequence) && isWhole(count) && isTime(issued_at) && isTime(expires_at);
}

/** Whether a value from outside is an entry. */
function isRevocation(value: unknown): value is Revocation {
  if (!isRecord(value)) return false;
  const { name, version, publisher, release_digest, status, tier, since_sequence, at } = value;
  if (![name, version, publisher, tier].every((one) => one === null || isText(one))) return false;
  if (typeof release_digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(release_digest)) return false;
  return isMovedStatus(status) && isWhole(since_sequence) && isTime(at);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 2_048;
const isHex = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isWhole = (value: unknown): boolean => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
