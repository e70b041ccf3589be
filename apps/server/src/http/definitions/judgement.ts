import { createRoute, z } from "@hono/zod-openapi";
import {
  AttestationList,
  AuditList,
  Promotion,
  PromotionList,
  RegistryKeys,
  ScanReport,
  SignatureList,
} from "../schemas/judgement.ts";
import { Version } from "../schemas/skills.ts";
import { Cursor, Limit, SemVer, SkillName, text, Uuid } from "../schemas/values.ts";
import { bearer, json, problems } from "./responses.ts";

const nameVersion = z.object({ name: SkillName, version: SemVer });

export const getScan = createRoute({
  operationId: "getScan",
  method: "get",
  path: "/skills/{name}/{version}/scan",
  tags: ["trust"],
  summary: "The report of the inspection that counts",
  request: { params: nameVersion },
  responses: {
    // Described in words: a client's types would otherwise be the union of both.
    200: json(
      ScanReport,
      "The report. With `Accept: application/sarif+json` it is a SARIF 2.1.0 log of that media type",
    ),
    304: { description: "Not modified" },
    ...problems(404, 410),
  },
});

export const listSignatures = createRoute({
  operationId: "listSignatures",
  method: "get",
  path: "/skills/{name}/{version}/signatures",
  tags: ["trust"],
  summary: "Signatures over SHA256SUMS, with the keys they verified against",
  request: { params: nameVersion },
  responses: {
    200: json(SignatureList, "Signatures"),
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
});

export const addSignature = createRoute({
  operationId: "addSignature",
  method: "post",
  path: "/skills/{name}/{version}/signatures",
  tags: ["trust"],
  summary: "Add the publisher's detached signature over SHA256SUMS",
  security: bearer,
  request: {
    params: nameVersion,
    body: { required: true, content: { "application/pgp-signature": { schema: z.string().max(65_536) } } },
  },
  responses: {
    200: json(Version, "The same signature was added before"),
    201: json(Version, "It verified; the version may have risen to community"),
    ...problems(400, 401, 403, 404, 409, 410, 413, 415, 422),
  },
});

export const listAttestations = createRoute({
  operationId: "listAttestations",
  method: "get",
  path: "/skills/{name}/{version}/attestations",
  tags: ["trust"],
  summary: "What the registry signed about a version",
  request: { params: nameVersion },
  responses: {
    200: json(AttestationList, "DSSE envelopes"),
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
});

export const listRegistryKeys = createRoute({
  operationId: "listRegistryKeys",
  method: "get",
  path: "/keys",
  tags: ["trust"],
  summary: "The registry's own public keys",
  responses: { 200: json(RegistryKeys, "Keys"), 304: { description: "Not modified" }, ...problems() },
});

export const requestPromotion = createRoute({
  operationId: "requestPromotion",
  method: "post",
  path: "/skills/{name}/{version}/promotion",
  tags: ["trust"],
  summary: "Ask for the audit that leads to verified",
  security: bearer,
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
    ...problems(400, 401, 403, 404, 409, 410),
  },
});

export const listPromotions = createRoute({
  operationId: "listPromotions",
  method: "get",
  path: "/admin/promotions",
  tags: ["admin"],
  summary: "Audit requests, oldest first",
  security: bearer,
  request: {
    query: z.object({
      status: z.enum(["pending", "approved", "rejected", "withdrawn"]).optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(PromotionList, "Requests"), ...problems(400, 401, 403) },
});

const decision = {
  method: "post" as const,
  tags: ["admin"],
  security: bearer,
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
  responses: { 200: json(Promotion, "Decided"), ...problems(400, 401, 403, 404, 409) },
};

export const approvePromotion = createRoute({
  ...decision,
  operationId: "approvePromotion",
  path: "/admin/promotions/{id}/approve",
  summary: "Approve the audit of that inspection of that release",
});

export const rejectPromotion = createRoute({
  ...decision,
  operationId: "rejectPromotion",
  path: "/admin/promotions/{id}/reject",
  summary: "Reject the audit request",
});

export const listAudit = createRoute({
  operationId: "listAudit",
  method: "get",
  path: "/admin/audit",
  tags: ["admin"],
  summary: "The audit log, newest first",
  security: bearer,
  request: { query: z.object({ limit: Limit, cursor: Cursor, target: text(256).optional() }) },
  responses: { 200: json(AuditList, "Entries"), ...problems(400, 401, 403) },
});
