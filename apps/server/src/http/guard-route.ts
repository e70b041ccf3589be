import type { RouteConfig } from "@hono/zod-openapi";
import { isAction } from "@gaia/policy";
import { ensureMayAtAll, RegistryError } from "@gaia/registry";
import type { MiddlewareHandler } from "hono";
import { ENSURE } from "./access.ts";
import type { RoutePolicy } from "./definitions/define-route.ts";
import { ctxOf, type Env } from "./env.ts";
import { readJsonText } from "./read-json.ts";

const JSON_BODY_BYTES = 128 * 1024;

/**
 * What stands before a route's own schemas, in this order: who asks (401), what the address names (404), whether they may (403), and
 * only then the body: bounded, UTF-8, storable (413, 400).
 */
export function guardRoute(route: RouteConfig & RoutePolicy): MiddlewareHandler<Env>[] {
  const { access, operationId = "", request, bodyLimitBytes = JSON_BODY_BYTES } = route;
  const guards: MiddlewareHandler<Env>[] = [];
  if (access) {
    if (!isAction(operationId)) throw new Error(`${operationId} has no row in the table of actions`);
    guards.push(async function authorise(c, next) {
      const ctx = ctxOf(c);
      ensureMayAtAll(ctx, "whoAmI");
      const names = request?.params?.safeParse(c.req.param());
      if (names?.success === false) throw new RegistryError("not_found", "There is nothing at this address.");
      await ENSURE[access](ctx, operationId, c.req.param());
      return next();
    });
  }
  if (request?.body && "application/json" in request.body.content) {
    guards.push(async function readBody(c, next) {
      const text = await readJsonText(c.req.raw, bodyLimitBytes);
      // Whoever reads the body next gets this text. The cache holds promises, whatever its type says.
      Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
      return next();
    });
  }
  return guards;
}
