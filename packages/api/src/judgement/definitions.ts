import { z } from "@hono/zod-openapi";
import { bundleBody, Promotion, PromotionList, ScanReport, SignatureList, SignerChangeList } from "./schemas.ts";
import { Version } from "../skills/schemas.ts";
import { Cursor, Limit, SemVer, SkillName, text, Uuid } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

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
  summary:
    "Add the publisher's signature over SHA256SUMS (detached OpenPGP, or a Sigstore bundle), or an attestation about it",
  access: "release",
  cache: { drops: "skill" },
  bodyLimitBytes: 64 * 1024,
  request: {
    params: nameVersion,
    body: {
      ...bundleBody,
      content: { "application/pgp-signature": { schema: z.string().max(65_536) }, ...bundleBody.content },
    },
  },
  responses: {
    200: json(Version, "The same signature was added before"),
    201: json(
      Version,
      "It verified; by a signature the version may have risen to community, an attestation raises nothing",
    ),
    ...problems(403, 404, 409, 410, 422),
  },
});

export const confirmSigner = defineRoute({
  operationId: "confirmSigner",
  method: "post",
  path: "/skills/{name}/{version}/confirm-signer",
  tags: ["trust"],
  summary: "Confirm who signed a version that is held because its signer changed",
  access: "release",
  cache: { drops: "skill" },
  description:
    "For an owner of its publisher or an admin; a token needs the scope `confirm`. " +
    "Names every signer, or none: its `signer`, and of a build ` of repository ` and its `repository_id`, " +
    "` on ` and its `runner`, where known.",
  request: {
    params: nameVersion,
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ signers: z.array(text(4_096)).max(16) }) } },
    },
  },
  responses: { 200: json(Version, "Confirmed: these sign the skill now"), ...problems(403, 404, 409, 410) },
});

const pendingChanges = {
  method: "get" as const,
  cache: "none" as const,
  request: { query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(SignerChangeList, "Versions that are held"), ...problems(403) },
};

export const listSignerChanges = defineRoute({
  ...pendingChanges,
  operationId: "listSignerChanges",
  path: "/signer-changes",
  tags: ["account"],
  access: "account",
  summary: "Versions of your publishers that wait for your word on who signed them, oldest first",
});

export const listAllSignerChanges = defineRoute({
  ...pendingChanges,
  operationId: "listAllSignerChanges",
  path: "/admin/signer-changes",
  tags: ["admin"],
  access: "admin",
  summary: "Versions of everybody that wait for their owner's word on who signed them, oldest first",
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
