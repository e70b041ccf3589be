import { z } from "@hono/zod-openapi";
import { HeldList, HoldContest, OwnRescan } from "./schemas.ts";
import { Cursor, Handle, Limit, SemVer, SkillName, text } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

export const listHeld = defineRoute({
  operationId: "listHeld",
  method: "get",
  path: "/admin/held",
  tags: ["admin"],
  summary: "Versions that wait for an admin, held for review or withheld by a scan, longest first",
  access: "admin",
  cache: "none",
  request: {
    query: z.object({
      publisher: Handle.optional(),
      contested: z.enum(["true", "false"]).optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(HeldList, "What waits"), ...problems(403) },
});

const params = z.object({ name: SkillName, version: SemVer });
const reason = {
  required: true,
  content: { "application/json": { schema: z.object({ reason: text(4_000).min(3) }) } },
};

export const contestHold = defineRoute({
  operationId: "contestHold",
  method: "post",
  path: "/skills/{name}/{version}/contest",
  tags: ["trust"],
  summary: "Contest that a version of yours is held for review, or withheld by a scan, once; an admin answers",
  access: "release",
  cache: "none",
  request: { params, body: reason },
  responses: { 201: json(HoldContest, "Filed"), ...problems(403, 404, 409, 410) },
});

export const getContest = defineRoute({
  operationId: "getContest",
  method: "get",
  path: "/skills/{name}/{version}/contest",
  tags: ["trust"],
  summary: "What its publisher said against the hold of a version, and what was answered",
  access: "account",
  cache: "none",
  request: { params },
  responses: { 200: json(HoldContest, "The contest"), ...problems(403, 404, 410) },
});

export const upholdHold = defineRoute({
  operationId: "upholdHold",
  method: "post",
  path: "/admin/skills/{name}/{version}/uphold-hold",
  tags: ["admin"],
  summary: "Answer the contest of a version: it stays held; by an admin who does not belong to its publisher",
  access: "admin",
  cache: "none",
  request: { params, body: reason },
  responses: { 200: json(HoldContest, "Answered"), ...problems(403, 404, 409, 410) },
});

export const rescanVersion = defineRoute({
  operationId: "rescanVersion",
  method: "post",
  path: "/skills/{name}/{version}/rescan",
  tags: ["trust"],
  summary: "Have a version of yours scanned again, once a day",
  description: "A publisher has 20 a day at most. 429 says when it is possible again.",
  access: "release",
  cache: "none",
  request: { params },
  responses: { 202: json(OwnRescan, "Begun; notices tell what came of it"), ...problems(403, 404, 409, 410) },
});
