import type { Protocol } from "@gaia/edge";
import { discoveryArea, indexArea } from "./area.ts";
import { discoveryDialect } from "./errors.ts";
import type { Given } from "./given.ts";
import { discoveryRoutes, indexRoutes } from "./routes.ts";

/** Indexes of skills below the addresses of pages, as Agent Skills discovery has them. */
export const skillIndexes = (given: Given): Protocol => ({
  area: indexArea(discoveryDialect(given.dialect)),
  routes: indexRoutes(given),
});

/** The archives that they name, and the search. */
export const discovery = (given: Given): Protocol => ({
  area: discoveryArea(discoveryDialect(given.dialect)),
  routes: discoveryRoutes(given),
});
