import { LOWER_TIERS } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Tombstone, Version } from "./schemas.ts";
import { SemVer, SkillName, text } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const nameVersion = z.object({ name: SkillName, version: SemVer });
const reason = z.object({ reason: text(2_000).min(3) });
const changeOfState = {
  method: "post" as const,
  tags: ["publish"],
  access: "release" as const,
  responses: { 200: json(Version, "The version as it is now"), ...problems(403, 404, 409, 410) },
};

export const yankVersion = defineRoute({
  ...changeOfState,
  operationId: "yankVersion",
  path: "/skills/{name}/{version}/yank",
  summary: "Take a version out of lists and plain installs; pins keep working",
  cache: { drops: "skill" },
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const unyankVersion = defineRoute({
  ...changeOfState,
  operationId: "unyankVersion",
  path: "/skills/{name}/{version}/unyank",
  summary: "Undo a yank",
  cache: { drops: "skill" },
  request: { params: nameVersion },
});

export const unyankAnyVersion = defineRoute({
  ...changeOfState,
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "unyankAnyVersion",
  path: "/admin/skills/{name}/{version}/unyank",
  summary: "Undo anybody's yank",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const deprecateVersion = defineRoute({
  ...changeOfState,
  operationId: "deprecateVersion",
  path: "/skills/{name}/{version}/deprecate",
  summary: "Say that a version should be used no more, and what to use instead; it stays served",
  cache: { drops: "skill" },
  request: {
    params: nameVersion,
    body: {
      required: true,
      content: {
        "application/json": { schema: z.object({ message: text(500).min(3), replacement: SkillName.optional() }) },
      },
    },
  },
});

export const undeprecateVersion = defineRoute({
  ...changeOfState,
  operationId: "undeprecateVersion",
  path: "/skills/{name}/{version}/undeprecate",
  summary: "Take a deprecation back",
  cache: { drops: "skill" },
  request: { params: nameVersion },
});

export const purgeVersion = defineRoute({
  ...changeOfState,
  cache: { drops: "skill" },
  responses: { 200: json(Tombstone, "What is left"), ...problems(403, 404, 409, 410) },
  operationId: "purgeVersion",
  path: "/skills/{name}/{version}/purge",
  summary: "Take a version away for good; a tombstone stays",
  description:
    "Within 72 hours after it arrived, or at any age when the scan found a secret in it. Its bytes and all that was read from them go; " +
    "name, number, digests, statements and reason stay, and nothing is published under the number again.",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const purgeAnyVersion = defineRoute({
  ...changeOfState,
  responses: { 200: json(Tombstone, "What is left"), ...problems(403, 404, 409, 410) },
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "purgeAnyVersion",
  path: "/admin/skills/{name}/{version}/purge",
  summary: "Take any version away for good; a tombstone stays",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const quarantineVersion = defineRoute({
  ...changeOfState,
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "quarantineVersion",
  path: "/admin/skills/{name}/{version}/quarantine",
  summary: "Withhold a version from everybody",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const releaseVersion = defineRoute({
  ...changeOfState,
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "releaseVersion",
  path: "/admin/skills/{name}/{version}/release",
  summary: "Return a quarantined version to the state it had",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const demoteVersion = defineRoute({
  ...changeOfState,
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "demoteVersion",
  path: "/admin/skills/{name}/{version}/demote",
  summary: "Take its tier away; it stays served, and rises no more until that is undone",
  request: {
    params: nameVersion,
    body: {
      required: true,
      content: { "application/json": { schema: reason.extend({ tier: z.enum(LOWER_TIERS) }) } },
    },
  },
});

export const undoDemotion = defineRoute({
  ...changeOfState,
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "undoDemotion",
  path: "/admin/skills/{name}/{version}/undo-demotion",
  summary: "Undo a demotion: it has its tier back, verified if it was that by the inspection that counts",
  request: { params: nameVersion, body: { required: true, content: { "application/json": { schema: reason } } } },
});

export const clearVersion = defineRoute({
  ...changeOfState,
  tags: ["admin"],
  access: "admin",
  cache: { drops: "catalog" },
  operationId: "clearVersion",
  path: "/admin/skills/{name}/{version}/clear",
  summary: "Clear a REVIEW verdict of the named inspection",
  request: {
    params: nameVersion,
    body: {
      required: true,
      content: { "application/json": { schema: reason.extend({ inspection_id: z.string().uuid() }) } },
    },
  },
});
