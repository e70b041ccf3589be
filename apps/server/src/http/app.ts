import {
  addOthers,
  addRoutes,
  allowedMethods,
  type AllowedMethods,
  answerOtherMethod,
  type Fetch,
  type MountedRoute,
  observe,
  plainArea,
  serveKeptPages,
  createApi,
} from "@gaia/edge";
import { Hono } from "hono";
import type { Unreadable } from "@gaia/edge";
import type { Services } from "../services.ts";
import { AREAS } from "./areas.ts";
import type { Env } from "./env.ts";
import { handsOf } from "./hands.ts";
import { PROBLEM } from "./problem.ts";
import { givenBy, type MakeProtocol, PROTOCOLS } from "./protocols.ts";
import { type Marketplace, mountMarketplace } from "./marketplace.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { publisherRoutes } from "./routes/publishers.ts";
import { transferRoutes } from "./routes/transfers.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { advisoryRoutes } from "./routes/advisories.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { catalogsRoutes } from "./routes/catalogs.ts";
import { cliRoutes, findServedCli } from "./routes/cli.ts";
import { communityRoutes } from "./routes/community.ts";
import { deviceRoutes } from "./routes/device.ts";
import { documentRoutes } from "./routes/documents.ts";
import { auditRoutes } from "./routes/audit.ts";
import { judgementRoutes } from "./routes/judgement.ts";
import { OPERATION_ROUTES } from "./routes/operations.ts";
import { PEOPLE_ROUTES } from "./routes/people.ts";
import { publishRoutes } from "./routes/publish.ts";
import { rescanRoutes } from "./routes/rescans.ts";
import { stagedRoutes } from "./routes/staged.ts";
import { standingRoutes } from "./routes/standing.ts";
import { statementRoutes } from "./routes/statements.ts";
import { trustedRoutes } from "./routes/trusted.ts";

/** The whole HTTP surface, and the table of its routes. */
export interface App {
  fetch: Fetch;
  /** Every route with its policy. */
  table: readonly MountedRoute[];
  /** Every route that answers, as the router knows it. */
  routes: readonly { method: string; path: string }[];
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
  const { root, people, api, pages } = AREAS;
  app.onError((error, c) => root.dialect.onError(error, c));
  const table: MountedRoute[] = [];
  let known: AllowedMethods = () => [];
  const allowed: AllowedMethods = (path) => known(path);
  app.notFound((c) => answerOtherMethod(c, root.dialect, allowed));

  const cli = findServedCli();
  addRoutes(app, root, [...OPERATION_ROUTES, ...cliRoutes(cli)], table);
  const given = givenBy(services);
  for (const make of [...PROTOCOLS, ...others]) {
    const { area, routes } = make(given);
    app.route(area.at, plainArea(area, routes, { table, allowed }));
  }
  app.route(people.at, plainArea(people, PEOPLE_ROUTES, { table, allowed }));
  app.route(api.at, registryApi(table, allowed));
  if (marketplace) mountMarketplace(app, marketplace, { area: pages, table, allowed, cli: cli?.about ?? null });

  // What catches the rest of an area is no route.
  const routes = app.routes.filter(({ method, path }) => method !== "ALL" || !path.endsWith("*"));
  known = allowedMethods(routes);
  return { fetch: serveKeptPages(edge, app.fetch), table, routes, unreadable: { edge, problems: PROBLEM } };
}

function registryApi(table: MountedRoute[], allowed: AllowedMethods) {
  const area = AREAS.api;
  const api = createApi<Env>(area, table);
  addRoutes(api, area, documentRoutes(), table);
  statementRoutes(api);
  // Before `/skills/{name}/{version}`: `reviews` and `settings` are no versions.
  communityRoutes(api);
  trustedRoutes(api);
  auditRoutes(api);
  stagedRoutes(api);
  catalogRoutes(api);
  catalogsRoutes(api);
  publishRoutes(api);
  judgementRoutes(api);
  rescanRoutes(api);
  advisoryRoutes(api);
  accountRoutes(api);
  publisherRoutes(api);
  transferRoutes(api);
  tokenRoutes(api);
  standingRoutes(api);
  deviceRoutes(api);
  addOthers(api, area, allowed);
  return api;
}
