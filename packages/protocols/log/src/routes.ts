import { type Catalog, findShownCheckpoint, readTile } from "@gaia/catalog";
import type { Asked, Dialect, PlainRoute } from "@gaia/edge";

const FOREVER = "public, max-age=31536000, immutable";
const ENTRIES = "/tile/entries/";

/** The registry's log, as C2SP tlog-tiles lays it out below its prefix. */
export const logRoutes = (catalog: Catalog, dialect: Dialect): readonly PlainRoute[] => [
  {
    method: "GET",
    path: "/checkpoint",
    policy: { access: "anyone", cache: "none", whenClosed: "open" },
    async answer(c) {
      const note = await findShownCheckpoint(catalog);
      if (note === null)
        return dialect.refuse(c, "not_found", "The log has no checkpoint yet; it has one in a second.");
      return c.body(note, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
    },
  },
  // The narrower pattern comes first. Entries name skills, so a closed registry shows strangers none.
  {
    method: "GET",
    path: `${ENTRIES}*`,
    policy: { access: "anyone", cache: "static" },
    answer: (c) => sendTile(c, { catalog, dialect, path: pathBelow(c) }),
  },
  {
    method: "GET",
    path: "/tile/*",
    policy: { access: "anyone", cache: "static", whenClosed: "open" },
    async answer(c) {
      const path = pathBelow(c);
      // However the address is written, no entries go out by the route that is open to all.
      if (`/${path}`.startsWith(ENTRIES)) return dialect.refuse(c, "not_found", "The log has no such tile.");
      return sendTile(c, { catalog, dialect, path });
    },
  },
];

const pathBelow = (c: Asked): string => new URL(c.req.url).pathname.replace(/^.*?\/log\//, "");

async function sendTile(
  c: Asked,
  { catalog, dialect, path }: { catalog: Catalog; dialect: Dialect; path: string },
): Promise<Response> {
  const bytes = await readTile(catalog, path);
  if (bytes === null) return dialect.refuse(c, "not_found", "The log has no such tile.");
  const headers = { "content-type": "application/octet-stream", "cache-control": FOREVER };
  return c.body(new Uint8Array(bytes), 200, headers);
}
