import {
  choosePublisher,
  clearInspection,
  deprecateVersion,
  publishVersion,
  purgeAnyVersion,
  demoteVersion,
  purgeVersion,
  quarantineVersion,
  releaseVersion,
  sayMirrored,
  undeprecateVersion,
  undoDemotion,
  unyankAnyVersion,
  unyankVersion,
  validateUpload,
  yankVersion,
} from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import { streamingBody } from "../defining/responses.ts";
import * as changes from "./change-definitions.ts";
import * as skills from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";
import { readPackage } from "./upload.ts";

/** Everything that changes a version's state. */
export function publishRoutes(api: Api): void {
  api.openapi(streamingBody(skills.publishSkill), async (c) => {
    const ctx = ctxOf(c);
    const {
      version = null,
      default_version: defaultVersion = null,
      publisher = null,
      visibility = null,
      mirrored_from: from,
      mirrored_path: path,
    } = c.req.valid("query");
    // Before a byte of the body is read.
    choosePublisher(ctx, publisher);
    const mirrored = sayMirrored(ctx, { from, path });
    const bytes = await readPackage(c.req.raw, c.var.bodyLimitBytes);
    const published = await publishVersion(ctx, { bytes, version, defaultVersion, publisher, visibility, mirrored });
    if (!published.created) return c.json(published.version, 200);
    const { name, version: number } = published.version;
    c.set("subjects", [`skill:${name}`]);
    return c.json(published.version, 201, { location: `/api/v1/skills/${name}/${number}` });
  });

  api.openapi(streamingBody(skills.validatePackage), async (c) => {
    const ctx = ctxOf(c);
    const { version = null, default_version: defaultVersion = null } = c.req.valid("query");
    const bytes = await readPackage(c.req.raw, c.var.bodyLimitBytes);
    return c.json(await validateUpload(ctx, { bytes, version, defaultVersion }), 200);
  });

  api.openapi(changes.yankVersion, async (c) => {
    return c.json(await yankVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.unyankVersion, async (c) => c.json(await unyankVersion(ctxOf(c), c.req.valid("param")), 200));
  api.openapi(changes.unyankAnyVersion, async (c) => {
    return c.json(await unyankAnyVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.deprecateVersion, async (c) => {
    const { message, replacement = null } = c.req.valid("json");
    return c.json(await deprecateVersion(ctxOf(c), { ...c.req.valid("param"), message, replacement }), 200);
  });
  api.openapi(changes.undeprecateVersion, async (c) => {
    return c.json(await undeprecateVersion(ctxOf(c), c.req.valid("param")), 200);
  });
  api.openapi(changes.purgeVersion, async (c) => {
    return c.json(await purgeVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.purgeAnyVersion, async (c) => {
    return c.json(await purgeAnyVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.quarantineVersion, async (c) => {
    return c.json(await quarantineVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.releaseVersion, async (c) => {
    return c.json(await releaseVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.demoteVersion, async (c) => {
    return c.json(await demoteVersion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.undoDemotion, async (c) => {
    return c.json(await undoDemotion(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
  api.openapi(changes.clearVersion, async (c) => {
    const { inspection_id: inspectionId, reason } = c.req.valid("json");
    return c.json(await clearInspection(ctxOf(c), { ...c.req.valid("param"), inspectionId, reason }), 200);
  });
}
