import { z } from "@hono/zod-openapi";

const tokens = (description: string) => z.number().int().openapi({ description });

export const ContextTokens = z
  .object({
    encoding: z.literal("o200k_base").openapi({ description: "the table by which they are counted" }),
    always: tokens("the line of a list of skills: its name and description"),
    when_used: tokens("its instructions"),
    at_most: tokens("its instructions and all text files that they lead to"),
  })
  .openapi("ContextTokens", {
    description: "What it takes of a model's context, counted when it was inspected: an estimate for other models",
  });
