import { z } from "@hono/zod-openapi";
import { AuditList, auditTimes, exported } from "./schemas.ts";
import { Cursor, Handle, Limit, SkillName, text } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { problems } from "../defining/responses.ts";

const file = z.string().openapi({ type: "string", format: "binary" });
const entries = {
  description:
    "Entries, newest first. With `export` all of them, streamed: a row each after the names of the columns, where what a " +
    "spreadsheet would take for a formula begins with an apostrophe; or an object a line",
  content: {
    "application/json": { schema: AuditList },
    "text/csv": { schema: file },
    "application/x-ndjson": { schema: file },
  },
};
const page = { limit: Limit, cursor: Cursor };

export const listAudit = defineRoute({
  operationId: "listAudit",
  method: "get",
  path: "/admin/audit",
  tags: ["admin"],
  summary: "The audit log, newest first",
  access: "admin",
  cache: "none",
  request: {
    query: z.object({
      ...page,
      ...auditTimes,
      ...exported,
      target: text(256).optional().openapi({ description: "`skill:web-search@1.0.0`; without `skill:` the same" }),
      actor: text(256).optional().openapi({ description: "who did it" }),
      skill: SkillName.optional().openapi({ description: "what was done to it and to its versions" }),
      account: Handle.optional().openapi({ description: "what was done by it and to it" }),
      publisher: Handle.optional().openapi({ description: "what was done to it and to the skills it has" }),
      request_id: text(128).optional(),
    }),
  },
  responses: { 200: entries, ...problems(403) },
});

export const listSkillAudit = defineRoute({
  operationId: "listSkillAudit",
  method: "get",
  path: "/skills/{name}/audit",
  tags: ["publishers"],
  summary: "Who did what to a skill and its versions, newest first: for its publisher's owners and admins",
  access: "account",
  cache: "none",
  request: {
    params: z.object({ name: SkillName }),
    query: z.object({ ...page, ...auditTimes, ...exported, actor: text(256).optional() }),
  },
  responses: { 200: entries, ...problems(403, 404) },
});

export const listOwnAudit = defineRoute({
  operationId: "listOwnAudit",
  method: "get",
  path: "/account/audit",
  tags: ["account"],
  summary:
    "What was done by your account and to it, newest first: sign-ins, tokens, second factor, organisations, deeds",
  access: "account",
  cache: "none",
  request: { query: z.object({ ...page, ...auditTimes, ...exported, skill: SkillName.optional() }) },
  responses: { 200: entries, ...problems(403) },
});
