import {
  type Bindings,
  type Hands,
  addRoutes,
  allowedMethods,
  type AllowedMethods,
  answerOtherMethod,
  type MountedRoute,
  observe,
  plainArea,
  sayLength,
} from "@gaia/edge";
import { Hono } from "hono";
import type { Unreadable } from "@gaia/edge";
import type { Services } from "../composing/services.ts";
import { AREAS } from "./areas.ts";
import { PEOPLE_ROUTES, PROBLEM, registryApi } from "@gaia/api";
import type { Env } from "./env.ts";
import { handsOf } from "./hands.ts";
import { givenBy, type MakeProtocol, PROTOCOLS } from "./protocols.ts";
import { type Marketplace, mountMarketplace } from "./marketplace.ts";
import { cliRoutes, findServedCli } from "./served-cli.ts";
import { OPERATION_ROUTES } from "./operations.ts";

/** The whole HTTP surface, and the table of its routes. */
export interface App {
  fetch(request: Request, env?: Bindings): Response | Promise<Response>;
  /** Every route with its policy. */
  table: readonly MountedRoute[];
  /** Every route that answers, as the router knows it. */
  routes: readonly { method: string; path: string }[];
  /** What the edge was handed. */
  edge: Hands;
  /** What answers those whose bytes are no request. */
  unreadable: Unreadable;
}

/** Mounts every area. `marketplace` null serves the API alone; `others` are protocols beside those that every registry speaks. */
export function createApp(
  services: Services,
  marketplace: Marketplace | null,
  others: readonly MakeProtocol[] = [],
): App {
  const app = new Hono<Env>();
  const edge = handsOf(services);
  app.use(async function provide(c, next) {
    c.set("services", services);
    await next();
  });
  app.use(observe(edge));
  app.use(sayLength);
  const { root, people, api, pages } = AREAS;
  app.onError((error, c) => root.dialect.onError(error, c));
  const table: MountedRoute[] = [];
  let known: AllowedMethods = () => [];
  const allowed: AllowedMethods = (path) => known(path);
  app.notFound((c) => answerOtherMethod(c, root.dialect, allowed));

  const cli = findServedCli(services.settings.PUBLIC_URL);
  addRoutes(app, root, [...OPERATION_ROUTES, ...cliRoutes(cli)], table);
  const given = givenBy(services);
  for (const make of [...PROTOCOLS, ...others]) {
    const { area, routes } = make(given);
    app.route(area.at, plainArea(area, routes, { table, allowed }));
  }
  app.route(people.at, plainArea(people, PEOPLE_ROUTES, { table, allowed }));
  app.route(api.at, registryApi(api, { table, allowed }));
  if (marketplace) mountMarketplace(app, marketplace, { area: pages, table, allowed, cli: cli?.about ?? null });

  // What catches the rest of an area is no route.
  const routes = app.routes.filter(({ method }) => method !== "ALL");
  known = allowedMethods(routes);
  return {
    fetch: (request, env) => app.fetch(request, env),
    table,
    routes,
    edge,
    unreadable: { edge, problems: PROBLEM },
  };
}
