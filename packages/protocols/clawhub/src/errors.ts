import { NotServed } from "@gaia/artefacts";
import type { RegistryErrorCode } from "@gaia/catalog";
import type { Asked, Dialect, RefusalCode, ToldError } from "@gaia/edge";
import type { Unserved } from "@gaia/policy";
import type { ContentfulStatusCode } from "hono/utils/http-status";

type Code = RegistryErrorCode | RefusalCode;

/** What a thrown error is to the caller: the server's, so that the same is told and logged everywhere. */
export type Tell = (c: Asked, error: Error) => ToldError<Code>;

/** A refusal in the client's own words; it prints them as they are. */
export class ClawhubError extends Error {
  override readonly name = "ClawhubError";
  readonly status: ContentfulStatusCode;

  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

/** Word for word: by it the client knows that a name is free, and publishes under it. */
export const noSkill = (): ClawhubError => new ClawhubError(404, "Skill not found");

const STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  registry_closed: 401,
  second_factor_invalid: 401,
  forbidden: 403,
  second_factor_required: 403,
  quarantined: 403,
  quota_exceeded: 403,
  name_reserved: 403,
  not_found: 404,
  method_not_allowed: 405,
  version_exists: 409,
  name_taken: 409,
  name_confusable: 409,
  handle_taken: 409,
  handle_reserved: 409,
  conflict: 409,
  held: 409,
  unresolvable: 409,
  purged: 410,
  package_too_large: 413,
  unsupported_media_type: 415,
  invalid_package: 422,
  invalid_manifest: 422,
  invalid_key: 422,
  signature_invalid: 422,
  signer_unknown: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<Code, ContentfulStatusCode>;

/** Why a version is not served, in words for the person at the client. */
export const WHY: Readonly<Record<Unserved, { status: ContentfulStatusCode; words: string }>> = {
  unknown: { status: 404, words: "Version not found" },
  yanked: { status: 410, words: "This version was withdrawn by its publisher." },
  purged: { status: 410, words: "This version was removed for good." },
  quarantined: { status: 403, words: "This version is withheld: it was found to be harmful." },
  held: {
    status: 403,
    words: "This version is held for review: this registry gives it to no other client than its own.",
  },
  below_tier: { status: 403, words: "This version's tier is below what this registry gives to clients like this one." },
};

/** Errors as lines of text, which is what the client prints. */
export const clawhubDialect = (tell: Tell): Dialect => ({
  refuse: (c, code, detail) => text(c, STATUS[code], code === "unauthorized" ? "Unauthorized" : detail),
  onError(error, c) {
    if (error instanceof ClawhubError) return text(c, error.status, error.message);
    if (error instanceof NotServed) return text(c, WHY[error.why].status, WHY[error.why].words);
    const { code, detail } = tell(c, error);
    // The one word for which the client says how to sign in.
    return text(c, STATUS[code], code === "unauthorized" ? "Unauthorized" : detail);
  },
});

/** A refusal of a login, by a word of RFC 6749 §5.2 or RFC 8628 §3.5; the client reads it, and prints the sentence. */
export class LoginRefusal extends Error {
  override readonly name = "LoginRefusal";
  readonly error: LoginError;

  constructor(error: LoginError, message: string) {
    super(message);
    this.error = error;
  }
}

type LoginError =
  | "access_denied"
  | "authorization_pending"
  | "expired_token"
  | "invalid_request"
  | "invalid_scope"
  | "server_error"
  | "slow_down"
  | "temporarily_unavailable"
  | "unsupported_grant_type";

/** What is none of these is a request that the client should not have made. */
const LOGIN_ERRORS: Partial<Record<Code, LoginError>> = {
  forbidden: "access_denied",
  not_found: "expired_token",
  rate_limited: "slow_down",
  internal: "server_error",
  unavailable: "temporarily_unavailable",
};

/** Errors of a login as JSON, which is all that the client reads there. */
export function loginDialect(tell: Tell): Dialect {
  const say = (c: Asked, status: ContentfulStatusCode, error: LoginError, words: string): Response =>
    c.json({ error, error_description: words }, status, { "cache-control": "no-store" });
  return {
    refuse: (c, code, detail) => say(c, STATUS[code], LOGIN_ERRORS[code] ?? "invalid_request", detail),
    onError(error, c) {
      if (error instanceof LoginRefusal) return say(c, 400, error.error, error.message);
      const { code, detail } = tell(c, error);
      const status = STATUS[code];
      // RFC 8628 §3.5 knows one status for what a program that waits is told.
      return say(c, status < 500 ? 400 : status, LOGIN_ERRORS[code] ?? "invalid_request", detail);
    },
  };
}

const text = (c: Asked, status: ContentfulStatusCode, words: string): Response =>
  c.body(words, status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
