import type { PlainRoute } from "@gaia/edge";
import type { ChangingCtxOf } from "./given.ts";
import { offerRoutes } from "./offer-routes.ts";
import { publishRoutes } from "./publish-routes.ts";
import { starRoutes } from "./star-routes.ts";
import { takeBackRoutes } from "./take-back-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { EMPTY_ROUTES } from "./empty-routes.ts";
import { skillRoutes } from "./skill-routes.ts";
import { trustRoutes } from "./trust-routes.ts";

/** What the routes are handed. */
export interface Given {
  ctxOf: ChangingCtxOf;
}

/** Everything below `/clawhub`. */
export const clawhubRoutes = ({ ctxOf }: Given): readonly PlainRoute[] => [
  ...accountRoutes(ctxOf),
  ...listRoutes(ctxOf),
  ...trustRoutes(ctxOf),
  ...publishRoutes(ctxOf),
  ...offerRoutes(ctxOf),
  ...starRoutes(ctxOf),
  ...takeBackRoutes(ctxOf),
  ...skillRoutes(ctxOf),
  ...EMPTY_ROUTES,
];

/** Where the client finds the rest; older ones ask for the second name. */
export const discoveryRoutes = (ctxOf: Given["ctxOf"]): readonly PlainRoute[] =>
  ["/clawhub.json", "/clawdhub.json"].map((path) => ({
    method: "GET",
    path,
    policy: { access: "anyone", cache: "none" },
    answer(c) {
      const { publicUrl } = ctxOf(c);
      const apiBase = `${publicUrl}/clawhub`;
      return c.json({ apiBase, registry: apiBase, authBase: publicUrl, minCliVersion: "0.8.0" });
    },
  }));
