import { approveVersion, choosePublisher, listStaged, rejectVersion, sayMirrored, stageVersion } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import { streamingBody } from "../defining/responses.ts";
import * as staged from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";
import { readPackage } from "../skills/upload.ts";

/** Versions that wait for somebody's approval. */
export function stagedRoutes(api: Api): void {
  api.openapi(streamingBody(staged.stageSkill), async (c) => {
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
    choosePublisher(ctx, publisher, "stageSkill");
    const mirrored = sayMirrored(ctx, { from, path });
    const bytes = await readPackage(c.req.raw, c.var.bodyLimitBytes);
    const received = await stageVersion(ctx, { bytes, version, defaultVersion, publisher, visibility, mirrored });
    if (!received.created) return c.json(received.version, 200);
    const { name, version: number } = received.version;
    return c.json(received.version, 201, { location: `/api/v1/skills/${name}/${number}` });
  });

  api.openapi(staged.listStaged, async (c) => {
    const { publisher = null } = c.req.valid("query");
    return c.json(await listStaged(ctxOf(c), { publisher }), 200);
  });

  api.openapi(staged.approveVersion, async (c) => {
    const { content_digest: contentDigest } = c.req.valid("json");
    return c.json(await approveVersion(ctxOf(c), { ...c.req.valid("param"), contentDigest }), 200);
  });
  api.openapi(staged.rejectVersion, async (c) => {
    const { reason = null } = c.req.valid("json");
    await rejectVersion(ctxOf(c), { ...c.req.valid("param"), reason });
    return c.body(null, 204);
  });
}
