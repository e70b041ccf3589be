import type { Catalog } from "@gaia/catalog";
import type { Protocol } from "@gaia/edge";
import { osvArea } from "./area.ts";
import { osvDialect } from "./errors.ts";
import { osvRoutes } from "./routes.ts";

/** The registry as an OSV server. */
export const osv = (given: { catalog: Catalog; shutDoorOf(error: Error): string | null }): Protocol => ({
  area: osvArea(osvDialect(given.shutDoorOf)),
  routes: osvRoutes(given.catalog),
});
