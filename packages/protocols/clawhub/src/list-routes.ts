import { listServedOf, newestServed, type VersionFacts } from "@gaia/artefacts";
import { ANY_SKILL, listSkills, type ReadCtx, searchSkills } from "@gaia/catalog";
import type { PlainRoute } from "@gaia/edge";
import { toLimit, toText } from "./asked.ts";
import { type Listed, toHit, toItem } from "./shapes.ts";
import { PROTOCOL } from "./find.ts";
import type { CtxOf } from "./skill-routes.ts";

const policy = { access: "anyone", cache: "none" } as const;
const MOST_LISTED = 200;

/** Of the client's orders those that the registry keeps; whatever counts use is by downloads. */
const SORTS: Readonly<Record<string, "created" | "updated" | "downloads">> = {
  createdAt: "created",
  updated: "updated",
  downloads: "downloads",
  installs: "downloads",
  installsCurrent: "downloads",
  installsAllTime: "downloads",
  stars: "downloads",
  trending: "downloads",
};

/** Lists and search. A page may be shorter than its limit: what is not served to this client is left out of it. */
export const listRoutes = (ctxOf: CtxOf): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/api/v1/skills",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const { sort = "updated", limit, cursor, prefix } = c.req.query();
      const page = await listSkills(ctx, {
        ...ANY_SKILL,
        prefix: toText(prefix?.trim().toLowerCase()),
        sort: toText(prefix) === null ? (SORTS[sort] ?? "updated") : "name",
        limit: toLimit(limit, MOST_LISTED),
        cursor: toText(cursor),
      });
      const items = await withLatest(ctx, page.items, toItem);
      return c.json({ items, nextCursor: page.next_cursor });
    },
  },
  {
    method: "GET",
    path: "/api/v1/search",
    policy,
    async answer(c) {
      const ctx = ctxOf(c);
      const { q = "", limit, mode } = c.req.query();
      const found = await searchSkills(ctx, {
        ...ANY_SKILL,
        query: q,
        sort: "relevance",
        limit: toLimit(limit, MOST_LISTED),
        cursor: null,
      });
      const name = q.trim().toLowerCase();
      const hits = mode === "exact" ? found.hits.filter((hit) => hit.name === name) : found.hits;
      return c.json({ results: await withLatest(ctx, hits, toHit) });
    },
  },
];

/** Each with the version that a client gets of it; those of which it gets none are left out. */
async function withLatest<L extends Listed, Shape>(
  ctx: ReadCtx,
  listed: readonly L[],
  toShape: (one: L, latest: VersionFacts) => Shape,
): Promise<Shape[]> {
  const all = await listServedOf(ctx, { protocol: PROTOCOL, names: listed.map(({ name }) => name) });
  const served = Map.groupBy(all, ({ name }) => name);
  return listed.flatMap((one) => {
    const latest = newestServed(served.get(one.name) ?? []);
    return latest === null ? [] : [toShape(one, latest)];
  });
}
