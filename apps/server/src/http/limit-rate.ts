import type { MiddlewareHandler } from "hono";
import { clientAddress } from "./client-address.ts";
import type { Env } from "./env.ts";
import { problem } from "./problem.ts";
import { type Spent, WINDOW_SECONDS } from "./rate-limits.ts";

/**
 * Counts a request against its policy, unless `servesKeptPages` did, and says what is left in `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). Reads count by client address; writes by account, so
 * that people behind one address do not share a bucket.
 */
export const limitRate: MiddlewareHandler<Env> = async function limitRate(c, next) {
  if (c.env?.internal) return next();
  const { limits, settings } = c.var.services;
  // A question about advisories is a read, whatever its method: an auditor asks one for each package.
  const write = c.req.method !== "GET" && c.req.method !== "HEAD" && !c.req.path.startsWith("/v1/");
  const policy = write ? "writes" : "reads";
  const address = () =>
    clientAddress({
      headers: c.req.raw.headers,
      remoteAddress: c.env?.incoming?.socket.remoteAddress,
      proxies: settings.TRUST_PROXY,
    });
  const key = write && c.var.actor ? `account:${c.var.actor.accountId}` : `address:${address()}`;
  const spent = c.env?.spent === undefined ? await limits.consume(policy, key) : c.env.spent;
  if (!spent) return next();
  c.set("spent", spent);
  for (const [name, value] of Object.entries(limitHeaders(policy, spent))) c.header(name, value);
  if (spent.allowed) return next();
  c.header("retry-after", String(Math.max(1, spent.resetSeconds)));
  return problem(
    c,
    "rate_limited",
    `${spent.limit} ${policy} a minute are allowed; try again in ${spent.resetSeconds} s.`,
  );
};

/** The limit's headers of an answer. */
export const limitHeaders = (policy: "reads" | "writes", spent: Spent) => ({
  "ratelimit-policy": `"${policy}";q=${spent.limit};w=${WINDOW_SECONDS}`,
  ratelimit: `"${policy}";r=${spent.left};t=${spent.resetSeconds}`,
});
