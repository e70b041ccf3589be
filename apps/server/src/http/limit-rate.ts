import type { MiddlewareHandler } from "hono";
import type { Area } from "./areas.ts";
import { clientAddress } from "./client-address.ts";
import type { Env } from "./env.ts";
import { type Rate, type Spent, WINDOW_SECONDS } from "./rate-limits.ts";

/**
 * Counts a request against the limit that its area and method name, unless `serveKeptPages` did, and says what is left in `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). Reads count by client address; writes by account, so
 * that people behind one address do not share a bucket.
 */
export function limitRate({ dialect }: Area, rates: NonNullable<Area["rates"]>): MiddlewareHandler<Env> {
  return async function limitRate(c, next) {
    if (c.env?.internal) return next();
    const { limits, settings } = c.var.services;
    const isReading = c.req.method === "GET" || c.req.method === "HEAD";
    const rate = isReading ? rates.reading : rates.writing;
    const key =
      rate === "writes" && c.var.actor
        ? `account:${c.var.actor.accountId}`
        : addressKey({ headers: c.req.raw.headers, env: c.env, proxies: settings.TRUST_PROXY });
    const spent = c.env?.spent === undefined ? await limits.consume(rate, key) : c.env.spent;
    if (!spent) return next();
    c.set("spent", spent);
    for (const [name, value] of Object.entries(limitHeaders(rate, spent))) c.header(name, value);
    if (spent.allowed) return next();
    c.header("retry-after", String(Math.max(1, spent.resetSeconds)));
    const detail = `${spent.limit} ${rate} a minute are allowed; try again in ${spent.resetSeconds} s.`;
    return dialect.refuse(c, "rate_limited", detail);
  };
}

/** What a request without an account counts under. */
export function addressKey(input: { headers: Headers; env: Env["Bindings"] | undefined; proxies: number }): string {
  const { headers, env, proxies } = input;
  return `address:${clientAddress({ headers, remoteAddress: env?.incoming?.socket.remoteAddress, proxies })}`;
}

/** The limit's headers of an answer. */
export const limitHeaders = (rate: Rate, spent: Spent) => ({
  "ratelimit-policy": `"${rate}";q=${spent.limit};w=${WINDOW_SECONDS}`,
  ratelimit: `"${rate}";r=${spent.left};t=${spent.resetSeconds}`,
});
