/** What the edge itself refuses, as codes; a dialect says each in its protocol's words. */
export type RefusalCode =
  | "invalid_request"
  | "unauthorized"
  | "registry_closed"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "package_too_large"
  | "unsupported_media_type"
  | "rate_limited"
  | "internal"
  | "unavailable";

/** One of several reasons behind a refusal. */
export interface RefusalDetail {
  code: string;
  severity: "error";
  file: null;
  line: null;
  column: null;
  message: string;
  hint: string | null;
}

/** A refusal that is thrown where no answer can be made yet. `message` is shown to the caller: no cause, no path, no secret. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly errors: RefusalDetail[] | null;

  constructor(code: RefusalCode, message: string, errors: RefusalDetail[] | null = null) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}
