/**
 * Why something could not be taken as a key, a statement or an armored block.
 * A signature that does not hold is not an error: `verifySignature` and `verifyEnvelope` return it as a value.
 */
export type TrustErrorCode =
  | "too_large"
  | "not_armored"
  | "private_key"
  | "several_keys"
  | "other_key"
  | "malformed"
  | "weak_key"
  | "unsupported_key"
  | "no_signing_key"
  | "invalid_signing_key"
  | "invalid_statement"
  | "signing_failed"
  | "invalid_bundle"
  | "unsupported_manifest"
  | "invalid_signer"
  | "invalid_root";

/** The room's only error. `message` is a sentence for the person who sent the input; it never carries key material. */
export class TrustError extends Error {
  override readonly name = "TrustError";
  readonly code: TrustErrorCode;

  constructor(code: TrustErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
