import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { RegistryError } from "@gaia/registry";
import type { Area } from "./areas.ts";
import type { Env } from "./env.ts";
import { middlewareOf } from "./middleware.ts";
import type { MountedRoute, RoutePolicy } from "./route-policy.ts";

export type Api = OpenAPIHono<Env>;

/**
 * An empty API whose routes refuse what their policies and schemas refuse, with every reason, and are added to the table of routes. A bad
 * path names nothing: 404.
 */
export function createApi(area: Area, table: MountedRoute[]): Api {
  const api = new OpenAPIHono<Env>({
    defaultHook(result) {
      if (result.success) return;
      const { issues } = result.error;
      if (result.target === "param") throw new RegistryError("not_found", "There is nothing at this address.");
      const errors = issues.map((issue) => ({
        code: issue.code,
        severity: "error" as const,
        file: null,
        line: null,
        column: null,
        message: `${issue.path.map(String).join(".") || result.target}: ${issue.message}`,
        hint: null,
      }));
      throw new RegistryError("invalid_request", errors[0]?.message ?? "The request is malformed.", { errors });
    },
  });
  const { openapi } = api;
  const guarded = (route: RouteConfig & RoutePolicy, ...rest: unknown[]) => {
    const { access, cache, bodyLimitBytes, cost, operationId, request } = route;
    const policy: RoutePolicy = {
      access,
      cache,
      ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
      ...(cost !== undefined && { cost }),
    };
    const readsJson = request?.body !== undefined && "application/json" in request.body.content;
    const middleware = middlewareOf(area, { policy, operationId, params: request?.params, readsJson });
    const path = `${area.at}${route.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
    table.push({ area, method: route.method.toUpperCase(), path, policy });
    return Reflect.apply(openapi, api, [{ ...route, middleware }, ...rest]);
  };
  // The same signature: only the route gains its guards.
  api.openapi = guarded as typeof openapi;
  return api;
}
