/** What a publisher's signature may be, as rows and the API name it. Which of them can be verified: `kinds/verify-signature.ts`. */
export const SIGNATURE_KINDS = ["openpgp", "sigstore"] as const;

export type SignatureKindName = (typeof SIGNATURE_KINDS)[number];

/**
 * The `predicateType` of a statement that signs a release, the same at every registry (docs/TRUST.md). A statement of any other type says
 * something else about the same bytes.
 */
export const RELEASE_PREDICATE = "https://gaia-registry.dev/attestations/release/v1";

/** Who may have signed. */
export interface RegisteredSigner {
  /** The caller's own. */
  id: string;
  /**
   * What was registered, in the form of its kind: for OpenPGP an armored public key; for Sigstore what `readSigstoreSigner` wrote, the JSON
   * of an identity or the PEM of a public key.
   */
  registered: string;
  /**
   * The registry's own knowledge. It counts when it is not after `at`, so whoever takes down a compromised signer's past signatures
   * passes a time before them.
   */
  revokedAt: Date | null;
  /** `registered` was read and checked before and is kept where nobody else writes: what it says of itself is not verified again. */
  isChecked?: boolean;
}

export interface SignatureInput {
  /** The bytes that were signed: the whole `SHA256SUMS`. */
  message: Uint8Array;
  /** One signature, as text. */
  signature: string;
  /** Their order never matters. */
  signers: readonly RegisteredSigner[];
  /** The time that decides: when the registry received the signature. */
  at: Date;
  /**
   * It comes at this moment: any revocation refuses it. Otherwise it was received at `at` and is judged again now: a later expiry or
   * retirement leaves it, a compromise does not.
   */
  isNew: boolean;
  /** For Sigstore: texts of `trusted_root.json`, each believed by itself; absent: the root of the public instance that is shipped. */
  trustedRoots?: readonly string[] | undefined;
}

/** What a Sigstore certificate says of whoever signed, and of the build where it was one (Fulcio's OIDs 1.3.6.1.4.1.57264.1.*). */
export interface CertifiedIdentity {
  issuer: string;
  subject: string;
  /** The address of the repository, and the number by which its host knows it whatever it is called. */
  sourceRepository?: string | undefined;
  sourceRepositoryId?: string | undefined;
  sourceRef?: string | undefined;
  /** The commit that the workflow ran on. */
  sourceDigest?: string | undefined;
  /** The workflow that was started, with its ref; the subject is the one whose job signed, which may be another's reusable one. */
  buildConfig?: string | undefined;
  /** As the host says it: `github-hosted`, `self-hosted`. */
  runner?: string | undefined;
}

export type SignatureVerdict =
  | Verified
  | {
      ok: false;
      code: "signature_invalid" | "signer_unknown";
      /** A sentence for an engineer. */
      reason: string;
    };

/** A statement that verifies and says something of the signed bytes other than that they are the publisher's release: it signs nothing. */
export interface AttestationVerdict {
  ok: false;
  code: "attestation";
  reason: string;
  /** What it says, as in-toto's `predicateType`. */
  predicateType: string;
  verified: Verified;
}

export interface Verified {
  ok: true;
  /** The caller's id of the signer. */
  signerId: string;
  /**
   * How people and rows name the signer: for OpenPGP the fingerprint of the primary key, also when a subkey signed; for Sigstore the
   * registered subject and its issuer, or the fingerprint of the public key.
   */
  signer: string;
  /**
   * What made it, where that is narrower than the signer: for OpenPGP the fingerprint of the key or subkey, for Sigstore the
   * certificate's subject.
   */
  madeBy: string;
  /** As the signature or, for Sigstore, the earliest log or timestamp authority says; where nobody says, `at`. */
  signedAt: Date;
  /** For Sigstore with a certificate. */
  identity?: CertifiedIdentity | undefined;
}

/** One way to sign. Pure: no clock, network or disk; bounded by the size of the signature that it takes. */
export interface SignatureKind {
  /** Whether a text has the shape of this kind; nothing is read or verified. */
  recognises(signature: string): boolean;
  /**
   * The ids by which whoever may have made it is registered, as the signature itself says; nothing is verified.
   * @throws TrustError for what cannot be read
   */
  signerIdsOf(signature: string): Promise<string[]>;
  /** Loads what `verify` needs, where that is loaded late. */
  prepare?(): Promise<unknown>;
  /** Never throws for what is in the input. */
  verify(input: SignatureInput): Promise<SignatureVerdict | AttestationVerdict>;
  /**
   * The `predicateType` of the statement in a signature; null where there is none.
   * @throws TrustError for what cannot be read
   */
  statementTypeOf?(signature: string): Promise<string | null>;
}
