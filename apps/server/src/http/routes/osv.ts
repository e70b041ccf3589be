import type { PlainRoute } from "@gaia/edge";
import { answerQuery, answerQueryBatch, answerVulnerability } from "@gaia/catalog";
import { z } from "@hono/zod-openapi";
import { ctxOf, type Env } from "../env.ts";

/** OSV's own shapes, which may gain keys that we do not know. */
const ANYTHING = z.unknown();
const policy = { access: "anyone", cache: "none" } as const;

/**
 * The part of the OSV API that auditors use, over the advisories of this registry, so that they can be pointed at it where
 * there is no internet. Public; errors are OSV's own `{code, message}`.
 */
export const OSV_ROUTES: readonly PlainRoute<Env>[] = [
  {
    method: "POST",
    path: "/query",
    policy,
    body: ANYTHING,
    answer: async (c) => c.json(await answerQuery(ctxOf(c), await c.req.json())),
  },
  {
    method: "POST",
    path: "/querybatch",
    policy: { ...policy, bodyLimitBytes: 1024 * 1024 },
    body: ANYTHING,
    answer: async (c) => c.json(await answerQueryBatch(ctxOf(c), await c.req.json())),
  },
  {
    method: "GET",
    path: "/vulns/:id",
    policy,
    answer: async (c) => c.json((await answerVulnerability(ctxOf(c), c.req.param("id") ?? "")) as object),
  },
];
