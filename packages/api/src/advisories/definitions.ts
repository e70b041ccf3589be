import { z } from "@hono/zod-openapi";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const OsvRecord = z
  .object({ id: z.string(), modified: z.string() })
  .loose()
  .openapi("OsvRecord", { description: "An advisory in the OSV schema, 1.x" });

const Imported = z
  .object({
    changed: z.array(z.string()).openapi({ description: "ids that are new here, or newer than what was here" }),
    unchanged: z.number().int(),
    passed_over: z.number().int().openapi({ description: "sound, but about neither PyPI nor npm" }),
    refused: z.array(z.object({ source: z.string(), message: z.string() })),
    refused_count: z.number().int(),
    packages: z
      .array(z.object({ ecosystem: z.enum(["PyPI", "npm"]), name: z.string() }))
      .openapi({ description: "packages whose versions may be judged differently now" }),
    rescan_id: z
      .uuid()
      .nullable()
      .openapi({ description: "the re-scan of the versions that bring these packages; null where there are none" }),
  })
  .openapi("ImportedAdvisories");

export const importAdvisories = defineRoute({
  operationId: "importAdvisories",
  method: "post",
  path: "/admin/advisories",
  tags: ["admin"],
  summary: "Import OSV advisories; an older record never replaces a newer one",
  access: "admin",
  cache: { drops: "catalog" },
  bodyLimitBytes: 16 * 1024 * 1024,
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: z.union([OsvRecord, z.array(OsvRecord)]) } },
    },
  },
  responses: {
    200: json(Imported, "What was taken, and what was refused and why"),
    ...problems(403, 422),
  },
});
