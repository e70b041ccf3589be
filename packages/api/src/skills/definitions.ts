import { z } from "@hono/zod-openapi";
import {
  FileList,
  Resolution,
  ResolveRequest,
  SearchResult,
  Skill,
  SkillList,
  Validation,
  Version,
} from "./schemas.ts";
import { Archive, Cursor, Format, Handle, Limit, MinAge, SemVer, SkillName, text, Tier } from "../defining/values.ts";
import {
  archiveBytes,
  archiveRange,
  givenVersion,
  json,
  newVersionRequest,
  packageBody,
  problems,
} from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const name = z.object({ name: SkillName });
const nameVersion = z.object({ name: SkillName, version: SemVer });
const tag = text(64).min(1).optional();
const permission = z
  .string()
  .max(32)
  .regex(/^[a-z]+:[a-z]+$/, "must be a permission without its scope, as network:read")
  .optional()
  .openapi({ example: "network:read" });

const held = z
  .enum(["true", "false"])
  .optional()
  .openapi({
    param: {
      description:
        "also skills of which every live version is held for review (REVIEW, not cleared); without it a search finds such a one by " +
        "its exact name alone",
    },
  });

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
      held,
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
      held,
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
  responses: {
    200: archiveBytes,
    206: archiveRange,
    304: { description: "Not modified" },
    ...problems(403, 404, 409, 410),
  },
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
  responses: { 200: archiveBytes, 206: archiveRange, ...problems(404) },
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

export const publishSkill = defineRoute({
  operationId: "publishSkill",
  method: "post",
  path: "/skills",
  tags: ["publish"],
  summary: "Publish a version",
  access: "account",
  cache: { drops: "skill" },
  bodyLimitBytes: "package",
  request: newVersionRequest,
  responses: {
    200: json(Version, "The same content was published before: nothing changed"),
    201: { ...json(Version, "Received; it is inspected next"), headers: z.object({ Location: z.string() }) },
    ...problems(403, 409, 422),
  },
});

export const resolveSkills = defineRoute({
  operationId: "resolveSkills",
  method: "post",
  path: "/resolve",
  tags: ["catalog"],
  summary: "Which versions to install for some skills, and in which order",
  description:
    "The highest version of each skill that satisfies everything, each after what it needs. Where nothing fits the answer is " +
    "409 `unresolvable`, and `detail` says who asked for what. What is not `required` is left out where it does not fit.",
  access: "anyone",
  cache: "none",
  bodyLimitBytes: 65_536,
  counts: "reading",
  // As much as its answer takes to be made.
  cost: 20,
  request: { body: { required: true, content: { "application/json": { schema: ResolveRequest } } } },
  responses: { 200: json(Resolution, "In install order"), ...problems(409) },
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
  counts: "reading",
  // Anybody may ask, and a large package keeps a core busy for most of a second (docs/operations.md, Limits).
  cost: 80,
  request: { query: z.object(givenVersion), body: packageBody },
  responses: { 200: json(Validation, "What was found"), ...problems(422) },
});
