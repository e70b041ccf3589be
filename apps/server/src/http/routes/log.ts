import type { Env } from "../env.ts";
import type { PlainRoute } from "@gaia/edge";
import { findShownCheckpoint, readTile } from "@gaia/catalog";
import { PROBLEM } from "../problem.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** The registry's log, as C2SP tlog-tiles lays it out below its prefix. */
export const LOG_ROUTES: readonly PlainRoute<Env>[] = [
  {
    method: "GET",
    path: "/checkpoint",
    policy: { access: "anyone", cache: "none" },
    async answer(c) {
      const note = await findShownCheckpoint(c.var.services.registry);
      if (note === null)
        return PROBLEM.dialect.refuse(c, "not_found", "The log has no checkpoint yet; it has one in a second.");
      return c.body(note, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
    },
  },
  {
    method: "GET",
    path: "/tile/*",
    policy: { access: "anyone", cache: "static" },
    async answer(c) {
      const path = new URL(c.req.url).pathname.replace(/^.*?\/log\//, "");
      const bytes = await readTile(c.var.services.registry, path);
      if (bytes === null) return PROBLEM.dialect.refuse(c, "not_found", "The log has no such tile.");
      const headers = { "content-type": "application/octet-stream", "cache-control": FOREVER };
      return c.body(new Uint8Array(bytes), 200, headers);
    },
  },
];
