import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Health, Overview, Status, TestedSetting } from "../process/schemas.ts";

export const getOverview = defineRoute({
  operationId: "getOverview",
  method: "get",
  path: "/admin/overview",
  tags: ["admin"],
  summary: "What waits for an admin, what was begun, and the settings in force",
  access: "admin",
  cache: "none",
  responses: { 200: json(Overview, "The overview"), ...problems(403) },
});

export const getHealth = defineRoute({
  operationId: "getHealth",
  method: "get",
  path: "/admin/health",
  tags: ["admin"],
  summary: "How the registry stands: its doors, advisories, queue, log and witnesses",
  access: "admin",
  cache: "none",
  responses: { 200: json(Health, "How it stands"), ...problems(403) },
});

export const testSetting = defineRoute({
  operationId: "testSetting",
  method: "post",
  path: "/admin/settings/test",
  tags: ["admin"],
  summary: "Try whether mail goes out (to your own address), or whether the company's sign-in is found",
  access: "admin",
  cache: "none",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ setting: z.enum(["mail", "sign-in"]) }) } },
    },
  },
  responses: { 200: json(TestedSetting, "What came of it"), ...problems(403, 404, 409) },
});

export const getStatus = defineRoute({
  operationId: "getStatus",
  method: "get",
  path: "/status",
  tags: ["trust"],
  summary: "How long verdicts and decisions take, what waits, and how the log stands",
  access: "anyone",
  // It is counted once a minute in each process, whoever asks.
  cache: "none",
  responses: { 200: json(Status, "The status") },
});
