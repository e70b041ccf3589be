import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Area } from "../terms/area.ts";
import type { Env } from "../terms/env.ts";
import { Refusal } from "../terms/refusal.ts";
import type { MountedRoute, RoutePolicy } from "../terms/route-policy.ts";
import { middlewareOf } from "./middleware.ts";
import { plainIssue, valueAt } from "./plain-issue.ts";

/**
 * An empty API whose routes refuse what their policies and schemas refuse, with every reason, and are added to the table of routes. A bad
 * path names nothing: 404.
 */
export function createApi<E extends Env>(area: Area, table: MountedRoute[]): OpenAPIHono<E> {
  const api = new OpenAPIHono<E>({
    defaultHook(result) {
      if (result.success) return;
      const { issues } = result.error;
      if (result.target === "param") throw new Refusal("not_found", "There is nothing at this address.");
      // The validator hands on what it judged; its types do not say so.
      const { data } = result as { data?: unknown };
      const errors = issues.map((issue) => ({
        code: issue.code,
        severity: "error" as const,
        file: null,
        line: null,
        column: null,
        message: `${issue.path.map(String).join(".") || result.target}: ${plainIssue({ ...issue }, valueAt(data, issue.path))}`,
        hint: null,
      }));
      throw new Refusal("invalid_request", errors[0]?.message ?? "The request is malformed.", errors);
    },
  });
  const { openapi } = api;
  const guarded = (route: RouteConfig & RoutePolicy & { isStreamed?: true }, ...rest: unknown[]) => {
    const { access, cache, bodyLimitBytes, counts, cost, atOnce, whenClosed, takesRest, operationId, request } = route;
    const policy: RoutePolicy = {
      access,
      cache,
      ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
      ...(counts !== undefined && { counts }),
      ...(cost !== undefined && { cost }),
      ...(atOnce !== undefined && { atOnce }),
      ...(whenClosed !== undefined && { whenClosed }),
      ...(takesRest !== undefined && { takesRest }),
    };
    const taken = {
      query: schemaOf(request?.query),
      body: route.isStreamed ? ("streamed" as const) : jsonOf(request),
    };
    const middleware = middlewareOf(area, { policy, operationId, params: request?.params, taken });
    const shape = takesRest ? route.path.replace(/\{(\w+)\}$/, "{$1{.+}}") : route.path;
    const path = `${area.at}${shape.replaceAll(/\/\{(.+?)\}/g, "/:$1")}`;
    table.push({ area, method: route.method.toUpperCase(), path, policy });
    return Reflect.apply(openapi, api, [{ ...route, path: shape, middleware }, ...rest]);
  };
  // The same signature: only the route gains its guards.
  api.openapi = guarded as typeof openapi;
  return api;
}

/** A definition may describe a part of a request without zod, which then says no keys. */
function schemaOf(part: unknown): z.ZodType | null {
  if (part === undefined) return null;
  if (part instanceof z.ZodType) return part;
  throw new Error("a route's query and body need a zod schema: their keys are read from it");
}

function jsonOf(request: RouteConfig["request"]): z.ZodType | null {
  const content = request?.body?.content["application/json"];
  return content === undefined || !("schema" in content) ? null : schemaOf(content.schema);
}
