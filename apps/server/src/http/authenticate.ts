import { authenticate } from "@gaia/identity";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";
import { problem } from "./problem.ts";

/**
 * Finds who a bearer token speaks for. A token that is sent and not valid is refused on every method but GET and HEAD,
 * where the reader is anonymous (contract §3).
 */
export const findActor: MiddlewareHandler<Env> = async function findActor(c, next) {
  const header = c.req.raw.headers.get("authorization");
  if (header === null) return next();
  const secret = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header)?.[1];
  const { registry, database } = c.var.services;
  const actor = secret ? await authenticate(database.db, secret, registry.now()) : null;
  if (
    !actor &&
    (c.req.method !== "GET" || c.req.path.startsWith("/api/v1/whoami") || c.req.path.startsWith("/api/v1/admin/"))
  ) {
    return problem(c, "unauthorized", "This token is unknown, expired or revoked.");
  }
  c.set("actor", actor);
  return next();
};
