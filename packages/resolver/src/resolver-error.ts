export type ResolverErrorCode =
  | "range_invalid"
  | "version_invalid"
  | "age_invalid"
  | "unresolvable"
  | "circular"
  | "too_complex";

/** The only error of this room. Its message is for a person: one sentence, or some lines where it explains a conflict. */
export class ResolverError extends Error {
  readonly code: ResolverErrorCode;

  constructor(code: ResolverErrorCode, message: string) {
    super(message);
    this.name = "ResolverError";
    this.code = code;
  }
}
