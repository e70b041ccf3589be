import { z } from "@hono/zod-openapi";
import { FileList, SearchResult, Skill, SkillList, Tombstone, Validation, Version } from "../schemas/skills.ts";
import { Archive, Cursor, Format, Handle, Limit, MinAge, SemVer, SkillName, text, Tier } from "../schemas/values.ts";
import { archiveBytes, json, packageBody, problems } from "./responses.ts";
import { defineRoute } from "./define-route.ts";

const name = z.object({ name: SkillName });
const nameVersion = z.object({ name: SkillName, version: SemVer });
const tag = text(64).min(1).optional();
const permission = z
  .string()
  .max(32)
  .regex(/^[a-z]+:[a-z]+$/)
  .optional()
  .openapi({ example: "network:read" });

export const listSkills = defineRoute({
  operationId: "listSkills",
  method: "get",
  path: "/skills",
  tags: ["catalog"],
  summary: "List skills that have a published version",
  access: "anyone",
  cache: { keeps: "catalog" },
  request: {
    query: z.object({
      limit: Limit,
      cursor: Cursor,
      tier: Tier.optional(),
      format: Format.optional(),
      tag,
      publisher: Handle.optional(),
      permission,
      sort: z.enum(["updated", "name", "downloads", "created"]).default("updated"),
    }),
  },
  responses: { 200: json(SkillList, "A page of the catalog"), 304: { description: "Not modified" }, ...problems() },
});

export const searchSkills = defineRoute({
  operationId: "searchSkills",
  method: "get",
  path: "/search",
  tags: ["catalog"],
  summary: "Search: typo-tolerant, an exact name first",
  access: "anyone",
  cache: { keeps: "catalog" },
  request: {
    query: z.object({
      q: z.string().max(256).default(""),
      tier: Tier.optional(),
      format: Format.optional(),
      tag,
      permission,
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: {
    200: json(
      SearchResult,
      "A page of hits, with the totals of the whole result (with words, at most 1,000 candidates are ranked and " +
        "counted; without, all are counted)",
    ),
    304: { description: "Not modified" },
    ...problems(),
  },
});

export const getSkill = defineRoute({
  operationId: "getSkill",
  method: "get",
  path: "/skills/{name}",
  tags: ["catalog"],
  summary: "A skill: its latest version's fields and all its versions",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: name, query: z.object({ "min-age": MinAge.optional() }) },
  responses: { 200: json(Skill, "The skill"), 304: { description: "Not modified" }, ...problems(404, 410) },
});

export const getVersion = defineRoute({
  operationId: "getVersion",
  method: "get",
  path: "/skills/{name}/{version}",
  tags: ["catalog"],
  summary: "One version",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: nameVersion },
  responses: { 200: json(Version, "The version"), 304: { description: "Not modified" }, ...problems(403, 404, 410) },
});

const as = Format.optional().openapi({
  description:
    "the package rewritten in another format, unsigned; `Conversion-Losses` and `CONVERSION.json` in it say what that cost",
});
const download = {
  method: "get" as const,
  tags: ["packages"],
  responses: { 200: archiveBytes, 304: { description: "Not modified" }, ...problems(403, 404, 409, 410) },
};

export const downloadSkill = defineRoute({
  ...download,
  operationId: "downloadSkill",
  path: "/skills/{name}/download",
  summary: "Download the package: the latest version unless one is named",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: name, query: z.object({ version: SemVer.optional(), archive: Archive.default("zip"), as }) },
});

export const downloadVersion = defineRoute({
  ...download,
  operationId: "downloadVersion",
  path: "/skills/{name}/{version}/download",
  summary: "Download the package of one version",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: nameVersion, query: z.object({ archive: Archive.default("zip"), as }) },
});

export const getBlob = defineRoute({
  operationId: "getBlob",
  method: "get",
  path: "/blobs/sha256/{sha256}",
  tags: ["packages"],
  summary: "A public archive by its digest: immutable, for caches",
  access: "anyone",
  cache: "none",
  request: { params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }) },
  responses: { 200: archiveBytes, ...problems(404) },
});

export const getSums = defineRoute({
  operationId: "getSums",
  method: "get",
  path: "/skills/{name}/{version}/sums",
  tags: ["packages"],
  summary: "SHA256SUMS: the text that publishers sign",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: nameVersion },
  responses: {
    200: { description: "SHA256SUMS", content: { "text/plain": { schema: z.string() } } },
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
});

export const listFiles = defineRoute({
  operationId: "listFiles",
  method: "get",
  path: "/skills/{name}/{version}/files",
  tags: ["packages"],
  summary: "The files of a version",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: nameVersion },
  responses: {
    200: json(FileList, "Paths, digests, sizes"),
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
});

/** A version for a manifest that says none. */
const givenVersion = {
  version: SemVer.optional().openapi({ description: "the version; a manifest that says another is refused" }),
  default_version: SemVer.optional().openapi({
    description: "the version of a manifest that says none; one that says any keeps its own",
  }),
};

export const publishSkill = defineRoute({
  operationId: "publishSkill",
  method: "post",
  path: "/skills",
  tags: ["publish"],
  summary: "Publish a version",
  access: "account",
  cache: { drops: "skill" },
  bodyLimitBytes: "package",
  request: {
    query: z.object({
      ...givenVersion,
      publisher: Handle.optional().openapi({ description: "when the account has several" }),
    }),
    body: packageBody,
  },
  responses: {
    200: json(Version, "The same content was published before: nothing changed"),
    201: { ...json(Version, "Received; it is inspected next"), headers: z.object({ Location: z.string() }) },
    ...problems(403, 409, 422),
  },
});

export const validatePackage = defineRoute({
  operationId: "validatePackage",
  method: "post",
  path: "/validate",
  tags: ["publish"],
  summary: "A dry run of publish: nothing is stored",
  access: "anyone",
  cache: "none",
  bodyLimitBytes: "package",
  request: { query: z.object(givenVersion), body: packageBody },
  responses: { 200: json(Validation, "What was found"), ...problems(422) },
});

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
