import { z } from "@hono/zod-openapi";
import { Version } from "../skills/schemas.ts";
import { Approval, Rejection, StagedList } from "./schemas.ts";
import { Handle, SemVer, SkillName } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, newVersionRequest, problems } from "../defining/responses.ts";

const nameVersion = z.object({ name: SkillName, version: SemVer });
const tags = ["staged publishing"];

export const stageSkill = defineRoute({
  operationId: "stageSkill",
  method: "post",
  path: "/staged-versions",
  tags,
  summary: "Publish a version that only its publisher sees until a member approves it",
  access: "account",
  cache: "none",
  bodyLimitBytes: "package",
  request: newVersionRequest,
  responses: {
    200: json(Version, "The same content is there already, as `status` says: nothing changed"),
    201: { ...json(Version, "Received; it is inspected next"), headers: z.object({ Location: z.string() }) },
    ...problems(403, 409, 422),
  },
});

export const listStaged = defineRoute({
  operationId: "listStaged",
  method: "get",
  path: "/staged-versions",
  tags,
  summary: "What waits for approval in one's publishers, newest first; the last 200",
  access: "account",
  cache: "none",
  request: { query: z.object({ publisher: Handle.optional() }) },
  responses: { 200: json(StagedList, "Staged versions"), ...problems(403) },
});

export const approveVersion = defineRoute({
  operationId: "approveVersion",
  method: "post",
  path: "/skills/{name}/{version}/approve",
  tags,
  summary: "Make a staged version live: another member than the one who staged it, or the same with a second factor",
  access: "release",
  cache: { drops: "skill" },
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: Approval } } } },
  responses: { 200: json(Version, "It is live"), ...problems(409) },
});

export const rejectVersion = defineRoute({
  operationId: "rejectVersion",
  method: "post",
  path: "/skills/{name}/{version}/reject",
  tags,
  summary: "Take a staged version away; its number is free again",
  access: "release",
  cache: "none",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: Rejection } } } },
  responses: { 204: { description: "It is gone" }, ...problems(409) },
});
