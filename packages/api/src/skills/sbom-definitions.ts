import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { SemVer, SkillName } from "../defining/values.ts";
import { problems } from "../defining/responses.ts";

export const getSbom = defineRoute({
  operationId: "getSbom",
  method: "get",
  path: "/skills/{name}/{version}/sbom",
  tags: ["packages"],
  summary: "The software bill of materials: CycloneDX 1.6",
  description: [
    "Files with their digests, and dependencies as declared and as the last inspection found them. The skill depends on what is declared;",
    "where a resolver found more, `compositions` says that the edges are incomplete. The document's `version` counts the inspections,",
    "and its `timestamp` is the end of the last one. Same rows, same bytes.",
  ].join(" "),
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: z.object({ name: SkillName, version: SemVer }) },
  responses: {
    200: {
      description: "CycloneDX",
      content: { "application/vnd.cyclonedx+json": { schema: z.record(z.string(), z.unknown()) } },
    },
    304: { description: "Not modified" },
    ...problems(403, 404, 410),
  },
});
