export type IdentityErrorCode = "handle_taken" | "handle_reserved";

/** A refusal of this room; the message is meant for the person who asked. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: IdentityErrorCode;
  constructor(code: IdentityErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
