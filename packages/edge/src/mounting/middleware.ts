import type { MiddlewareHandler } from "hono";
import { readBody, readNoBody } from "../bodies/read-json.ts";
import { refuseMalformedAddress } from "../bodies/refuse-malformed.ts";
import { keyJudgeOf, type Taken } from "../bodies/refuse-unknown-keys.ts";
import { challengeUnknown } from "../credentials/challenge.ts";
import { type IsShut, refuseStrangers, shutting } from "../credentials/closed.ts";
import { findCaller, refuseUnknownCaller } from "../credentials/find-caller.ts";
import { dropPages, servePages } from "../kept/serve-page.ts";
import { limitAtOnce } from "../limits/limit-at-once.ts";
import { limitRate } from "../limits/limit-rate.ts";
import type { Area, Guarded } from "../terms/area.ts";
import type { Env } from "../terms/env.ts";
import type { RoutePolicy } from "../terms/route-policy.ts";
import { PRIVATE, viewerOf } from "../terms/viewer.ts";

/** What the middleware has to know of a route. */
interface Mounted extends Guarded {
  policy: RoutePolicy;
  /** What it takes beside its path; absent: nothing reads it. */
  taken?: Taken;
}

/**
 * Everything that stands before a handler, in the order in which it is passed: whom the answer is for, whose token it is, how much is left,
 * whether the address is text, whether the token is one, whether strangers are shut out, what is kept; then who may ask (401, 404, 403);
 * at last the keys of the query, and the body (413, 400).
 */
export function middlewareOf(area: Area, route: Mounted): MiddlewareHandler[] {
  const { access, cache, bodyLimitBytes = area.bodyLimitBytes } = route.policy;
  const isShut = shutting(area, route.policy);
  const middleware: MiddlewareHandler[] = [answerFor(area, route.policy, isShut)];
  if (area.challenge !== null) middleware.push(challengeUnknown(area));
  middleware.push(findCaller(area, isShut));
  if (area.rates) middleware.push(limitRate(area, area.rates, route.policy));
  if (area.refusesMalformed) middleware.push(refuseMalformedAddress(area));
  middleware.push(refuseUnknownCaller(area, access, isShut), refuseStrangers(area, isShut));
  if (typeof cache === "object" && "keeps" in cache) middleware.push(servePages(area, cache.keeps, isShut));
  if (typeof cache === "object" && "drops" in cache) middleware.push(dropPages(cache.drops));
  if (access !== "anyone") middleware.push(authoriserOf(area, access, route));
  const judge = route.taken && area.refusesUnknownKeys ? keyJudgeOf(route.taken) : null;
  if (judge) middleware.push(judge.refuseQuery);
  if (route.policy.atOnce) middleware.push(limitAtOnce(area, route.policy.atOnce));
  middleware.push(limitBody(bodyLimitBytes));
  const bodyReader = bodyReaderOf(route.taken, judge?.ensureBody ?? null);
  if (bodyReader) middleware.push(bodyReader);
  return middleware;
}

const limitBody = (most: number | "package"): MiddlewareHandler<Env> =>
  async function limitBody(c, next) {
    c.set("bodyLimitBytes", most === "package" ? c.var.edge.packageBytes() : most);
    await next();
  };

function authoriserOf(area: Area, access: string, route: Guarded): MiddlewareHandler {
  if (!area.authorise)
    throw new Error(`the area ${area.at || "/"} takes no credentials: ${access} may not be asked for`);
  return area.authorise(access, route);
}

function bodyReaderOf(taken: Taken | undefined, ensureKeys: ((value: unknown) => void) | null) {
  if (taken === undefined || taken.body === "streamed") return null;
  if (taken.body !== null) return readBody(ensureKeys);
  return ensureKeys && readNoBody(ensureKeys);
}

/** No browser guesses what an answer is, and what was made for somebody is nobody else's to keep. */
function answerFor({ cacheControl }: Area, { cache }: RoutePolicy, isShut: IsShut): MiddlewareHandler<Env> {
  return async function answerFor(c, next) {
    await next();
    // Not `c.header`: that makes the whole response anew, body and all.
    const { headers } = c.res;
    const isPassedOn = headers.get("cache-control")?.includes("no-transform") === true;
    headers.set("x-content-type-options", "nosniff");
    if (isShut(c.var.edge)) headers.set("cache-control", PRIVATE);
    else if (cacheControl !== null) headers.set("cache-control", cacheControl);
    else if (cache !== "static" && viewerOf(c.req.raw.headers) !== "anonymous") headers.set("cache-control", PRIVATE);
    else return;
    // What goes out as it is made is not changed on the way either.
    if (isPassedOn) headers.append("cache-control", "no-transform");
  };
}
