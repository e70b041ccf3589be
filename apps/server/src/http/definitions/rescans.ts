import { createRoute, z } from "@hono/zod-openapi";
import { Notice, NoticeList, Rescan, RescanList, RescanStatus, RescanWithItems } from "../schemas/rescans.ts";
import { Cursor, Handle, Limit, SkillName, text, Uuid } from "../schemas/values.ts";
import { bearer, json, problems } from "./responses.ts";

const reason = text(2_000).min(3);
const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

export const startRescan = createRoute({
  operationId: "startRescan",
  method: "post",
  path: "/admin/rescans",
  tags: ["admin"],
  summary: "Scan versions again, in the background",
  security: bearer,
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
  responses: { 201: json(Rescan, "Begun"), ...problems(400, 401, 403, 404, 409) },
});

export const listRescans = createRoute({
  operationId: "listRescans",
  method: "get",
  path: "/admin/rescans",
  tags: ["admin"],
  summary: "Re-scans with their progress, newest first",
  security: bearer,
  request: { query: z.object({ status: RescanStatus.optional(), limit: Limit, cursor: Cursor }) },
  responses: { 200: json(RescanList, "Re-scans"), ...problems(400, 401, 403) },
});

export const getRescan = createRoute({
  operationId: "getRescan",
  method: "get",
  path: "/admin/rescans/{id}",
  tags: ["admin"],
  summary: "One re-scan, with the versions it changed, holds or failed on",
  security: bearer,
  request: { params: z.object({ id: Uuid }) },
  responses: { 200: json(RescanWithItems, "The re-scan"), ...problems(401, 403, 404) },
});

const decision = {
  method: "post" as const,
  tags: ["admin"],
  security: bearer,
  request: { params: z.object({ id: Uuid }), body: jsonBody(z.object({ reason })) },
  responses: { 200: json(Rescan, "Decided"), ...problems(400, 401, 403, 404, 409) },
};

export const resumeRescan = createRoute({
  ...decision,
  operationId: "resumeRescan",
  path: "/admin/rescans/{id}/resume",
  summary: "Apply what a paused re-scan holds, and go on without asking again",
});

export const cancelRescan = createRoute({
  ...decision,
  operationId: "cancelRescan",
  path: "/admin/rescans/{id}/cancel",
  summary: "End a re-scan; what it holds is not applied, what was applied stays",
});

export const listNotices = createRoute({
  operationId: "listNotices",
  method: "get",
  path: "/notices",
  tags: ["account"],
  summary: "What the registry tells your publishers about their versions, newest first",
  security: bearer,
  request: {
    query: z.object({
      publisher: Handle.optional(),
      unread: z.enum(["true", "false"]).optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(NoticeList, "Notices"), ...problems(400, 401, 403) },
});

export const readNotice = createRoute({
  operationId: "readNotice",
  method: "post",
  path: "/notices/{id}/read",
  tags: ["account"],
  summary: "Mark a notice as read, for all members of its publisher",
  security: bearer,
  request: { params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }) },
  responses: { 200: json(Notice, "Read"), ...problems(401, 404) },
});
