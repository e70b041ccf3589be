import type { components } from "@gaia/client";
import { z } from "zod";

/** What `--json` prints for one verb. */
export interface JsonOutput {
  shape: z.ZodType;
  /** What a reader has to know beyond the fields: when there is more than one document, or none. */
  note?: string;
}

/** Where a shape is one of the API's: the name of its schema in docs/openapi.json. */
export const apiNames: z.core.$ZodRegistry<{ schema: string }> = z.registry<{ schema: string }>();

/** A document as the registry's API answers it. */
export function api(schema: keyof components["schemas"]): z.ZodType {
  return z.unknown().register(apiNames, { schema });
}

export const text: z.ZodString = z.string();
export const maybeText: z.ZodType = z.string().nullable();
export const count: z.ZodType = z.int().min(0);
export const yes: z.ZodBoolean = z.boolean();
/** RFC 3339, UTC. */
export const time: z.ZodType = z.string().describe("RFC 3339, UTC");

/** `{name: [shapes]}`. */
export const listOf = (shape: z.ZodType): z.ZodType => z.array(shape);
export const by = (shape: z.ZodType): z.ZodType => z.record(z.string(), shape);

/** What a failure is under `--json`, whatever the verb: standard output has this document and no other, and the exit code is not 0. */
export const FAILURE: z.ZodType = z.object({
  type: text.describe("RFC 9457; `about:blank` for failures of this program"),
  title: text,
  status: z.int().nullable().describe("of the registry's answer; null for failures of this program"),
  detail: text.describe("as the registry said it"),
  code: text.describe("stable: `not_found`, `usage`, `consent_missing`, …"),
  message: text.describe("one sentence"),
  hint: maybeText.describe("what to do about it"),
  exit: z.int().min(1).max(6).describe("the exit code"),
  request_id: z.string().optional(),
  format: z.string().optional().describe("of a package that was refused"),
  errors: z.array(api("Diagnostic")).optional().describe("each with its file, line and column, where it has some"),
});
