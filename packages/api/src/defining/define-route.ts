import type { RoutePolicy } from "@gaia/edge";
import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import { type ProblemStatus, problems } from "./responses.ts";

type Defined = Omit<RouteConfig, "path"> & { path: string } & RoutePolicy;

/**
 * A route of the API. The document is told, beside what the route says, every refusal that follows from its shape and its access, so
 * that none is forgotten in one of them.
 */
export function defineRoute<P extends string, R extends Defined & { path: P }>(route: R) {
  return createRoute<P, R>({
    ...route,
    ...(route.access === "anyone" ? {} : { security: [{ bearer: [] }] }),
    responses: { ...route.responses, ...problems(...refusals(route)) },
  });
}

function refusals({ method, path, access, request, whenClosed }: Defined): ProblemStatus[] {
  const reads = method === "get";
  return [
    // An address that is no text is refused everywhere, and so is a body.
    400,
    // A token that is not valid is refused wherever something is sent, and a stranger wherever a closed registry is read.
    ...(access !== "anyone" || !reads || whenClosed !== "open" ? [401 as const] : []),
    ...(access !== "anyone" && access !== "account" ? [403 as const] : []),
    ...(path.includes("{") ? [404 as const] : []),
    // What a version's state withholds (docs/lifecycle.md).
    ...(path.includes("/skills/{name}") ? [403 as const, 410 as const] : []),
    ...(request?.body ? [413 as const, 415 as const] : []),
    429,
    503,
  ];
}
