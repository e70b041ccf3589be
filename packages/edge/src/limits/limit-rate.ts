import type { Context, MiddlewareHandler } from "hono";
import type { Area } from "../terms/area.ts";
import { clientAddress } from "./client-address.ts";
import type { Bindings, Env } from "../terms/env.ts";
import type { Caller } from "../terms/hands.ts";
import type { ProxyTrust } from "../terms/proxy-trust.ts";
import type { RoutePolicy } from "../terms/route-policy.ts";
import { type Rate, type RateLimits, type Spent, WINDOW_SECONDS } from "../terms/rate.ts";

/**
 * Counts a request against the limit that its area and its policy or method name, unless `serveKeptPages` did, and says what is left
 * in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), the tighter one first. Who is known counts by account,
 * so that people behind one address do not share a bucket, and each of its tokens within it; everybody else, and a token that is
 * nobody's, by address.
 */
export function limitRate(
  { dialect }: Area,
  rates: NonNullable<Area["rates"]>,
  { counts, cost = 1 }: Pick<RoutePolicy, "counts" | "cost">,
): MiddlewareHandler<Env> {
  return async function limitRate(c, next) {
    if (c.env?.internal) return next();
    const isReading = counts === "reading" || c.req.method === "GET" || c.req.method === "HEAD";
    const spent = await spend(c, isReading ? rates.reading : rates.writing, cost);
    const [tightest] = spent;
    if (!tightest) return next();
    c.set("spent", spent);
    for (const [name, value] of Object.entries(limitHeaders(spent))) c.header(name, value);
    if (tightest.allowed) return next();
    c.header("retry-after", String(Math.max(1, tightest.resetSeconds)));
    const { limit, rate, resetSeconds } = tightest;
    const detail = `${limit} ${WORDS[rate]} a minute are allowed; try again in ${resetSeconds} s.`;
    return dialect.refuse(c, "rate_limited", detail);
  };
}

const WORDS: Record<Rate, string> = {
  reads: "reads",
  writes: "writes",
  token_reads: "reads by one token",
  token_writes: "writes by one token",
  sign_in: "sign-ins",
  codes: "codes",
  token_codes: "codes by one token",
  mail: "messages",
};

async function spend(c: Context<Env>, rate: "reads" | "writes", cost: number): Promise<Spent[]> {
  const { limits, proxies } = c.var.edge;
  if (c.var.caller) return spendOfCaller(limits, { rate, cost, caller: c.var.caller });
  if (c.env?.spent !== undefined) return c.env.spent;
  const key = addressKey({ headers: c.req.raw.headers, env: c.env, proxies });
  const spent = await limits.consume(rate, key, cost);
  return spent ? [spent] : [];
}

/** What a token has used up is not taken from its account: the owner's other tokens go on. */
async function spendOfCaller(
  limits: RateLimits,
  { rate, cost, caller }: { rate: "reads" | "writes"; cost: number; caller: Caller },
): Promise<Spent[]> {
  const ofToken = caller.token === null ? null : await limits.consume(`token_${rate}`, `token:${caller.token}`, cost);
  if (ofToken?.allowed === false) return [ofToken];
  const ofAccount = await limits.consume(rate, caller.countsAs, cost);
  const spent = [ofToken, ofAccount].filter((taken) => taken !== null);
  return spent.toSorted((a, b) => Number(a.allowed) - Number(b.allowed) || a.left - b.left);
}

/** What a request without an account counts under. */
export const addressKey = (input: Asking): string => `address:${peerAddressOf(input)}`;

interface Asking {
  headers: Headers;
  env: Bindings | undefined;
  proxies: ProxyTrust;
}

/** Where a request came from, as limits count it (`clientAddress`). */
export const peerAddressOf = ({ headers, env, proxies }: Asking): string =>
  clientAddress({
    forwarded: headers.get("x-forwarded-for"),
    remoteAddress: env?.incoming?.socket.remoteAddress,
    proxies,
  });

/** The limits' headers of an answer: a list with an item for each. */
export const limitHeaders = (spent: readonly Spent[]) => ({
  "ratelimit-policy": spent.map(({ rate, limit }) => `"${rate}";q=${limit};w=${WINDOW_SECONDS[rate]}`).join(", "),
  ratelimit: spent.map(({ rate, left, resetSeconds }) => `"${rate}";r=${left};t=${resetSeconds}`).join(", "),
});
