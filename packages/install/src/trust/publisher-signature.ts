import type { Signer } from "@gaia/policy";
import { isVerifiable, type VerifiableKind, verifySignature } from "@gaia/trust";
import { type KnownCertificates, withKnownOrSent } from "./known-certificates.ts";

/** A signature as the registry sends it, as far as it is checked here. */
export interface SentSignature {
  kind: string;
  status: string;
  signer: string;
  verified_at: string;
  signature: string;
  public_key: string;
}

export type SignatureVerdict =
  | {
      state: "valid";
      kind: VerifiableKind;
      /** How the signer is named: a key's fingerprint, or `subject (issuer)` of an identity. */
      fingerprint: string;
      /** As it came: armored, or a bundle's JSON. */
      signature: string;
      /** What it verified against. */
      publicKey: string;
      /** Everybody whose signature on it holds. */
      signers: Signer[];
    }
  | { state: "unsigned" }
  | { state: "unchecked"; reason: string }
  | { state: "invalid"; reason: string };

export const MAX_SIGNATURES = 16;

/** The file beside a skill's own that holds the publisher's signature, by its kind (docs/TRUST.md). */
export const SIGNATURE_FILES: Readonly<Record<VerifiableKind, string>> = {
  openpgp: "SHA256SUMS.asc",
  sigstore: "SHA256SUMS.sigstore.json",
};

/** What this home holds signatures against beside what came along. */
export interface SignatureAnchors {
  certificates: KnownCertificates;
  /** Texts of `trusted_root.json`; undefined: the public Sigstore instance's, as it is shipped. */
  trustedRoots: readonly string[] | undefined;
}

/**
 * Verifies the publisher's signatures over this very `SHA256SUMS` text with the keys and identities that came along, as of the time the
 * registry names for each (never later than `now`), each with what is known of it already. One that fails fails them all; revoked ones
 * count for nothing.
 */
export async function judgeSignatures(
  sums: string,
  sent: readonly SentSignature[],
  now: Date,
  { certificates, trustedRoots }: SignatureAnchors,
): Promise<SignatureVerdict> {
  // Revoked ones count for nothing, here neither.
  // An attestation signs nothing. The package's own over its directory name no release (`directory-signature.ts`).
  const standing = sent.filter(({ kind, status }) => kind !== "oms" && kind !== "attestation" && status === "valid");
  if (standing.length > MAX_SIGNATURES) return { state: "invalid", reason: "there are too many signatures" };
  if (standing.length === 0) return { state: "unsigned" };
  let first: SignatureVerdict | null = null;
  const signers: Signer[] = [];
  let isAttested = false;
  for (const { kind, signature, public_key, verified_at } of standing) {
    if (!isVerifiable(kind)) continue;
    const told = new Date(verified_at);
    const registered = kind === "openpgp" ? await withKnownOrSent(public_key, certificates) : public_key;
    const verdict = await verifySignature(kind, {
      message: Buffer.from(sums, "utf8"),
      signature,
      signers: [{ id: "sent", registered, revokedAt: null }],
      at: told < now ? told : now,
      isNew: false,
      trustedRoots,
    });
    // A registry that is older takes any statement for a signature.
    isAttested ||= !verdict.ok && verdict.code === "attestation";
    if (!verdict.ok && verdict.code === "attestation") continue;
    if (!verdict.ok) return { state: "invalid", reason: verdict.reason };
    const { sourceRepository = null, sourceRepositoryId = null, runner = null } = verdict.identity ?? {};
    const identity = { repository: sourceRepository, repositoryId: sourceRepositoryId, runner };
    signers.push({ kind, signer: verdict.signer, ...identity });
    first ??= { state: "valid", kind, fingerprint: verdict.signer, signature, publicKey: registered, signers };
  }
  if (isAttested && first === null) return { state: "unsigned" };
  return (
    first ?? { state: "unchecked", reason: "it is signed with a kind of signature that this version cannot check" }
  );
}
