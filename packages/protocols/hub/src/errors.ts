import { NotServed } from "@gaia/artefacts";
import type { RegistryErrorCode } from "@gaia/catalog";
import type { Asked, Dialect, RefusalCode, ToldError } from "@gaia/edge";
import type { ContentfulStatusCode } from "hono/utils/http-status";

type Code = RegistryErrorCode | RefusalCode;
type Said = readonly [ContentfulStatusCode, code: string];

/** The codes for which the client has a hint of its own; others it prints as they are. */
const KNOWN = {
  version_exists: [409, "version_exists"],
  name_taken: [403, "forbidden_scope"],
  forbidden: [403, "forbidden_scope"],
  unauthorized: [401, "unauthorized"],
  registry_closed: [401, "unauthorized"],
  invalid_manifest: [400, "invalid_skill_manifest"],
} as const satisfies Partial<Record<Code, Said>>;

const OTHERS: Record<Exclude<Code, keyof typeof KNOWN>, ContentfulStatusCode> = {
  invalid_request: 400,
  invalid_package: 400,
  invalid_key: 400,
  handle_reserved: 400,
  signature_invalid: 400,
  signer_unknown: 400,
  unresolvable: 400,
  second_factor_invalid: 401,
  second_factor_required: 403,
  quarantined: 403,
  held: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  name_reserved: 409,
  name_confusable: 409,
  handle_taken: 409,
  purged: 410,
  package_too_large: 413,
  quota_exceeded: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const isKnown = (code: Code): code is keyof typeof KNOWN => Object.hasOwn(KNOWN, code);
const saidOf = (code: Code): Said => (isKnown(code) ? KNOWN[code] : [OTHERS[code], code]);

/** What is wrong with a publish in this protocol's own terms, with the code for which the client has a hint. */
export class HubError extends Error {
  override readonly name = "HubError";
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Errors as the client reads them: `{error, message}`, both texts. Of a read it looks at the status alone. */
export const hubDialect = (tell: (c: Asked, error: Error) => ToldError<Code>): Dialect => ({
  refuse: (c, code, detail) => failure(c, saidOf(code), detail),
  onError(error, c) {
    if (error instanceof HubError) return failure(c, [error.status, error.code], error.message);
    if (error instanceof NotServed) return failure(c, saidOf("not_found"), "There is no such skill or version here.");
    const { code, detail, more } = tell(c, error);
    return failure(c, saidOf(code), [detail, ...reasonsIn(more?.["errors"])].join(" "));
  },
});

/** The client shows one sentence, so the first reasons behind a refusal go into it. */
function reasonsIn(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, 3).flatMap((each: { message?: unknown; file?: unknown; line?: unknown }) => {
    if (typeof each.message !== "string") return [];
    const place = typeof each.file === "string" && typeof each.line === "number" ? `${each.file}:${each.line}: ` : "";
    return [`${place}${each.message}`];
  });
}

function failure(c: Asked, [status, error]: Said, message: string): Response {
  return c.json({ error, message }, status, { "cache-control": "no-store" });
}
