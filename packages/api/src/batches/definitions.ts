import { BATCH_BYTES } from "@gaia/registry";
import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, packageBody, problems } from "../defining/responses.ts";
import { Uuid } from "../defining/values.ts";
import { asked, Batch, batchForm, BatchList } from "./schemas.ts";

const params = z.object({ id: Uuid });

export const openBatch = defineRoute({
  operationId: "openBatch",
  method: "post",
  path: "/batches",
  tags: ["publish"],
  summary: "Send one archive of many skills for a dry run",
  description:
    "Up to 200 skills in 100 MiB, packed and unpacked, found as `gaia-skill publish FOLDER` finds them; each has to fit the limits of a " +
    "package. The answer comes before they are looked at: `getBatch` says how far that is. Nothing is published before `publishBatch`.",
  access: "account",
  cache: "none",
  bodyLimitBytes: BATCH_BYTES,
  // Each holds its body, and what is unpacked of it.
  atOnce: { perCaller: 1, all: 2 },
  cost: 10,
  request: {
    query: z.object(asked),
    body: { ...packageBody, content: { ...packageBody.content, "multipart/form-data": { schema: batchForm } } },
  },
  responses: { 201: json(Batch, "Taken apart; its skills are looked at next"), ...problems(403, 422) },
});

export const listBatches = defineRoute({
  operationId: "listBatches",
  method: "get",
  path: "/batches",
  tags: ["publish"],
  summary: "Your archives of many skills of the last days, newest first",
  access: "account",
  cache: "none",
  request: {},
  responses: { 200: json(BatchList, "The archives, without their skills"), ...problems(403) },
});

export const getBatch = defineRoute({
  operationId: "getBatch",
  method: "get",
  path: "/batches/{id}",
  tags: ["publish"],
  summary: "One of your archives of many skills: what each would come to, or came to",
  access: "account",
  cache: "none",
  request: { params },
  responses: { 200: json(Batch, "The archive and its skills"), ...problems(403) },
});

export const publishBatch = defineRoute({
  operationId: "publishBatch",
  method: "post",
  path: "/batches/{id}/publish",
  tags: ["publish"],
  summary: "Publish what the dry run found to be new, each skill by itself, in the background",
  description: "Asked again, it changes nothing; of an archive that failed on the way it goes on with what is left.",
  access: "account",
  cache: "none",
  request: { params },
  responses: { 202: json(Batch, "Begun"), ...problems(403, 409) },
});
