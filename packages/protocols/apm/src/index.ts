import type { Protocol } from "@gaia/edge";
import { apmArea } from "./area.ts";
import { apmRoutes } from "./routes.ts";
import { apmDialect, type Tell } from "./errors.ts";
import type { Authorise } from "./area.ts";
import type { CtxOf } from "./routes.ts";

/** The registry as a registry of `apm`. */
export const apm = (given: { ctxOf: CtxOf; authorise: Authorise; tell: Tell }): Protocol => ({
  area: apmArea(apmDialect(given.tell), given.authorise),
  routes: apmRoutes(given.ctxOf),
});
