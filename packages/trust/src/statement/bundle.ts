import type { RegistrySigner } from "../signing-key.ts";
import { TrustError } from "../trust-error.ts";
import {
  type Envelope,
  openEnvelope,
  PAYLOAD_TYPE,
  readCanonical,
  retiredProblem,
  sealPayload,
  type TrustedKey,
} from "./dsse.ts";

/** Its own, so that no bundle's index is ever taken for a decision, nor the other way round. */
const PREDICATE_TYPE = "https://gaia-registry.dev/attestations/bundle/v1";
const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";

/** What a registry says of a bundle that it exported. Time: RFC 3339, UTC. */
interface BundleHead {
  registry: string;
  issued_at: string;
  /** How many releases are inside. */
  releases: number;
}

interface Statement {
  _type: typeof STATEMENT_TYPE;
  subject: [{ name: "index.json"; digest: { sha256: string } }];
  predicateType: typeof PREDICATE_TYPE;
  predicate: BundleHead;
}

type BundleVerdict = { ok: true; head: BundleHead; indexSha256: string; keyId: string } | { ok: false; reason: string };

/** Signs a bundle's index by its SHA-256 (lower-case hex). @throws TrustError `invalid_statement`, `signing_failed` */
export async function signBundle(signer: RegistrySigner, head: BundleHead, indexSha256: string): Promise<Envelope> {
  const statement: Statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: "index.json", digest: { sha256: indexSha256 } }],
    predicateType: PREDICATE_TYPE,
    predicate: head,
  };
  if (!isStatement(statement)) throw new TrustError("invalid_statement", "the bundle's head is not of its form");
  const envelope = await sealPayload(signer, PAYLOAD_TYPE, statement);
  const verdict = verifyBundle(envelope, [signer.publicKey]);
  if (!verdict.ok) throw new TrustError("signing_failed", `the signer's work does not verify: ${verdict.reason}`);
  return envelope;
}

/** Verifies who signed a bundle's index; whether the index is the signed one is the caller's to compare. Never throws. */
export function verifyBundle(envelope: unknown, keys: readonly TrustedKey[]): BundleVerdict {
  const opened = openEnvelope(envelope, PAYLOAD_TYPE, keys);
  if (typeof opened === "string") return { ok: false, reason: opened };
  const statement = readCanonical(opened.payload, isStatement);
  if (statement === null) return { ok: false, reason: "the payload is not of a bundle's index, in canonical JSON" };
  const { predicate, subject } = statement;
  const problem = retiredProblem(keys, opened.keyId, predicate.issued_at);
  if (problem !== null) return { ok: false, reason: problem };
  return { ok: true, head: predicate, indexSha256: subject[0].digest.sha256, keyId: opened.keyId };
}

function isStatement(value: unknown): value is Statement {
  if (!isRecord(value) || Object.keys(value).length !== 4) return false;
  const { _type, predicateType, subject, predicate } = value;
  if (_type !== STATEMENT_TYPE || predicateType !== PREDICATE_TYPE) return false;
  if (!Array.isArray(subject) || subject.length !== 1 || !isRecord(subject[0]) || !isRecord(predicate)) return false;
  const { name, digest } = subject[0];
  if (name !== "index.json" || !isRecord(digest) || !/^[0-9a-f]{64}$/.test(String(digest["sha256"]))) return false;
  const { registry, issued_at: issuedAt, releases } = predicate;
  return (
    Object.keys(predicate).length === 3 &&
    typeof registry === "string" &&
    registry.length > 0 &&
    registry.length <= 2_048 &&
    typeof issuedAt === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(issuedAt) &&
    !Number.isNaN(Date.parse(issuedAt)) &&
    Number.isSafeInteger(releases) &&
    Number(releases) >= 0
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
