import type { PlainRoute } from "@gaia/edge";
import { starSkill, unstarSkill } from "@gaia/registry/publishing";
import { toAsked } from "./asked.ts";
import { findOwned } from "./find.ts";
import type { ChangingCtxOf } from "./given.ts";

const common = { path: "/api/v1/stars/:name", policy: { access: "account", cache: { drops: "skill" } } } as const;

const ROUTES = [
  { method: "POST", action: "starSkill", set: starSkill, done: "starred", already: "alreadyStarred" },
  { method: "DELETE", action: "unstarSkill", set: unstarSkill, done: "unstarred", already: "alreadyUnstarred" },
] as const;

/** The caller's star of a skill, given and taken back: as often as they like, for one star. */
export const starRoutes = (ctxOf: ChangingCtxOf): readonly PlainRoute[] =>
  ROUTES.map(({ method, action, set, done, already }) => ({
    ...common,
    method,
    action,
    async answer(c) {
      const ctx = ctxOf(c);
      const found = await findOwned(ctx, toAsked(c.req.param("name"), c.req.query("ownerHandle")));
      const { changed } = await set(ctx, found);
      return c.json({ ok: true, [done]: true, [already]: !changed });
    },
  }));
