import { NotServed } from "@gaia/artefacts";
import type { RegistryErrorCode } from "@gaia/catalog";
import type { Asked, Dialect, RefusalCode, ToldError } from "@gaia/edge";
import { missingScope, type Unserved } from "@gaia/policy";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export type Tell = (c: Asked, error: Error) => ToldError<RegistryErrorCode | RefusalCode>;

type Said = readonly [status: ContentfulStatusCode, title: string];

const CONFLICT: Said = [409, "It conflicts with what is there"];
const FORBIDDEN: Said = [403, "Not allowed"];
const INVALID: Said = [422, "The package is not valid"];
const NOT_FOUND: Said = [404, "Not found"];
const TAKEN: Said = [409, "The name is taken"];
const UNKNOWN_CALLER: Said = [401, "A valid token is needed"];
const WITHHELD: Said = [409, "Withheld"];

/** Every code that can come, its status as the protocol has it, and a title. */
const SAID: Record<RegistryErrorCode | RefusalCode, Said> = {
  invalid_request: [400, "The request is malformed"],
  unauthorized: UNKNOWN_CALLER,
  registry_closed: UNKNOWN_CALLER,
  second_factor_invalid: UNKNOWN_CALLER,
  forbidden: FORBIDDEN,
  second_factor_required: FORBIDDEN,
  quota_exceeded: FORBIDDEN,
  name_reserved: FORBIDDEN,
  not_found: NOT_FOUND,
  // 410 says of a version that it is yanked, and nothing else.
  purged: NOT_FOUND,
  method_not_allowed: [405, "Method not allowed"],
  version_exists: [409, "The version exists"],
  name_taken: TAKEN,
  name_confusable: TAKEN,
  handle_taken: TAKEN,
  handle_reserved: TAKEN,
  conflict: CONFLICT,
  held: WITHHELD,
  // The client answers 401 and 403 with advice about credentials, which would not help here.
  quarantined: WITHHELD,
  unresolvable: CONFLICT,
  package_too_large: [413, "The package is too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  invalid_package: INVALID,
  invalid_manifest: INVALID,
  invalid_key: INVALID,
  signature_invalid: INVALID,
  signer_unknown: INVALID,
  rate_limited: [429, "Too many requests"],
  internal: [500, "Something went wrong here"],
  unavailable: [503, "Not available now"],
};

const UNSERVED: Record<Unserved, readonly [...Said, detail: string]> = {
  unknown: [...NOT_FOUND, "There is no such version here."],
  purged: [...NOT_FOUND, "This version was purged."],
  yanked: [410, "Yanked", "Its publisher took this version back: choose another one."],
  quarantined: [...WITHHELD, "This version is withheld from everybody: choose another one."],
  held: [...WITHHELD, "This version is held for review, and is served once an admin clears it."],
  below_tier: [...WITHHELD, "This version has not the tier yet that this registry asks for."],
};

/** Errors as problem+json (RFC 9457), with `code`, `request_id` and reasons below `extensions`, as the protocol wants it. */
export const apmDialect = (tell: Tell): Dialect => ({
  refuse: (c, code, detail) => say(c, SAID[code], detail, { code }),
  onError(error, c) {
    if (error instanceof NotServed) {
      const [status, title, detail] = UNSERVED[error.why];
      return say(c, [status, title], detail, { code: error.why });
    }
    const { code, detail, more } = tell(c, error);
    const missing = code === "forbidden" ? missingScope(detail) : null;
    return say(c, SAID[code], detail, { code, ...more, missing_scope: missing?.scope });
  },
});

function say(c: Asked, [status, title]: Said, detail: string, more: Readonly<Record<string, unknown>>): Response {
  const known = Object.entries(more).filter(([, value]) => value !== null && value !== undefined);
  const extensions = { ...Object.fromEntries(known), request_id: c.var.requestId };
  const headers: Record<string, string> = { "content-type": "application/problem+json", "cache-control": "no-store" };
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="registry", Basic realm="registry"';
  if (status === 503) headers["retry-after"] = "5";
  return c.body(JSON.stringify({ type: "about:blank", title, status, detail, extensions }), status, headers);
}
