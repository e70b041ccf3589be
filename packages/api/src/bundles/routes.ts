import { ensureMay } from "@gaia/catalog";
import { readPackageBody } from "@gaia/edge";
import { exportBundle, importRelease } from "@gaia/registry";
import { streamingBody } from "../defining/responses.ts";
import { type Api, ctxOf } from "../asking/env.ts";
import * as bundles from "./definitions.ts";

/** Skills that go where no network is. */
export function bundleRoutes(api: Api): void {
  api.openapi(bundles.exportBundle, async (c) => {
    const { skills, collection, everything } = c.req.valid("json");
    const { index, sizeBytes, pieces } = await exportBundle(ctxOf(c), {
      skills: skills.map(({ name, version }) => ({ name, version: version ?? null })),
      collection: collection ?? null,
      everything,
    });
    c.set("isStreamed", true);
    return c.body(ReadableStream.from(pieces) as ReadableStream<Uint8Array>, 200, {
      "content-type": "application/x-tar",
      "content-length": String(sizeBytes),
      "content-disposition": `attachment; filename="skills-${index.created_at.slice(0, 10)}.tar"`,
      "x-content-type-options": "nosniff",
    });
  });

  api.openapi(streamingBody(bundles.importRelease), async (c) => {
    const ctx = ctxOf(c);
    const { key, publisher = null, visibility = null } = c.req.valid("query");
    const release = c.req.valid("param");
    // Before a byte of the body is read.
    ensureMay(ctx, "importRelease");
    const bytes = await readPackageBody(c.req.raw, c.var.bodyLimitBytes);
    const taken = await importRelease(ctx, { bytes, ...release, key: toPem(key), publisher, visibility });
    c.set("subjects", [`skill:${release.name}`]);
    const newer = taken.newerBundle?.toISOString() ?? null;
    return c.json({ ...taken.version, newer_bundle: newer }, taken.created ? 201 : 200);
  });
}

const toPem = (key: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${Buffer.from(key, "base64url").toString("base64")}\n-----END PUBLIC KEY-----\n`;
