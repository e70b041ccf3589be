import { ensureMay, RegistryError } from "@gaia/catalog";
import { shapeOf } from "@gaia/edge";
import { ensureRoomForBatch, getBatch, listBatches, openBatch, publishBatch } from "@gaia/registry";
import { type Api, ctxOf } from "../asking/env.ts";
import { streamingBody } from "../defining/responses.ts";
import { readPackageForm } from "../skills/upload.ts";
import * as batches from "./definitions.ts";
import { BatchFields, batchForm } from "./schemas.ts";

const FORM = shapeOf(batchForm);

/** Archives of many skills: a dry run, and what came of it. */
export function batchRoutes(api: Api): void {
  api.openapi(streamingBody(batches.openBatch), async (c) => {
    const ctx = ctxOf(c);
    // Before a byte of the body is read.
    const { accountId } = ensureMay(ctx, "openBatch");
    await ensureRoomForBatch(ctx, accountId);
    const { bytes, fields } = await readPackageForm(c.req.raw, c.var.bodyLimitBytes, FORM);
    const said = { ...c.req.valid("query"), ...saidIn(fields) };
    const { default_version: defaultVersion = null, publisher = null, visibility = null, staged = "false" } = said;
    const input = { defaultVersion, publisher, visibility, isStaged: staged === "true" };
    return c.json(await openBatch(ctx, { ...input, bytes }), 201);
  });

  api.openapi(batches.listBatches, async (c) => c.json(await listBatches(ctxOf(c)), 200));
  api.openapi(batches.getBatch, async (c) => c.json(await getBatch(ctxOf(c), c.req.valid("param")), 200));
  api.openapi(batches.publishBatch, async (c) => c.json(await publishBatch(ctxOf(c), c.req.valid("param")), 202));
}

/** What the fields of a form say; one that was left empty says nothing. */
function saidIn(fields: Readonly<Record<string, string>>) {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  const read = BatchFields.safeParse(filled);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RegistryError(
    "invalid_request",
    `${issue?.path.join(".") ?? "The form"}: ${issue?.message ?? "malformed"}`,
  );
}
