import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Env } from "./env.ts";

const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives a request its id, and ends it with one log line and its metrics. Never logs a query, a header or a body. */
export const observe: MiddlewareHandler<Env> = async function observe(c, next) {
  const started = performance.now();
  const given = c.req.raw.headers.get("x-request-id");
  const requestId = given !== null && GIVEN_ID.test(given) ? given : crypto.randomUUID();
  c.set("requestId", requestId);
  c.set("actor", null);
  await next();
  c.header("x-request-id", requestId);
  const { log, metrics } = c.var.services;
  const milliseconds = performance.now() - started;
  const route = c.req.routePath === "*" ? routePath(c, -1) : c.req.routePath;
  metrics.request({ method: c.req.method, route, status: c.res.status, milliseconds });
  if (c.env?.internal) return;
  log.info(
    {
      event: "request",
      request_id: requestId,
      method: c.req.method,
      path: c.req.path,
      route,
      status: c.res.status,
      duration_ms: Math.round(milliseconds * 100) / 100,
      ...(c.var.actor ? { account: c.var.actor.handle } : {}),
    },
    "request",
  );
};
