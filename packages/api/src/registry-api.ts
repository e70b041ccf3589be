import { addOthers, addRoutes, type AllowedMethods, type Area, createApi, type MountedRoute } from "@gaia/edge";
import type { Api, Env } from "./asking/env.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { invitationRoutes } from "./accounts/invitation-routes.ts";
import { standingRoutes } from "./accounts/standing-routes.ts";
import { advisoryRoutes } from "./advisories/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { catalogsRoutes } from "./catalogs/routes.ts";
import { communityRoutes } from "./community/routes.ts";
import { deviceRoutes } from "./device/routes.ts";
import { holdRoutes } from "./holds/routes.ts";
import { documentRoutes } from "./document/routes.ts";
import { judgementRoutes } from "./judgement/routes.ts";
import { publisherRoutes } from "./publishers/routes.ts";
import { rescanRoutes } from "./rescans/routes.ts";
import { publishRoutes } from "./skills/publish-routes.ts";
import { catalogRoutes } from "./skills/routes.ts";
import { stagedRoutes } from "./staged/routes.ts";
import { statementRoutes } from "./statements/routes.ts";
import { tokenRoutes } from "./tokens/routes.ts";
import { transferRoutes } from "./transfers/routes.ts";
import { trustedRoutes } from "./trusted/routes.ts";

/** What the registry answers below `/api/v1`, a noun after the other; each route is added to the table. */
export function registryApi(area: Area, { table, allowed }: { table: MountedRoute[]; allowed: AllowedMethods }): Api {
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
  holdRoutes(api);
  advisoryRoutes(api);
  accountRoutes(api);
  invitationRoutes(api);
  publisherRoutes(api);
  transferRoutes(api);
  tokenRoutes(api);
  standingRoutes(api);
  deviceRoutes(api);
  addOthers(api, area, allowed);
  return api;
}
