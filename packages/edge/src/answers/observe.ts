import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Env } from "../terms/env.ts";
import type { Hands } from "../terms/hands.ts";
import { recordRequest, requestIdOf } from "./record-request.ts";

/** Gives a request what stands behind the edge, and its id, and ends it with one log line and its metrics. */
export const observe = (edge: Hands): MiddlewareHandler<Env> =>
  async function observe(c, next) {
    c.set("edge", edge);
    const started = performance.now();
    const requestId = requestIdOf(c.req.raw.headers.get("x-request-id"));
    c.set("requestId", requestId);
    c.set("caller", null);
    await next();
    // Not `c.header`: that makes the whole response anew, body and all.
    c.res.headers.set("x-request-id", requestId);
    recordRequest(edge, {
      requestId,
      method: c.req.method,
      path: c.req.path,
      route: c.req.routePath === "*" ? routePath(c, -1) : c.req.routePath,
      status: c.res.status,
      milliseconds: performance.now() - started,
      account: c.var.caller?.handle ?? null,
      internal: c.env?.internal ?? false,
    });
  };
