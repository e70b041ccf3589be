import { createHash } from "node:crypto";
import { type CollectionView, getCollection, listCollections } from "@gaia/catalog";
import { isKnown } from "@gaia/edge";
import { deleteCollection, putCollection } from "@gaia/registry";
import { type Api, ctxOf } from "../asking/env.ts";
import * as collections from "./definitions.ts";

/** Skills that are named together. */
export function collectionRoutes(api: Api): void {
  api.openapi(collections.getCollection, async (c) => {
    const { handle: publisher, collection: name } = c.req.valid("param");
    const view = await getCollection(ctxOf(c), { publisher, name });
    return c.json(view, 200, { etag: etagOf(view) });
  });

  api.openapi(collections.putCollection, async (c) => {
    const { handle: publisher, collection: name } = c.req.valid("param");
    const expected = c.req.raw.headers.get("if-match");
    const { view, isNew } = await putCollection(ctxOf(c), {
      publisher,
      name,
      visibility: undefined,
      ...c.req.valid("json"),
      isExpected: (now) => expected === null || (now !== null && isKnown(expected, etagOf(now))),
    });
    return isNew ? c.json(view, 201, { etag: etagOf(view) }) : c.json(view, 200, { etag: etagOf(view) });
  });

  api.openapi(collections.deleteCollection, async (c) => {
    const { handle: publisher, collection: name } = c.req.valid("param");
    await deleteCollection(ctxOf(c), { publisher, name });
    return c.body(null, 204);
  });

  api.openapi(collections.listCollections, async (c) =>
    c.json(await listCollections(ctxOf(c), c.req.valid("param")), 200),
  );
}

/** Of what a caller is shown, so that it tells nothing of what they are not. */
const etagOf = (view: CollectionView): string =>
  `"${createHash("sha256").update(JSON.stringify(view)).digest("base64url")}"`;
