import { APPEAL_STATUSES, REPORT_EFFECTS, REPORT_STATUSES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { AppealFiled, NewReport, OwnReport, OwnReportList, Report, ReportList } from "./schemas.ts";
import { Cursor, Limit, SemVer, SkillName, text, Uuid } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

const id = z.object({ id: Uuid });
const reason = z.object({ reason: text(2_000).min(3) });
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

export const reportSkill = defineRoute({
  operationId: "reportSkill",
  method: "post",
  path: "/skills/{name}/reports",
  tags: ["community"],
  summary: "Report a skill or a version of it to the admins",
  description:
    "Opens a case. By itself that does nothing to the skill, however many report it. An account opens 20 a day at most.",
  access: "account",
  cache: "none",
  request: { params: z.object({ name: SkillName }), body: body(NewReport) },
  responses: {
    200: json(OwnReport, "Your case about the same is open already"),
    201: json(OwnReport, "The case"),
    ...problems(403, 404, 410),
  },
});

export const listOwnReports = defineRoute({
  operationId: "listOwnReports",
  method: "get",
  path: "/reports",
  tags: ["community"],
  summary: "The cases that your account opened, newest first",
  access: "account",
  cache: "none",
  request: { query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(OwnReportList, "Cases"), ...problems(403) },
});

export const appealReport = defineRoute({
  operationId: "appealReport",
  method: "post",
  path: "/reports/{id}/appeal",
  tags: ["community"],
  summary: "Appeal against an upheld report of your skill, once; another admin decides",
  access: "account",
  cache: "none",
  request: { params: id, body: body(z.object({ text: text(4_000).min(3) })) },
  responses: { 201: json(AppealFiled, "Filed"), ...problems(403, 404, 409) },
});

export const listReports = defineRoute({
  operationId: "listReports",
  method: "get",
  path: "/admin/reports",
  tags: ["admin"],
  summary: "Cases, oldest first",
  access: "admin",
  cache: "none",
  request: {
    query: z.object({
      status: z.enum(REPORT_STATUSES).optional(),
      skill: SkillName.optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(ReportList, "Cases"), ...problems(403) },
});

export const getReport = defineRoute({
  operationId: "getReport",
  method: "get",
  path: "/admin/reports/{id}",
  tags: ["admin"],
  summary: "A case",
  access: "admin",
  cache: "none",
  request: { params: id },
  responses: { 200: json(Report, "The case"), ...problems(403, 404) },
});

const decision = {
  method: "post" as const,
  tags: ["admin"],
  access: "admin" as const,
  cache: { drops: "catalog" as const },
  responses: { 200: json(Report, "The case as it is now"), ...problems(403, 404, 409) },
};

export const upholdReport = defineRoute({
  ...decision,
  operationId: "upholdReport",
  path: "/admin/reports/{id}/uphold",
  summary: "Decide that a report is right: the version loses its tier, or is withheld",
  request: {
    params: id,
    body: body(
      reason.extend({
        effect: z.enum(REPORT_EFFECTS),
        version: SemVer.optional().openapi({ description: "the reported one, or the newest, unless given" }),
      }),
    ),
  },
});

export const dismissReport = defineRoute({
  ...decision,
  operationId: "dismissReport",
  path: "/admin/reports/{id}/dismiss",
  summary: "Decide that nothing follows from a report",
  request: { params: id, body: body(reason) },
});

export const listAppeals = defineRoute({
  operationId: "listAppeals",
  method: "get",
  path: "/admin/appeals",
  tags: ["admin"],
  summary: "Cases with an appeal, oldest appeal first",
  access: "admin",
  cache: "none",
  request: { query: z.object({ status: z.enum(APPEAL_STATUSES).optional(), limit: Limit, cursor: Cursor }) },
  responses: { 200: json(ReportList, "Cases"), ...problems(403) },
});

export const grantAppeal = defineRoute({
  ...decision,
  operationId: "grantAppeal",
  path: "/admin/appeals/{id}/grant",
  summary: "Grant the appeal in a case: what upholding it did is undone; by another admin",
  request: { params: id, body: body(reason) },
});

export const rejectAppeal = defineRoute({
  ...decision,
  operationId: "rejectAppeal",
  path: "/admin/appeals/{id}/reject",
  summary: "Reject the appeal in a case; by another admin",
  request: { params: id, body: body(reason) },
});
