import { type Catalog, findVulnerabilities, QueryTooLarge, readRecords, type VulnerabilityQuery } from "@gaia/catalog";
import type { PlainRoute } from "@gaia/edge";
import { z } from "@hono/zod-openapi";
import { OsvError } from "./errors.ts";
import { toBatchResult, toQueries, toQuery } from "./shapes.ts";

/** OSV's own shapes, which may gain keys that we do not know. */
const ANYTHING = z.unknown();
/** Records of one answer. */
const MAX_RECORDS = 1_000;
const policy = { access: "anyone", cache: "none" } as const;

/**
 * The part of the OSV API that auditors use, over the advisories of this registry, so that they can be pointed at it where
 * there is no internet. Public; answers are never in pages.
 */
export const osvRoutes = (catalog: Catalog): readonly PlainRoute[] => [
  // The advisories of a package at a version, whole; `{}` for none.
  {
    method: "POST",
    path: "/query",
    policy,
    body: ANYTHING,
    async answer(c) {
      const [found = []] = await find(catalog, [toQuery(await c.req.json())]);
      if (found.length > MAX_RECORDS) throw new OsvError(8, "The package has too many advisories for one answer.");
      const ids = found.map(({ id }) => id);
      return c.json(ids.length === 0 ? {} : { vulns: await readRecords(catalog, ids) });
    },
  },
  // For each query the id and time of its advisories.
  {
    method: "POST",
    path: "/querybatch",
    policy: { ...policy, bodyLimitBytes: 1024 * 1024 },
    body: ANYTHING,
    async answer(c) {
      const found = await find(catalog, toQueries(await c.req.json()));
      return c.json({ results: found.map(toBatchResult) });
    },
  },
  // The record, withdrawn or not.
  {
    method: "GET",
    path: "/vulns/:id",
    policy,
    async answer(c) {
      const [record] = await readRecords(catalog, [(c.req.param("id") ?? "").slice(0, 100)]);
      if (record === undefined) throw new OsvError(5, "Bug not found.");
      return c.json(record as object);
    },
  },
];

async function find(catalog: Catalog, queries: VulnerabilityQuery[]) {
  try {
    return await findVulnerabilities(catalog, queries);
  } catch (error) {
    if (error instanceof QueryTooLarge) throw new OsvError(8, error.message);
    throw error;
  }
}
