import { authenticate } from "@gaia/identity";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";
import { problem } from "./problem.ts";

/** Finds who a bearer token speaks for; null for a token that is not valid. */
export const findActor: MiddlewareHandler<Env> = async function findActor(c, next) {
  const header = c.req.raw.headers.get("authorization");
  if (header === null) return next();
  const secret = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header)?.[1];
  const { registry, database } = c.var.services;
  c.set("actor", secret ? await authenticate(database.db, secret, registry.now()) : null);
  return next();
};

/**
 * Refuses a token that was sent and is not valid, on every method but GET and HEAD, where the reader is anonymous
 * (contract §3). Comes after the rate limit, so that guesses are counted by address.
 */
export const refuseUnknownToken: MiddlewareHandler<Env> = async function refuseUnknownToken(c, next) {
  const reads = c.req.method === "GET" || c.req.method === "HEAD";
  const isOpen = reads && !c.req.path.startsWith("/api/v1/whoami") && !c.req.path.startsWith("/api/v1/admin/");
  if (isOpen || c.var.actor || c.req.raw.headers.get("authorization") === null) return next();
  return problem(c, "unauthorized", "This token is unknown, expired or revoked.");
};
