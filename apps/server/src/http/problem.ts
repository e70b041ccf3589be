import { RegistryError, type RegistryErrorCode } from "@gaia/registry";
import { IdentityError } from "@gaia/identity";
import { describeError, isSerializationFailure, isUnavailable } from "@gaia/db";
import { StorageError } from "@gaia/storage";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Env } from "./env.ts";

/** Code -> status and title: the one table, both for people who write clients and for this process. */
const PROBLEMS: Record<RegistryErrorCode | "internal" | "method_not_allowed", [ContentfulStatusCode, string]> = {
  invalid_request: [400, "The request is malformed"],
  unauthorized: [401, "A valid token is needed"],
  forbidden: [403, "Not allowed"],
  quarantined: [403, "Quarantined"],
  name_reserved: [403, "The name is reserved"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  version_exists: [409, "The version exists with other content"],
  name_taken: [409, "The name belongs to another publisher"],
  handle_taken: [409, "The handle is taken"],
  conflict: [409, "It conflicts with what is there"],
  purged: [410, "Purged"],
  package_too_large: [413, "The package is too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  invalid_package: [422, "The package cannot be read"],
  invalid_manifest: [422, "The manifest is not valid"],
  invalid_key: [422, "The key cannot be used"],
  signature_invalid: [422, "The signature is not valid"],
  signer_unknown: [422, "The signer is not known"],
  rate_limited: [429, "Too many requests"],
  internal: [500, "Something went wrong here"],
  unavailable: [503, "Not available now"],
};

type ProblemCode = keyof typeof PROBLEMS;

/** An RFC 9457 answer. `detail` is shown to whoever asked: it never carries a cause, a path or a secret. */
export function problem(
  c: Context<Env>,
  code: ProblemCode,
  detail: string,
  { errors = null, format = null }: Partial<Pick<RegistryError, "errors" | "format">> = {},
): Response {
  const [status, title] = PROBLEMS[code];
  const body = {
    type: `${c.var.services.publicUrl()}/problems/${code}`,
    title,
    status,
    detail,
    code,
    request_id: c.var.requestId,
    ...(format === null ? {} : { format }),
    ...(errors ? { errors } : {}),
  };
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  };
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="registry"';
  if (status === 503) headers["retry-after"] = "5";
  return c.body(JSON.stringify(body), status, headers);
}

/** Translates whatever a handler threw. What is not ours is logged once and shown as nothing but its request id. */
export function onError(error: Error, c: Context<Env>): Response {
  if (error instanceof RegistryError) {
    if (error.cause !== undefined && error.code === "unavailable") logCause(c, error);
    return problem(c, error.code, error.message, error);
  }
  if (error instanceof IdentityError) return problem(c, "handle_taken", error.message);
  if (error instanceof StorageError || isUnavailable(error) || isSerializationFailure(error)) {
    logCause(c, error);
    return problem(c, "unavailable", "A part of the registry does not answer; try again.");
  }
  if (error instanceof HTTPException && error.status < 500) return problem(c, "invalid_request", error.message);
  c.var.services.log.error({ event: "request_failed", request_id: c.var.requestId, err: error }, "unexpected error");
  return problem(c, "internal", "Something went wrong here; the operators find it under this request id.");
}

function logCause(c: Context<Env>, error: Error): void {
  c.var.services.log.warn(
    { event: "door_shut", request_id: c.var.requestId, error: describeError(error) },
    "a door is shut",
  );
}
