import { z } from "@hono/zod-openapi";
import { AttestationList, RegistryKeys, RevocationsAnswer, bundleBody } from "../judgement/schemas.ts";
import { Version } from "../skills/schemas.ts";
import { SemVer, SkillName } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const nameVersion = z.object({ name: SkillName, version: SemVer });

export const listAttestations = defineRoute({
  operationId: "listAttestations",
  method: "get",
  path: "/skills/{name}/{version}/attestations",
  tags: ["trust"],
  summary: "What the registry signed about a version, and what its builds say",
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

export const addProvenance = defineRoute({
  operationId: "addProvenance",
  method: "post",
  path: "/skills/{name}/{version}/attestations",
  tags: ["trust"],
  summary: "Add SLSA provenance of the build: a Sigstore bundle around an in-toto statement, v1 or v0.2",
  description:
    "Its subject is the content or release digest, an archive of the registry's, or the upload. Signature, certificate and log have to " +
    "hold; the build level depends on who signed it, and is answered with its reason. It raises no tier.",
  access: "release",
  cache: { drops: "skill" },
  bodyLimitBytes: 256 * 1024,
  request: {
    params: nameVersion,
    body: bundleBody,
  },
  responses: {
    200: json(Version, "The same was added before"),
    201: json(Version, "It verified"),
    ...problems(403, 404, 409, 410, 422),
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
    "A decision is in the log within a second, and the answer waits for that; where it takes longer than three it is 503. " +
    "The leaf's `statement` is the SHA-256 of the payload of the signed statement that says the same. Checkpoint and tiles are at `/log`.",
  request: {
    params: nameVersion,
    query: z.object({
      sequence: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .openapi({ description: "Of the statement whose leaf is meant; absent: the newest statement that has a leaf" }),
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
  whenClosed: "open",
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
  whenClosed: "open",
  cache: "static",
  request: { query: z.object({ since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }) },
  responses: { 200: json(RevocationsAnswer, "The list"), 304: { description: "Not modified" }, ...problems() },
});
