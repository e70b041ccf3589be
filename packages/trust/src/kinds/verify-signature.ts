import { openpgpKind } from "../openpgp/openpgp-kind.ts";
import { sigstoreKind } from "../sigstore/sigstore-kind.ts";
import {
  type AttestationVerdict,
  RELEASE_PREDICATE,
  type SignatureInput,
  type SignatureKind,
  type SignatureKindName,
  type SignatureVerdict,
} from "../signature-kind.ts";

/** Every kind that can be verified. A new kind is a folder, its row here, and its name in `SIGNATURE_KINDS`. */
const KINDS: Record<SignatureKindName, SignatureKind> = { openpgp: openpgpKind, sigstore: sigstoreKind };

export type VerifiableKind = SignatureKindName;

export const isVerifiable = (kind: string): kind is VerifiableKind => Object.hasOwn(KINDS, kind);

/** The kind whose shape a text has. What has none is taken for OpenPGP, whose reader says what is wrong with it. */
export function kindOf(signature: string): VerifiableKind {
  const found = Object.entries(KINDS).find(([, kind]) => kind.recognises(signature))?.[0];
  return found !== undefined && isVerifiable(found) ? found : "openpgp";
}

/**
 * The ids by which whoever may have made a signature is registered, as it says itself; nothing is verified.
 * @throws TrustError for what cannot be read
 */
export async function signerIdsOf(kind: VerifiableKind, signature: string): Promise<string[]> {
  return KINDS[kind].signerIdsOf(signature);
}

/**
 * Verifies one signature over `SHA256SUMS` against registered signers of its kind, as of `at`.
 * Never throws for what is in the input; no clock, no network.
 */
export async function verifySignature(
  kind: VerifiableKind,
  input: SignatureInput,
): Promise<SignatureVerdict | AttestationVerdict> {
  return KINDS[kind].verify(input);
}

/**
 * The `predicateType` of a statement that signs no release whoever made it; null for what may sign one. Nothing is verified.
 * @throws TrustError for what cannot be read
 */
export async function attestedTypeOf(kind: VerifiableKind, signature: string): Promise<string | null> {
  const type = (await KINDS[kind].statementTypeOf?.(signature)) ?? null;
  return type === RELEASE_PREDICATE ? null : type;
}

/** Loads what a kind verifies with, so that the first signature does not pay for it. */
export async function prepareKind(kind: VerifiableKind): Promise<void> {
  await KINDS[kind].prepare?.();
}

/**
 * Holds a text against what a `trusted_root.json` has to be.
 * @throws TrustError `invalid_root`
 */
export async function ensureTrustedRoot(text: string): Promise<void> {
  (await import("../sigstore/trusted-root.ts")).readTrustedRoot(text);
}
