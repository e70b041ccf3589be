import type { MiddlewareHandler } from "hono";
import type { Area } from "../terms/area.ts";
import type { Asked, Env } from "../terms/env.ts";
import type { AtOnce } from "../terms/route-policy.ts";
import { addressKey } from "./limit-rate.ts";

const TRY_AGAIN_SECONDS = 5;

/**
 * Bounds how many requests of a route are in the process at one moment, of one caller (429) and of all (503): what holds a large body in
 * memory is few times there, however many ask at once. Callers count as they do for rates.
 */
export function limitAtOnce({ dialect }: Area, { perCaller, all }: AtOnce): MiddlewareHandler<Env> {
  const held = new Map<string, number>();
  let total = 0;
  return async function limitAtOnce(c, next) {
    const key = countedAs(c);
    const mine = held.get(key) ?? 0;
    if (mine >= perCaller || total >= all) {
      c.header("retry-after", String(TRY_AGAIN_SECONDS));
      return mine >= perCaller
        ? dialect.refuse(c, "rate_limited", `${perCaller} uploads of yours are under way: send this one after them.`)
        : dialect.refuse(c, "unavailable", "Too many uploads are under way at this moment; try again in some seconds.");
    }
    held.set(key, mine + 1);
    total += 1;
    try {
      return await next();
    } finally {
      total -= 1;
      const left = (held.get(key) ?? 1) - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
    }
  };
}

/** As whom a caller is counted: the account, or the address where there is none. */
export const countedAs = (c: Asked): string =>
  c.var.caller?.countsAs ?? addressKey({ headers: c.req.raw.headers, env: c.env, proxies: c.var.edge.proxies });
