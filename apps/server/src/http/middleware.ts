import type { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { Area } from "./areas.ts";
import { authorise } from "./access.ts";
import { findActor, refuseUnknownToken } from "./authenticate.ts";
import type { Env } from "./env.ts";
import { limitRate } from "./limit-rate.ts";
import { readBody, readNoBody } from "./read-json.ts";
import { refuseMalformedAddress } from "./refuse-malformed.ts";
import { keyJudgeOf, type Taken } from "./refuse-unknown-keys.ts";
import type { RoutePolicy } from "./route-policy.ts";
import { dropPages, servePages } from "./serve-page.ts";
import { PRIVATE, viewerOf } from "./viewer.ts";

/** What the middleware has to know of a route. */
interface Guarded {
  policy: RoutePolicy;
  /** Of the table of actions; needed where not anyone may ask. */
  operationId?: string | undefined;
  /** What the names in its path have to look like. */
  params?: z.ZodType | undefined;
  /** What it takes beside its path; absent: nothing reads it. */
  taken?: Taken;
}

/**
 * Everything that stands before a handler, in the order in which it is passed: whom the answer is for, whose token it is, how much is left,
 * whether the address is text, whether the token is one, what is kept; then who may ask (401, 404, 403); at last the
 * keys of the query, and the body (413, 400).
 */
export function middlewareOf(area: Area, route: Guarded): MiddlewareHandler<Env>[] {
  const { access, cache, bodyLimitBytes = area.bodyLimitBytes } = route.policy;
  const middleware: MiddlewareHandler<Env>[] = [answerFor(area, route.policy)];
  if (area.takesTokens) middleware.push(findActor);
  if (area.rates) middleware.push(limitRate(area, area.rates, route.policy.cost));
  if (area.refusesMalformed) middleware.push(refuseMalformedAddress(area));
  if (area.takesTokens) middleware.push(refuseUnknownToken(area, access));
  if (typeof cache === "object" && "keeps" in cache) middleware.push(servePages(area, cache.keeps));
  if (typeof cache === "object" && "drops" in cache) middleware.push(dropPages(cache.drops));
  if (access !== "anyone") middleware.push(authorise(access, route));
  const judge = route.taken && area.refusesUnknownKeys ? keyJudgeOf(route.taken) : null;
  if (judge) middleware.push(judge.refuseQuery);
  middleware.push(async function limitBody(c, next) {
    const { limits } = c.var.services.registry;
    c.set("bodyLimitBytes", bodyLimitBytes === "package" ? limits.packedBytes : bodyLimitBytes);
    await next();
  });
  const bodyReader = bodyReaderOf(route.taken, judge?.ensureBody ?? null);
  if (bodyReader) middleware.push(bodyReader);
  return middleware;
}

function bodyReaderOf(taken: Taken | undefined, ensureKeys: ((value: unknown) => void) | null) {
  if (taken === undefined || taken.body === "streamed") return null;
  if (taken.body !== null) return readBody(ensureKeys);
  return ensureKeys && readNoBody(ensureKeys);
}

/** No browser guesses what an answer is, and what was made for somebody is nobody else's to keep. */
function answerFor({ cacheControl }: Area, { cache }: RoutePolicy): MiddlewareHandler<Env> {
  return async function answerFor(c, next) {
    await next();
    // Not `c.header`: that makes the whole response anew, body and all.
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    if (cacheControl !== null) headers.set("cache-control", cacheControl);
    else if (cache !== "static" && viewerOf(c.req.raw.headers) !== "anonymous") headers.set("cache-control", PRIVATE);
  };
}
