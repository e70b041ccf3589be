import type { Catalog } from "@gaia/catalog";
import type { Dialect, Protocol } from "@gaia/edge";
import { logArea } from "./area.ts";
import { logRoutes } from "./routes.ts";

/** The registry's log as static files (C2SP tlog-tiles). */
export const log = ({ catalog, dialect }: { catalog: Catalog; dialect: Dialect }): Protocol => ({
  area: logArea(dialect),
  routes: logRoutes(catalog, dialect),
});
