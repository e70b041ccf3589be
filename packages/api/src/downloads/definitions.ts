import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Cursor, Limit, SemVer, SkillName, text } from "../defining/values.ts";
import { DownloaderList, NotifiedDownloaders } from "./schemas.ts";

const params = z.object({ name: SkillName, version: SemVer });

export const listDownloaders = defineRoute({
  operationId: "listDownloaders",
  method: "get",
  path: "/admin/skills/{name}/{version}/downloaders",
  tags: ["admin"],
  summary: "Accounts that downloaded a version while they were signed in, the first one first",
  access: "admin",
  cache: "none",
  request: { params, query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(DownloaderList, "Who has it"), ...problems(403, 404, 410) },
});

export const notifyDownloaders = defineRoute({
  operationId: "notifyDownloaders",
  method: "post",
  path: "/admin/skills/{name}/{version}/downloaders/notify",
  tags: ["admin"],
  summary: "Notify those that downloaded a version which was quarantined, yanked or demoted, once each",
  access: "admin",
  cache: "none",
  request: {
    params,
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ reason: text(2_000).min(3) }) } },
    },
  },
  responses: { 200: json(NotifiedDownloaders, "Notified"), ...problems(403, 404, 409, 410) },
});
