import { z } from "@hono/zod-openapi";

/** What other systems read: shapes that they set, not we. */
export const MiaosCatalog = z
  .array(z.object({ package: z.string(), id: z.string(), name: z.string(), description: z.string() }))
  .openapi("MiaosCatalog");

export const MiaosRepoSkills = z
  .array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  )
  .openapi("MiaosRepoSkills");

export const AriaCatalog = z
  .object({
    skills: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        description: z.string(),
        author: z.string(),
        layer: z.number().int(),
        dependencies: z.array(z.string()),
        focus_affinity: z.array(z.string()),
        tools: z.array(
          z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) }),
        ),
        url: z.string(),
        digest: z.string(),
      }),
    ),
  })
  .openapi("AriaCatalog");
