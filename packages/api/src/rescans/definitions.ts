import { z } from "@hono/zod-openapi";
import {
  MailChoices,
  NewMailChoices,
  Notice,
  NoticeList,
  Rescan,
  RescanList,
  RescanStatus,
  RescanWithItems,
} from "./schemas.ts";
import { Cursor, Handle, Limit, SkillName, text, Uuid } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const reason = text(2_000).min(3);
const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

export const startRescan = defineRoute({
  operationId: "startRescan",
  method: "post",
  path: "/admin/rescans",
  tags: ["admin"],
  summary: "Scan versions again, in the background",
  access: "admin",
  cache: { drops: "catalog" },
  request: {
    body: jsonBody(
      z.object({
        reason,
        skill: SkillName.optional().openapi({
          description: "only this skill's versions; all of the registry without it",
        }),
        scanners: z
          .array(text(64).min(1))
          .min(1)
          .max(32)
          .optional()
          .openapi({ description: "only these look again; what the others found is carried over" }),
      }),
    ),
  },
  responses: { 201: json(Rescan, "Begun"), ...problems(403, 404, 409) },
});

export const listRescans = defineRoute({
  operationId: "listRescans",
  method: "get",
  path: "/admin/rescans",
  tags: ["admin"],
  summary: "Re-scans with their progress, newest first",
  access: "admin",
  cache: "none",
  request: { query: z.object({ status: RescanStatus.optional(), limit: Limit, cursor: Cursor }) },
  responses: { 200: json(RescanList, "Re-scans"), ...problems(403) },
});

export const getRescan = defineRoute({
  operationId: "getRescan",
  method: "get",
  path: "/admin/rescans/{id}",
  tags: ["admin"],
  summary: "One re-scan, with the versions it changed, holds or failed on",
  access: "admin",
  cache: "none",
  request: { params: z.object({ id: Uuid }) },
  responses: { 200: json(RescanWithItems, "The re-scan"), ...problems(403, 404) },
});

const decision = {
  method: "post" as const,
  tags: ["admin"],
  access: "admin" as const,
  request: { params: z.object({ id: Uuid }), body: jsonBody(z.object({ reason })) },
  responses: { 200: json(Rescan, "Decided"), ...problems(403, 404, 409) },
};

export const resumeRescan = defineRoute({
  ...decision,
  operationId: "resumeRescan",
  path: "/admin/rescans/{id}/resume",
  summary: "Apply what a paused re-scan holds, and go on without asking again",
  cache: { drops: "catalog" },
});

export const cancelRescan = defineRoute({
  ...decision,
  operationId: "cancelRescan",
  path: "/admin/rescans/{id}/cancel",
  summary: "End a re-scan; what it holds is not applied, what was applied stays",
  cache: { drops: "catalog" },
});

export const listNotices = defineRoute({
  operationId: "listNotices",
  method: "get",
  path: "/notices",
  tags: ["account"],
  summary: "What the registry tells your publishers about their versions, newest first",
  access: "account",
  cache: "none",
  request: {
    query: z.object({
      publisher: Handle.optional(),
      unread: z.enum(["true", "false"]).optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(NoticeList, "Notices"), ...problems(403) },
});

export const readNotice = defineRoute({
  operationId: "readNotice",
  method: "post",
  path: "/notices/{id}/read",
  tags: ["account"],
  summary: "Mark a notice as read, for all members of its publisher",
  access: "account",
  cache: "none",
  request: { params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }) },
  responses: { 200: json(Notice, "Read"), ...problems(403, 404) },
});

export const getMailChoices = defineRoute({
  operationId: "getMailChoices",
  method: "get",
  path: "/notices/mail",
  tags: ["account"],
  summary: "Which kinds of notices come by mail, of those that you may choose",
  access: "account",
  cache: "none",
  responses: { 200: json(MailChoices, "Yours"), ...problems(403) },
});

export const setMailChoices = defineRoute({
  operationId: "setMailChoices",
  method: "put",
  path: "/notices/mail",
  tags: ["account"],
  summary: "Say which kinds of notices come by mail; kinds that are not named stay",
  access: "account",
  cache: "none",
  request: { body: jsonBody(NewMailChoices) },
  responses: { 200: json(MailChoices, "Yours, from now on"), ...problems(403) },
});
