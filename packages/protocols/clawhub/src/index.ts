import type { Area, Protocol } from "@gaia/edge";
import { clawhubArea, discoveryArea, loginArea } from "./area.ts";
import type { ChangingCtxOf } from "./given.ts";
import { clawhubDialect, loginDialect, type Tell } from "./errors.ts";
import { loginRoutes } from "./login-routes.ts";
import { clawhubRoutes, discoveryRoutes } from "./routes.ts";

/** What the protocol is handed of the process. */
interface Given {
  ctxOf: ChangingCtxOf;
  authorise: NonNullable<Area["authorise"]>;
  tell: Tell;
}

/** The registry as the `clawhub` client reads it. */
export const clawhub = (given: Given): Protocol => ({
  area: clawhubArea(clawhubDialect(given.tell), given.authorise),
  routes: clawhubRoutes(given),
});

/** Where that client finds the registry, at the origin's root. */
export const clawhubDiscovery = (given: Given): Protocol => ({
  area: discoveryArea(clawhubDialect(given.tell)),
  routes: discoveryRoutes(given.ctxOf),
});

/** Where it asks for a token that a person allows, at the origin's root. */
export const clawhubLogin = (given: Given): Protocol => ({
  area: loginArea(loginDialect(given.tell)),
  routes: loginRoutes(given.ctxOf),
});
