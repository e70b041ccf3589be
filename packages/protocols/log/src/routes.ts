import { type Catalog, findShownCheckpoint, readTile } from "@gaia/catalog";
import type { Dialect, PlainRoute } from "@gaia/edge";

const FOREVER = "public, max-age=31536000, immutable";

/** The registry's log, as C2SP tlog-tiles lays it out below its prefix. */
export const logRoutes = (catalog: Catalog, dialect: Dialect): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/checkpoint",
    policy: { access: "anyone", cache: "none" },
    async answer(c) {
      const note = await findShownCheckpoint(catalog);
      if (note === null)
        return dialect.refuse(c, "not_found", "The log has no checkpoint yet; it has one in a second.");
      return c.body(note, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
    },
  },
  {
    method: "GET",
    path: "/tile/*",
    policy: { access: "anyone", cache: "static" },
    async answer(c) {
      const path = new URL(c.req.url).pathname.replace(/^.*?\/log\//, "");
      const bytes = await readTile(catalog, path);
      if (bytes === null) return dialect.refuse(c, "not_found", "The log has no such tile.");
      const headers = { "content-type": "application/octet-stream", "cache-control": FOREVER };
      return c.body(new Uint8Array(bytes), 200, headers);
    },
  },
];
