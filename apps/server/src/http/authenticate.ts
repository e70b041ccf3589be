import { authenticate } from "@gaia/identity";
import type { MiddlewareHandler } from "hono";
import type { Area } from "./areas.ts";
import type { Env } from "./env.ts";
import type { Access } from "./route-policy.ts";

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
 * Refuses a token that was sent and is not valid, wherever somebody has to be somebody or something is sent; for other reads the
 * reader is anonymous (contract §3). Comes after the rate limit, so that guesses are counted by address.
 */
export function refuseUnknownToken({ dialect }: Area, access: Access): MiddlewareHandler<Env> {
  return async function refuseUnknownToken(c, next) {
    const isOpen = access === "anyone" && (c.req.method === "GET" || c.req.method === "HEAD");
    if (isOpen || c.var.actor || !c.req.raw.headers.has("authorization")) return next();
    return dialect.refuse(c, "unauthorized", "This token is unknown, expired or revoked.");
  };
}
