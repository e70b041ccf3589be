import { getContest, listHeld } from "@gaia/catalog";
import { contestHold, rescanVersion, upholdHold } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import { ctxOf } from "../asking/env.ts";
import * as holds from "./definitions.ts";

/** What waits for an admin because of a verdict, and what its publisher says of it. */
export function holdRoutes(api: Api): void {
  api.openapi(holds.listHeld, async (c) => {
    const { publisher = null, contested, limit, cursor = null } = c.req.valid("query");
    const only = contested === undefined ? null : contested === "true";
    return c.json(await listHeld(ctxOf(c), { publisher, contested: only, limit, cursor }), 200);
  });

  api.openapi(holds.contestHold, async (c) => {
    return c.json(await contestHold(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 201);
  });

  api.openapi(holds.getContest, async (c) => c.json(await getContest(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(holds.rescanVersion, async (c) => c.json(await rescanVersion(ctxOf(c), c.req.valid("param")), 202));

  api.openapi(holds.upholdHold, async (c) => {
    return c.json(await upholdHold(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
}
