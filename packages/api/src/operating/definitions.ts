import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Announcement, Health, NewAnnouncement, Overview, Status, TestedSetting } from "../process/schemas.ts";

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

export const getAnnouncement = defineRoute({
  operationId: "getAnnouncement",
  method: "get",
  path: "/announcement",
  tags: ["trust"],
  summary: "What the registry says on top of every page",
  access: "anyone",
  cache: { keeps: "catalog" },
  responses: { 200: json(Announcement, "The announcement; `text` is null where there is none") },
});

export const setAnnouncement = defineRoute({
  operationId: "setAnnouncement",
  method: "put",
  path: "/admin/announcement",
  tags: ["admin"],
  summary: "Say something on top of every page, in place of what was said before",
  access: "admin",
  cache: { drops: "catalog" },
  request: { body: { required: true, content: { "application/json": { schema: NewAnnouncement } } } },
  responses: { 200: json(Announcement, "What is said from now on"), ...problems(403) },
});

export const clearAnnouncement = defineRoute({
  operationId: "clearAnnouncement",
  method: "delete",
  path: "/admin/announcement",
  tags: ["admin"],
  summary: "Take the announcement away",
  access: "admin",
  cache: { drops: "catalog" },
  responses: { 204: { description: "There is none" }, ...problems(403) },
});
