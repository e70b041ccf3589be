import { createMirror, getMirror, listMirrors, runMirror, stopMirror } from "@gaia/registry";
import { type Api, ctxOf } from "../asking/env.ts";
import * as mirrors from "./definitions.ts";

/** Other registries whose skills are taken into this one. */
export function mirrorRoutes(api: Api): void {
  api.openapi(mirrors.createMirror, async (c) => {
    const { address, publisher, prefix, only, min_age_days: minAgeDays, approve, follow } = c.req.valid("json");
    const made = await createMirror(ctxOf(c), {
      address,
      publisher: publisher ?? null,
      prefix: prefix ?? null,
      only: only ?? [],
      minAgeDays: minAgeDays ?? 0,
      approve: approve ?? "none",
      follow: follow ?? false,
    });
    return c.json(made, 201);
  });

  api.openapi(mirrors.listMirrors, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    return c.json(await listMirrors(ctxOf(c), { limit, cursor: cursor ?? null }), 200);
  });

  api.openapi(mirrors.getMirror, async (c) => {
    const { outcome, limit, cursor } = c.req.valid("query");
    const asked = { ...c.req.valid("param"), outcome: outcome ?? null, limit, cursor: cursor ?? null };
    return c.json(await getMirror(ctxOf(c), asked), 200);
  });

  api.openapi(mirrors.runMirror, async (c) => c.json(await runMirror(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(mirrors.stopMirror, async (c) => c.json(await stopMirror(ctxOf(c), c.req.valid("param")), 200));
}
