import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Cursor, Limit, Uuid } from "../defining/values.ts";
import { Mirror, MirrorList, MirrorOutcome, MirrorWithItems, NewMirror } from "./schemas.ts";

const params = z.object({ id: Uuid });

export const createMirror = defineRoute({
  operationId: "createMirror",
  method: "post",
  path: "/admin/mirrors",
  tags: ["admin"],
  summary: "Take the skills of another registry into this one, in the background",
  description:
    "The address may be an Agent Hub, a ClawHub, an index of Agent Skills discovery or a git repository. Each version goes through the " +
    "intake and the scan of any publish, and is experimental.",
  access: "admin",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: NewMirror } } } },
  responses: { 201: json(Mirror, "Begun"), ...problems(403, 409) },
});

export const listMirrors = defineRoute({
  operationId: "listMirrors",
  method: "get",
  path: "/admin/mirrors",
  tags: ["admin"],
  summary: "Mirrors with their progress, newest first",
  access: "admin",
  cache: "none",
  request: { query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(MirrorList, "Mirrors"), ...problems(403) },
});

export const getMirror = defineRoute({
  operationId: "getMirror",
  method: "get",
  path: "/admin/mirrors/{id}",
  tags: ["admin"],
  summary: "One mirror, with the versions that its upstream listed and what came of each",
  access: "admin",
  cache: "none",
  request: { params, query: z.object({ outcome: MirrorOutcome.optional(), limit: Limit, cursor: Cursor }) },
  responses: { 200: json(MirrorWithItems, "The mirror"), ...problems(403, 404) },
});

export const runMirror = defineRoute({
  operationId: "runMirror",
  method: "post",
  path: "/admin/mirrors/{id}/run",
  tags: ["admin"],
  summary: "List the upstream again, take what is new, and try again what was refused or left out",
  access: "admin",
  cache: "none",
  request: { params },
  responses: { 200: json(Mirror, "Begun"), ...problems(403, 404, 409) },
});

export const stopMirror = defineRoute({
  operationId: "stopMirror",
  method: "post",
  path: "/admin/mirrors/{id}/stop",
  tags: ["admin"],
  summary: "Stop a mirror; what it took stays",
  access: "admin",
  cache: "none",
  request: { params },
  responses: { 200: json(Mirror, "Stopped"), ...problems(403, 404, 409) },
});
