import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { RegistryError } from "@gaia/registry";
import type { RoutePolicy } from "./definitions/define-route.ts";
import type { Env } from "./env.ts";
import { guardRoute } from "./guard-route.ts";

export type Api = OpenAPIHono<Env>;

/**
 * An empty API whose routes refuse what their policies and schemas refuse, with every reason. A bad path names nothing: 404.
 */
export function createApi(): Api {
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
  const guarded = (route: RouteConfig & RoutePolicy, ...rest: unknown[]) =>
    Reflect.apply(openapi, api, [{ ...route, middleware: guardRoute(route) }, ...rest]);
  // The same signature: only the route gains its guards.
  api.openapi = guarded as typeof openapi;
  return api;
}
