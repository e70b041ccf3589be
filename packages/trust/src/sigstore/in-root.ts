import { type KeyObject, X509Certificate } from "node:crypto";
import type { Bundle } from "@sigstore/bundle";
import { type SignedEntity, toSignedEntity, type TrustMaterial, VerificationError, Verifier } from "@sigstore/verify";
import { TrustError } from "../trust-error.ts";
import { certificatesOf } from "./read-bundle.ts";
import { ensureEntryAgrees, ensureEntryForm } from "./log-entry.ts";
import { isSignedBy } from "./signed-content.ts";

/** How far a verification came: of several roots, the one that vouches for most of a bundle says what is wrong with it. */
const STAGES = [
  "TIMESTAMP_ERROR",
  "CERTIFICATE_ERROR",
  "TLOG_MISSING_INCLUSION_ERROR",
  "TLOG_INCLUSION",
  "TLOG",
  "SIGNATURE_ERROR",
];

export class RootRefusal extends TrustError {
  readonly stage: number;
  constructor(stage: number, message: string) {
    super("invalid_bundle", message);
    this.stage = stage;
  }
}

/**
 * Verifies a bundle's signature and all that vouches for it against one trusted root: timestamps, the certificate's chain at those times,
 * its SCT, the log entries with promise and proof, what they are entries of, and the signature. A managed key needs no certificate and no
 * log; what a bundle with one brings along has to hold all the same.
 * @returns the times that the log's promise or timestamp authorities vouch for, in no order
 * @throws TrustError `invalid_bundle` naming the check that failed
 */
export function verifyInRoot(
  bundle: Bundle,
  message: Uint8Array,
  input: { root: TrustMaterial; managedKey: KeyObject | null },
): Date[] {
  const [certificate = null] = certificatesOf(bundle);
  const key = input.managedKey ?? keyOf(certificate);
  // Ahead of what others say about the signature: all of that fails as well when it is another one.
  if (!isSignedBy(bundle, message, key)) throw new TrustError("invalid_bundle", NOT_SIGNED);
  const { tlogEntries } = bundle.verificationMaterial;
  for (const entry of tlogEntries) ensureEntryForm(entry);
  const entity = toEntity(bundle, message, key);
  const isManaged = input.managedKey !== null;
  const thresholds = isManaged ? 0 : 1;
  const material = { ...input.root, publicKey: () => ({ publicKey: key, validFor: () => true }) };
  const verifier = new Verifier(material, {
    tlogThreshold: thresholds,
    ctlogThreshold: thresholds,
    timestampThreshold: thresholds,
  });
  try {
    verifier.verify(entity);
  } catch (error) {
    throw refusalOf(error);
  }
  for (const entry of tlogEntries) ensureEntryAgrees(entry, { key, certificate });
  return timesOf(entity);
}

function keyOf(certificate: Buffer | null): KeyObject {
  if (certificate === null) throw new RootRefusal(0, "The bundle has no certificate.");
  try {
    return new X509Certificate(certificate).publicKey;
  } catch {
    throw new RootRefusal(0, "The key of the signing certificate cannot be read.");
  }
}

/** The library's own check knows neither Ed25519 nor the digests of larger curves. */
function toEntity(bundle: Bundle, message: Uint8Array, key: KeyObject): SignedEntity {
  try {
    const entity = toSignedEntity(bundle, Buffer.from(message));
    timesOf(entity);
    entity.signature.verifySignature = () => isSignedBy(bundle, message, key);
    return entity;
  } catch {
    throw new RootRefusal(0, "A certificate or timestamp of the bundle cannot be read.");
  }
}

/** Those that the library verified; an entry without a promise has no time that anybody vouches for. */
function timesOf({ timestamps }: SignedEntity): Date[] {
  return timestamps.flatMap((each) => {
    if (each.$case === "timestamp-authority") return [each.timestamp.signingTime];
    return each.tlogEntry.inclusionPromise ? [new Date(Number(each.tlogEntry.integratedTime) * 1000)] : [];
  });
}

function refusalOf(error: unknown): RootRefusal {
  if (!(error instanceof VerificationError)) return new RootRefusal(0, "Part of the bundle cannot be read.");
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  const stage = STAGES.findIndex((code) => error.code.startsWith(code));
  return new RootRefusal(stage, `${SENTENCES[error.code] ?? "The bundle does not hold"}: ${error.message}${cause}.`);
}

const SENTENCES: Record<string, string> = {
  TIMESTAMP_ERROR: "The timestamps do not vouch for the time of signing",
  CERTIFICATE_ERROR: "The signing certificate, its chain or its SCT does not hold at the time of signing",
  TLOG_MISSING_INCLUSION_ERROR: "The transparency log's promise and proof of inclusion are missing",
  TLOG_INCLUSION_PROMISE_ERROR: "The transparency log's inclusion promise does not hold",
  TLOG_INCLUSION_PROOF_ERROR: "The transparency log's inclusion proof or checkpoint does not hold",
  TLOG_BODY_ERROR: "The transparency log's entry is of something else",
  TLOG_ERROR: "The transparency log's entries do not suffice",
};

const NOT_SIGNED = "The signature is not one of this certificate or managed key over these bytes.";
