import { z } from "@hono/zod-openapi";
import { Timestamp } from "../defining/values.ts";

/** Which registry's bundle a version came by. */
export const ImportedFrom = z
  .object({
    registry: z.string(),
    bundle: z.string().openapi({ description: "SHA-256 of the bundle's index, in hex" }),
    bundle_created_at: Timestamp.nullable(),
    key_fingerprint: z.string().openapi({ description: "of the key that signed it, which an admin named" }),
    publisher: z.string(),
    security_tier: z.string(),
    verdict: z.string().nullable(),
    imported_at: Timestamp,
  })
  .openapi("ImportedFrom", { description: "the other registry's own word, which raises nothing here" });
