import type { MiddlewareHandler } from "hono";
import type { Env } from "../terms/env.ts";

/**
 * HEAD says the length that GET's answer has (RFC 9110 §9.3.2), by which proxies and package managers plan. The framework
 * drops the body, and its length with it. What is sent while it is made (`isStreamed`) has no length in either, and is not made for HEAD.
 */
export const sayLength: MiddlewareHandler<Env> = async function sayLength(c, next) {
  await next();
  if (c.req.method !== "HEAD") return;
  const { body, headers } = c.res;
  if (body === null || headers.has("content-length")) return;
  if (c.var.isStreamed) return body.cancel();
  headers.set("content-length", String((await c.res.arrayBuffer()).byteLength));
};
