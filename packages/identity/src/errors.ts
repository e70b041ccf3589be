export type IdentityErrorCode =
  | "handle_taken"
  | "handle_reserved"
  | "unauthorized"
  | "unavailable"
  | "forbidden"
  | "second_factor_invalid"
  | "rate_limited"
  | "second_factor_required"
  | "invalid_request"
  | "conflict"
  | "not_found";

/** A refusal of this room; the message is meant for the person who asked. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: IdentityErrorCode;
  constructor(code: IdentityErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
  }
}
