import { isStorable } from "@gaia/edge";
import { z } from "@hono/zod-openapi";
import { Comparison } from "./comparison-schema.ts";
import { FileList, Resolution, ResolveRequest, Skill, Validation, Version } from "./schemas.ts";
import { Archive, Format, MinAge, SemVer, SkillName } from "../defining/values.ts";
import {
  archiveBytes,
  archiveRange,
  fileBytes,
  givenVersion,
  json,
  newVersionRequest,
  packageBody,
  problems,
} from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const name = z.object({ name: SkillName });
const nameVersion = z.object({ name: SkillName, version: SemVer });
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

export const compareVersions = defineRoute({
  operationId: "compareVersions",
  method: "get",
  path: "/skills/{name}/compare",
  tags: ["catalog"],
  summary: "What one version of a skill asks for, offers and tells an agent to do beyond another",
  description:
    "`newly_told`: programs, hosts, files, standing orders and waived approvals that the version `to` names and `from` does not, each " +
    "with its line; the same in other words is left out. It is found by reading, and is no promise that nothing else is meant.",
  access: "anyone",
  // Two packages may have to be read, in one thread for all.
  atOnce: { perCaller: 2, all: 8 },
  cache: { keeps: "skill" },
  request: { params: name, query: z.object({ from: SemVer, to: SemVer }) },
  responses: {
    200: json(Comparison, "The difference"),
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
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

export const getFile = defineRoute({
  operationId: "getFile",
  method: "get",
  path: "/skills/{name}/{version}/files/{path}",
  tags: ["packages"],
  summary: "One file of a version, as an attachment",
  description:
    "The bytes of the file that the list of files has under exactly this path; slashes in it stand as they are, or as `%2F`. " +
    "`Repr-Digest` and `ETag` carry its SHA-256. It is never sent as HTML, SVG or a script, and counts as no download.",
  access: "anyone",
  cache: { keeps: "skill" },
  takesRest: true,
  // As long as a path may be that any archive has.
  request: { params: nameVersion.extend({ path: z.string().min(1).max(4096).refine(isStorable) }) },
  responses: {
    200: fileBytes,
    206: { ...fileBytes, description: "The range of it that was asked for." },
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
