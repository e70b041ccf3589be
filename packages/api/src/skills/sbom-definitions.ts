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
    "Files with their digests, and dependencies as declared and as the last inspection found them: what each needs in turn, and the",
    "licence, hashes and supplier that its index reports. The skill depends on what it asks for itself. `compositions` calls incomplete",
    "what needs more than is known; a package of which nothing is known has no entry in `dependencies`. The document's `version` counts",
    "the inspections, and its `timestamp` is the end of the last one. Same rows, same bytes.",
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
