import type { Asked, PlainRoute } from "@gaia/edge";
import { RegistryError } from "@gaia/catalog";
import type { CtxOf } from "./skill-routes.ts";

/** Whom a token speaks for, as the publisher that the client then publishes as. */
export const accountRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/api/v1/whoami",
    policy: { access: "account", cache: "none" },
    action: "whoAmI",
    answer: (c) => c.json({ user: { ...whoIs(ctxOf, c), displayName: null, image: null } }),
  },
];

function whoIs(ctxOf: CtxOf, c: Asked): { handle: string; role: "admin" | "user" } {
  const { actor } = ctxOf(c);
  if (actor === null || !("publishers" in actor)) throw new RegistryError("unauthorized", "A valid token is needed.");
  const { handle, publishers } = actor;
  const own = publishers.find((publisher) => publisher.handle === handle) ?? publishers[0];
  return { handle: own?.handle ?? handle, role: "role" in actor && actor.role === "admin" ? "admin" : "user" };
}
