import type { RegistryErrorCode } from "@gaia/catalog";
import type { Area, Asked, Protocol, RefusalCode, ToldError } from "@gaia/edge";
import type { Ctx } from "@gaia/registry/publishing";
import { hubArea } from "./area.ts";
import { hubDialect } from "./errors.ts";
import { publishRoute } from "./publish-route.ts";
import { readRoutes } from "./routes.ts";

/** The registry as an Agent Hub, for the skill verbs of GAIA's own client. */
export const hub = (given: {
  ctxOf(c: Asked): Ctx;
  authorise: NonNullable<Area["authorise"]>;
  tell(c: Asked, error: Error): ToldError<RegistryErrorCode | RefusalCode>;
}): Protocol => ({
  area: hubArea(hubDialect(given.tell), given.authorise),
  routes: [...readRoutes(given.ctxOf), publishRoute(given.ctxOf)],
});
