import type { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { type AllowedMethods, answerOtherMethod } from "./allowed-methods.ts";
import type { Area } from "../terms/area.ts";
import type { Env } from "../terms/env.ts";
import type { MountedRoute, RoutePolicy } from "../terms/route-policy.ts";
import { middlewareOf } from "./middleware.ts";

/** A route that the OpenAPI document does not name. */
export interface PlainRoute<E extends Env = Env> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the area's. */
  path: string;
  policy: RoutePolicy;
  /** Its row in the table of actions; needed where not anyone may ask. */
  action?: string;
  /** What the names in its path have to look like. */
  params?: z.ZodType;
  /** The keys of its query; absent: none. */
  query?: z.ZodType;
  /** The shape of its JSON body, whose keys are judged before `answer`, which judges the rest; absent: it has none. */
  body?: z.ZodType;
  answer(c: Context<E>): Response | Promise<Response>;
}

/** Adds routes to an area's application, each behind what its policy asks for, and to the table of routes. */
export function addRoutes<E extends Env>(
  app: Hono<E>,
  area: Area,
  routes: readonly PlainRoute<E>[],
  table: MountedRoute[],
): void {
  for (const { method, path, policy, action, params, query = null, body = null, answer } of routes) {
    const guarded = { policy, operationId: action, params, taken: { query, body } };
    app.on(method, [path], ...middlewareOf(area, guarded), (c) => answer(c));
    table.push({ area, method, path: `${area.at}${path}`, policy });
  }
}

/**
 * An area of plain routes with its own dialect. `allowed` is asked with the whole path, for whatever is left over; at the root that is
 * the other methods of its routes, because the rest there is somebody else's.
 */
export function plainArea<E extends Env>(
  area: Area,
  routes: readonly PlainRoute<E>[],
  { table, allowed }: { table: MountedRoute[]; allowed: AllowedMethods },
): Hono<E> {
  const app = new Hono<E>();
  app.onError((error, c) => area.dialect.onError(error, c));
  addRoutes(app, area, routes, table);
  addOthers(app, area, allowed, area.at === "" ? routes.map(({ path }) => path) : ["*"]);
  return app;
}

/** What no route of an area takes: counted and told like the rest, that there is nothing or that the method is another one. */
export function addOthers<E extends Env>(
  app: Hono<E>,
  area: Area,
  allowed: AllowedMethods,
  paths: readonly string[] = ["*"],
): void {
  const policy = { access: "anyone", cache: "none" } as const;
  app.on("ALL", [...paths], ...middlewareOf(area, { policy }), (c: Context<Env>) =>
    answerOtherMethod(c, area.dialect, allowed),
  );
}
