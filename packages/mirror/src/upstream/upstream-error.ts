/**
 * Why an upstream, or one skill of it, could not be read; the message is a sentence for the admin and quotes nothing unescaped.
 * `unreachable` may be better later; the others are the upstream's word.
 */
export type UpstreamErrorCode =
  | "unreachable"
  | "not_an_upstream"
  | "too_large"
  | "malformed"
  | "digest_mismatch"
  | "gone";

export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
