import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import { type ProblemStatus, problems } from "./responses.ts";

/**
 * Who may ask: any account, an admin, a member of the publisher `{handle}`, or a member of the publisher of the release
 * `{name}` `{version}`. Judged before the query and the body are looked at.
 */
export type Access = "account" | "admin" | "publisher" | "release";

/** What holds of a route beside its shape. */
export interface RoutePolicy {
  /** Absent: anyone. */
  access?: Access;
  /** The longest JSON body, in bytes; 128 KiB without it. Bodies of other kinds are bounded where they are streamed. */
  bodyLimitBytes?: number;
}

type Defined = Omit<RouteConfig, "path"> & { path: string } & RoutePolicy;

/**
 * A route of the API. The document is told, beside what the route says, every refusal that follows from its shape and its access, so
 * that none is forgotten in one of them.
 */
export function defineRoute<P extends string, R extends Defined & { path: P }>(route: R) {
  return createRoute<P, R>({
    ...route,
    ...(route.access ? { security: [{ bearer: [] }] } : {}),
    responses: { ...route.responses, ...problems(...refusals(route)) },
  });
}

function refusals({ method, path, access, request }: Defined): ProblemStatus[] {
  const reads = method === "get";
  return [
    // An address that is no text is refused everywhere, and so is a body.
    400,
    // A token that is not valid is refused wherever something is sent.
    ...(access || !reads ? [401 as const] : []),
    ...(access && access !== "account" ? [403 as const] : []),
    ...(path.includes("{") ? [404 as const] : []),
    // What a version's state withholds (design §5).
    ...(path.includes("/skills/{name}") ? [403 as const, 410 as const] : []),
    ...(request?.body ? [413 as const, 415 as const] : []),
    429,
    503,
  ];
}
