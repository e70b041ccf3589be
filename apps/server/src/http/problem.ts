import { RegistryError } from "@gaia/catalog";
import { IdentityError } from "@gaia/identity";
import { describeError, isSerializationFailure, isUnavailable } from "@gaia/db";
import { StorageError } from "@gaia/storage";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Dialect } from "./dialect.ts";
import type { Env } from "./env.ts";
import { type ProblemCode, PROBLEMS } from "./problem-codes.ts";

/** An RFC 9457 answer. `detail` is shown to whoever asked: it never carries a cause, a path or a secret. */
export function problem(
  c: Context<Env>,
  code: ProblemCode,
  detail: string,
  { errors = null, format = null, quota = null }: Partial<Pick<RegistryError, "errors" | "format" | "quota">> = {},
): Response {
  const told = problemOf(c.var.services.publicUrl(), {
    code,
    detail,
    requestId: c.var.requestId,
    errors,
    format,
    quota,
  });
  // Every status of the table is one that has a body.
  return c.body(told.body, told.status as ContentfulStatusCode, told.headers);
}

/** The same as bytes to send, for where there is no context yet. `status`: where the code's own does not say enough. */
export function problemOf(
  publicUrl: string,
  told: {
    code: ProblemCode;
    detail: string;
    requestId: string;
    errors?: RegistryError["errors"];
    format?: RegistryError["format"];
    quota?: RegistryError["quota"];
    status?: number;
  },
): { status: number; body: string; headers: Record<string, string> } {
  const [usual, title] = PROBLEMS[told.code];
  const status = told.status ?? usual;
  const body = {
    type: `${publicUrl}/problems/${told.code}`,
    title,
    status,
    detail: told.detail,
    code: told.code,
    request_id: told.requestId,
    ...(told.format ? { format: told.format } : {}),
    ...(told.quota ? { quota: told.quota } : {}),
    ...(told.errors ? { errors: told.errors } : {}),
  };
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  };
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="registry"';
  if (status === 503) headers["retry-after"] = "5";
  return { status, body: JSON.stringify(body), headers };
}

/** Translates whatever a handler threw. What is not ours is logged once and shown as nothing but its request id. */
function onError(error: Error, c: Context<Env>): Response {
  if (error instanceof RegistryError) {
    if (error.cause !== undefined && error.code === "unavailable") logCause(c, error);
    return problem(c, error.code, error.message, error);
  }
  if (error instanceof IdentityError) {
    if (error.code === "unavailable") logCause(c, error);
    return problem(c, error.code, error.message);
  }
  if (error instanceof StorageError || isUnavailable(error) || isSerializationFailure(error)) {
    logCause(c, error);
    return problem(c, "unavailable", "A part of the registry does not answer; try again.");
  }
  if (error instanceof HTTPException && error.status === 415) {
    return problem(c, "unsupported_media_type", "This address does not take a body of that media type.");
  }
  if (error instanceof HTTPException && error.status < 500) return problem(c, "invalid_request", error.message);
  c.var.services.log.error({ event: "request_failed", request_id: c.var.requestId, err: error }, "unexpected error");
  return problem(c, "internal", "Something went wrong here; the operators find it under this request id.");
}

/** Errors as problem+json (RFC 9457): the API's own, and the pages'. */
export const PROBLEM_DIALECT: Dialect = { refuse: problem, onError };

function logCause(c: Context<Env>, error: Error): void {
  c.var.services.log.warn(
    { event: "door_shut", request_id: c.var.requestId, error: describeError(error) },
    "a door is shut",
  );
}
