export type ResolverErrorCode = "range_invalid" | "version_invalid" | "age_invalid";

/** The only error of this room. Its message is one sentence for a person. */
export class ResolverError extends Error {
  readonly code: ResolverErrorCode;

  constructor(code: ResolverErrorCode, message: string) {
    super(message);
    this.name = "ResolverError";
    this.code = code;
  }
}
