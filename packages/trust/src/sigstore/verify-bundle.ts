import { CLOCK_SKEW_MS } from "../clock-skew.ts";
import {
  type AttestationVerdict,
  type CertifiedIdentity,
  type RegisteredSigner,
  RELEASE_PREDICATE,
  type SignatureInput,
  type SignatureVerdict,
} from "../signature-kind.ts";
import { TrustError } from "../trust-error.ts";
import { certifiedIdentityOf } from "./certified-identity.ts";
import { RootRefusal, verifyInRoot } from "./in-root.ts";
import { certificatesOf, readBundle } from "./read-bundle.ts";
import {
  idsOfIdentity,
  isExactly,
  isOf,
  MANAGED_KEY_ID,
  mayBeHintOf,
  nameOf,
  parseSigner,
  type SigstoreSigner,
} from "./registered-signer.ts";
import { ensureIsAbout, readStatement } from "./signed-content.ts";
import { readTrustedRoot, shippedTrustedRoot } from "./trusted-root.ts";
import type { Bundle } from "@sigstore/bundle";

/** Provenance with its certificates, entry and proof has some twenty kilobytes. */
export const MOST_BYTES = 262_144;
const MOST_ROOTS = 8;
const MOST_SIGNERS = 64;

/** @throws TrustError as `readBundle` */
export function bundleSignerIds(text: string): string[] {
  const bundle = readBundle(text, MOST_BYTES);
  const [certificate] = certificatesOf(bundle);
  if (!certificate) return [MANAGED_KEY_ID];
  try {
    return idsOfIdentity(certifiedIdentityOf(certificate));
  } catch (error) {
    throw error instanceof TrustError ? error : new TrustError("invalid_bundle", UNREADABLE);
  }
}

/** A Sigstore bundle over the signed bytes (Sigstore's client spec, §4). Never throws for what is in the input. */
export function verifyBundle(input: SignatureInput): SignatureVerdict | AttestationVerdict {
  try {
    const bundle = readBundle(input.signature, MOST_BYTES);
    const verdict = verifySigned(bundle, input, () => ensureIsAbout(bundle, input.message));
    const predicateType = typeOf(bundle);
    if (!verdict.ok || predicateType === null || predicateType === RELEASE_PREDICATE) return verdict;
    return { ok: false, code: "attestation", reason: notSigning(predicateType), predicateType, verified: verdict };
  } catch (error) {
    return refused(error);
  }
}

const notSigning = (predicateType: string): string =>
  `This is an attestation (${predicateType}), which signs no release: a message signature does, or a statement of the type ` +
  `${RELEASE_PREDICATE}.`;

const typeOf = (bundle: Bundle): string | null =>
  bundle.content.$case === "dsseEnvelope" ? readStatement(bundle).predicateType : null;

/**
 * The `predicateType` of the statement in a bundle; null for a message signature. Nothing is verified.
 * @throws TrustError as `readBundle`
 */
export const statementTypeOf = (text: string): string | null => typeOf(readBundle(text, MOST_BYTES));

type Candidate = RegisteredSigner & { signer: SigstoreSigner };
type Found = { candidates: Candidate[]; identity: CertifiedIdentity | null };

/**
 * Verifies what a bundle signs once its content is known to be about the right thing.
 * @throws TrustError `invalid_bundle`
 */
export function verifySigned(bundle: Bundle, input: SignatureInput, ensureContent: () => void): SignatureVerdict {
  const found = findCandidates(bundle, input.signers);
  if (found.candidates.length === 0)
    return { ok: false, code: "signer_unknown", reason: unknownReason(found.identity) };
  const candidates = found.candidates.filter(({ revokedAt }) => revokedAt === null || revokedAt > input.at);
  if (candidates.length === 0) return invalid("The signer was revoked.");
  ensureContent();
  let refusal: unknown;
  for (const candidate of candidates) {
    try {
      const times = inSomeRoot(bundle, input, candidate.signer);
      return { ok: true, ...describe(candidate, found.identity, times, input.at) };
    } catch (error) {
      refusal ??= error;
    }
  }
  return refused(refusal);
}

function findCandidates(bundle: Bundle, signers: readonly RegisteredSigner[]): Found {
  const [certificate] = certificatesOf(bundle);
  const identity = certificate ? certifiedIdentityOf(certificate) : null;
  const candidates = signers.slice(0, MOST_SIGNERS).flatMap((registered) => {
    const signer = readRegistered(registered);
    return signer && mayHaveSigned(bundle, identity, signer) ? [{ ...registered, signer }] : [];
  });
  // Whoever registered this very identity decided about it; a wildcard beside it does not give back what was revoked.
  const exact = candidates.filter(({ signer }) => identity !== null && isExactly(signer, identity));
  return { candidates: exact.length > 0 ? exact : candidates, identity };
}

/** What cannot be read as a signer of this kind has signed nothing. */
function readRegistered({ registered }: RegisteredSigner): SigstoreSigner | null {
  try {
    return parseSigner(registered);
  } catch (error) {
    if (error instanceof TrustError) return null;
    throw error;
  }
}

/** A certificate is never verified as a managed key, nor a key as an identity. */
function mayHaveSigned(bundle: Bundle, identity: CertifiedIdentity | null, signer: SigstoreSigner): boolean {
  if (identity) return isOf(signer, identity);
  const { content } = bundle.verificationMaterial;
  return "key" in signer && content.$case === "publicKey" && mayBeHintOf(content.publicKey.hint, signer.key);
}

function unknownReason(identity: CertifiedIdentity | null): string {
  if (!identity) return "The signature was made with a managed key, and no key that it may be is registered.";
  return `The certificate's identity ${identity.subject} of the issuer ${identity.issuer} is not a registered one.`;
}

/** @throws RootRefusal of the root that vouches for most of it */
function inSomeRoot(bundle: Bundle, { message, at, trustedRoots }: SignatureInput, signer: SigstoreSigner): Date[] {
  const roots = (trustedRoots ?? [shippedTrustedRoot()]).slice(0, MOST_ROOTS);
  const managedKey = "key" in signer ? signer.key : null;
  let refusal: TrustError = new RootRefusal(-1, "No trusted root is configured.");
  for (const text of roots) {
    try {
      const times = verifyInRoot(bundle, message, { root: readTrustedRoot(text), managedKey });
      ensureNotAhead(times, at);
      return times;
    } catch (error) {
      if (!(error instanceof TrustError)) throw error;
      if (stageOf(error) > stageOf(refusal)) refusal = error;
    }
  }
  throw refusal;
}

/** Refusals that no stage is named for come after all of the library's checks; a root that cannot be used, after none. */
function stageOf(error: TrustError): number {
  if (error instanceof RootRefusal) return error.stage;
  return error.code === "invalid_root" ? -0.5 : Number.MAX_VALUE;
}

function ensureNotAhead(times: Date[], at: Date): void {
  if (times.some((time) => time.getTime() > at.getTime() + CLOCK_SKEW_MS))
    throw new TrustError("invalid_bundle", "A log or timestamp authority vouches for a time that has not come.");
}

function describe({ id, signer }: Candidate, identity: CertifiedIdentity | null, times: Date[], at: Date) {
  const name = nameOf(signer);
  const earliest = Math.min(...times.map((time) => time.getTime()));
  return {
    signerId: id,
    signer: name,
    madeBy: identity?.subject ?? name,
    signedAt: times.length === 0 ? at : new Date(earliest),
    ...(identity && { identity }),
  };
}

/** Node and the libraries have errors of their own for certificates and encodings that no check here foresees. */
export function refused(error: unknown): SignatureVerdict {
  return invalid(error instanceof TrustError ? error.message : UNREADABLE);
}

const UNREADABLE = "Part of the bundle cannot be read.";

const invalid = (reason: string): SignatureVerdict => ({ ok: false, code: "signature_invalid", reason });
