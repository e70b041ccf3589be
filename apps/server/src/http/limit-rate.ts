import type { MiddlewareHandler } from "hono";
import { clientAddress } from "./client-address.ts";
import type { Env } from "./env.ts";
import { problem } from "./problem.ts";
import { WINDOW_SECONDS } from "./rate-limits.ts";

/**
 * Counts a request against its policy and says what is left in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-
 * ratelimit-headers-10). Reads count by client address; writes by account, so that people behind one address do not
 * share a bucket.
 */
export const limitRate: MiddlewareHandler<Env> = async function limitRate(c, next) {
  if (c.env?.internal) return next();
  const write = c.req.method !== "GET" && c.req.method !== "HEAD";
  const policy = write ? "writes" : "reads";
  const key = write && c.var.actor ? `account:${c.var.actor.accountId}` : `address:${clientAddress(c)}`;
  const spent = await c.var.services.limits.consume(policy, key);
  if (!spent) return next();
  c.header("ratelimit-policy", `"${policy}";q=${spent.limit};w=${WINDOW_SECONDS}`);
  c.header("ratelimit", `"${policy}";r=${spent.left};t=${spent.resetSeconds}`);
  if (spent.allowed) return next();
  c.header("retry-after", String(Math.max(1, spent.resetSeconds)));
  return problem(
    c,
    "rate_limited",
    `${spent.limit} ${policy} a minute are allowed; try again in ${spent.resetSeconds} s.`,
  );
};
