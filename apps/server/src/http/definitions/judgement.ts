import { z } from "@hono/zod-openapi";
import {
  AttestationList,
  AuditList,
  Promotion,
  PromotionList,
  RegistryKeys,
  RevocationsAnswer,
  ScanReport,
  SignatureList,
} from "../schemas/judgement.ts";
import { Version } from "../schemas/skills.ts";
import { Cursor, Limit, SemVer, SkillName, text, Uuid } from "../schemas/values.ts";
import { json, problems } from "./responses.ts";
import { defineRoute } from "./define-route.ts";

const nameVersion = z.object({ name: SkillName, version: SemVer });

export const getScan = defineRoute({
  operationId: "getScan",
  method: "get",
  path: "/skills/{name}/{version}/scan",
  tags: ["trust"],
  summary: "The report of the inspection that counts",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: nameVersion },
  responses: {
    200: {
      description: "The report. With `Accept: application/sarif+json` it is a SARIF 2.1.0 log of that media type",
      content: {
        "application/json": { schema: ScanReport },
        "application/sarif+json": { schema: z.object({ version: z.literal("2.1.0") }).loose() },
      },
    },
    304: { description: "Not modified" },
    ...problems(404, 410),
  },
});

export const listSignatures = defineRoute({
  operationId: "listSignatures",
  method: "get",
  path: "/skills/{name}/{version}/signatures",
  tags: ["trust"],
  summary: "Signatures over SHA256SUMS, with the keys they verified against",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: nameVersion },
  responses: {
    200: json(SignatureList, "Signatures"),
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
});

export const addSignature = defineRoute({
  operationId: "addSignature",
  method: "post",
  path: "/skills/{name}/{version}/signatures",
  tags: ["trust"],
  summary: "Add the publisher's detached signature over SHA256SUMS",
  access: "release",
  cache: { drops: "skill" },
  bodyLimitBytes: 64 * 1024,
  request: {
    params: nameVersion,
    body: { required: true, content: { "application/pgp-signature": { schema: z.string().max(65_536) } } },
  },
  responses: {
    200: json(Version, "The same signature was added before"),
    201: json(Version, "It verified; the version may have risen to community"),
    ...problems(403, 404, 409, 410, 422),
  },
});

export const listAttestations = defineRoute({
  operationId: "listAttestations",
  method: "get",
  path: "/skills/{name}/{version}/attestations",
  tags: ["trust"],
  summary: "What the registry signed about a version",
  access: "anyone",
  cache: { keeps: "skill" },
  description:
    "Statements stay readable for versions that are withheld or purged: they say what became of them, and hold no content.",
  request: { params: nameVersion },
  responses: {
    200: json(AttestationList, "DSSE envelopes"),
    304: { description: "Not modified" },
    ...problems(404),
  },
});

const proofResponse = {
  description: "A `.tlog-proof` (C2SP tlog-proof) whose extra data is the leaf's text",
  content: { "text/plain": { schema: z.string() } },
};

export const getProof = defineRoute({
  operationId: "getProof",
  method: "get",
  path: "/skills/{name}/{version}/proof",
  tags: ["trust"],
  summary: "That the registry's newest decision about a version is in its log",
  access: "anyone",
  cache: { keeps: "skill" },
  description:
    "A decision is in the log within a second; until then the answer is 503. The leaf's `statement` is the SHA-256 of the payload of " +
    "the signed statement that says the same. Checkpoint and tiles are at `/log`.",
  request: {
    params: nameVersion,
    query: z.object({
      sequence: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .openapi({ description: "Of the statement whose leaf is meant; absent: the newest leaf about this version" }),
    }),
  },
  responses: { 200: proofResponse, 304: { description: "Not modified" }, ...problems(404, 503) },
});

export const getNewestProof = defineRoute({
  operationId: "getNewestProof",
  method: "get",
  path: "/skills/{name}/proof",
  tags: ["trust"],
  summary: "That the registry's log names this skill's newest version",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: z.object({ name: SkillName }) },
  responses: { 200: proofResponse, 304: { description: "Not modified" }, ...problems(404, 503) },
});

export const listRegistryKeys = defineRoute({
  operationId: "listRegistryKeys",
  method: "get",
  path: "/keys",
  tags: ["trust"],
  summary: "The registry's own public keys",
  access: "anyone",
  cache: { keeps: "catalog" },
  responses: { 200: json(RegistryKeys, "Keys"), 304: { description: "Not modified" }, ...problems() },
});

export const listRevocations = defineRoute({
  operationId: "listRevocations",
  method: "get",
  path: "/revocations",
  tags: ["trust"],
  summary: "What was quarantined, yanked, purged or lost its tier: signed, numbered, for some minutes",
  description:
    "Fit for caches for 30 seconds. With `since` the entries that changed after that statement, where they are no more than 1,000.",
  access: "anyone",
  cache: "static",
  request: { query: z.object({ since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }) },
  responses: { 200: json(RevocationsAnswer, "The list"), 304: { description: "Not modified" }, ...problems() },
});

export const requestPromotion = defineRoute({
  operationId: "requestPromotion",
  method: "post",
  path: "/skills/{name}/{version}/promotion",
  tags: ["trust"],
  summary: "Ask for the audit that leads to verified",
  access: "release",
  cache: { drops: "skill" },
  request: {
    params: nameVersion,
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z.object({ tier: z.literal("verified"), note: text(2_000).optional() }),
        },
      },
    },
  },
  responses: {
    200: json(Promotion, "A request is pending already"),
    201: json(Promotion, "Filed"),
    ...problems(403, 404, 409, 410),
  },
});

export const listPromotions = defineRoute({
  operationId: "listPromotions",
  method: "get",
  path: "/admin/promotions",
  tags: ["admin"],
  summary: "Audit requests, oldest first",
  access: "admin",
  cache: "none",
  request: {
    query: z.object({
      status: z.enum(["pending", "approved", "rejected", "withdrawn"]).optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(PromotionList, "Requests"), ...problems(403) },
});

const decision = {
  method: "post" as const,
  tags: ["admin"],
  access: "admin" as const,
  request: {
    params: z.object({ id: Uuid }),
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z.object({
            inspection_id: Uuid,
            reason: text(2_000).min(3),
            npm_package: text(214).optional().openapi({
              description: "approve only: the npm package that the audit confirmed to be this MiaOS skill's",
            }),
          }),
        },
      },
    },
  },
  responses: { 200: json(Promotion, "Decided"), ...problems(403, 404, 409) },
};

export const approvePromotion = defineRoute({
  ...decision,
  operationId: "approvePromotion",
  path: "/admin/promotions/{id}/approve",
  summary: "Approve the audit of that inspection of that release",
  cache: { drops: "catalog" },
});

export const rejectPromotion = defineRoute({
  ...decision,
  operationId: "rejectPromotion",
  path: "/admin/promotions/{id}/reject",
  summary: "Reject the audit request",
  cache: { drops: "catalog" },
});

export const listAudit = defineRoute({
  operationId: "listAudit",
  method: "get",
  path: "/admin/audit",
  tags: ["admin"],
  summary: "The audit log, newest first",
  access: "admin",
  cache: "none",
  request: { query: z.object({ limit: Limit, cursor: Cursor, target: text(256).optional() }) },
  responses: { 200: json(AuditList, "Entries"), ...problems(403) },
});
