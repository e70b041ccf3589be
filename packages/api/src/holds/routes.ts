import { listHeld } from "@gaia/catalog";
import type { Api } from "../asking/env.ts";
import { ctxOf } from "../asking/env.ts";
import * as holds from "./definitions.ts";

/** What waits for an admin because of a verdict, and what its publisher says of it. */
export function holdRoutes(api: Api): void {
  api.openapi(holds.listHeld, async (c) => {
    const { publisher = null, limit, cursor = null } = c.req.valid("query");
    return c.json(await listHeld(ctxOf(c), { publisher, limit, cursor }), 200);
  });
}
