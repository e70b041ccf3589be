import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Handle, SemVer, SkillName, text, Timestamp, Visibility } from "../defining/values.ts";
import { Version } from "../skills/schemas.ts";

const WantedBundle = z
  .object({
    skills: z
      .array(z.object({ name: SkillName, version: SemVer.optional().openapi({ description: "absent: the newest" }) }))
      .max(1_000)
      .default([]),
    collection: z.object({ publisher: Handle, name: SkillName }).openapi("NamedCollection").optional(),
    everything: z
      .boolean()
      .default(false)
      .openapi({ description: "the newest version of each public skill; one that is not public is named" }),
  })
  .openapi("WantedBundle");

export const exportBundle = defineRoute({
  operationId: "exportBundle",
  method: "post",
  path: "/admin/bundles",
  tags: ["admin"],
  summary: "Skills in one file that this registry signs, for where no network is",
  description:
    "A tar: `index.json`, the registry's signature over it, and what the index names. What the skills need comes along. What is held, " +
    "withheld or yanked is left out, and the index says so (`left_out`). docs/bundles.md has the form.",
  access: "admin",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: WantedBundle } } } },
  responses: {
    200: {
      description: "The bundle, streamed",
      content: { "application/x-tar": { schema: z.string().openapi({ type: "string", format: "binary" }) } },
    },
    ...problems(403, 404),
  },
});

const ImportedRelease = Version.extend({
  newer_bundle: Timestamp.nullable().openapi({
    description: "when a bundle of that registry was made that was imported from before and is newer than this one",
  }),
}).openapi("ImportedRelease");

const params = z.object({ name: SkillName, version: SemVer });
const tar = z.string().openapi({ type: "string", format: "binary" });

export const importRelease = defineRoute({
  operationId: "importRelease",
  method: "put",
  path: "/admin/imports/{name}/{version}",
  tags: ["admin"],
  summary: "Take one release of another registry's bundle",
  description:
    "The body is a tar: the bundle's `index.json` and `index.dsse.json`, its files of this release and its `revocations.json`, by path. " +
    "`key` is the other registry's, whom the caller believes. The package is published as any other, and scanned anew; the tier over " +
    "there raises nothing.",
  access: "admin",
  cache: { drops: "catalog" },
  bodyLimitBytes: 48 * 1024 * 1024,
  request: {
    params,
    query: z.object({
      key: text(200).openapi({ description: "Ed25519 public key: SPKI DER in base64url" }),
      publisher: Handle.optional(),
      visibility: Visibility.optional(),
    }),
    // Clients that are generated know bytes by the second name alone.
    body: {
      required: true,
      content: { "application/x-tar": { schema: tar }, "application/octet-stream": { schema: tar } },
    },
  },
  responses: {
    200: json(ImportedRelease, "It was there already"),
    201: json(ImportedRelease, "Published, and about to be inspected"),
    ...problems(403, 409, 422),
  },
});
