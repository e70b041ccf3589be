import { isStorable } from "@gaia/edge";
import { FORMATS } from "@gaia/manifest";
import { SEVERITIES, VERDICTS, VISIBILITIES, STATUSES, TIERS } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { PROBLEMS } from "../refusing/problem-codes.ts";

/** The values that appear in more than one shape of the API (docs/openapi.json). */

/** Free text that every column can hold. */
export const text = (longest: number) =>
  z.string().trim().max(longest).refine(isStorable, "must be text without NUL characters");

/** A named shape or null: `.nullable()` of one is written into the document as the shape alone. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

export const SkillName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}$/,
    "must be a skill's name: lower-case letters, digits and hyphens, 64 at most, and no hyphen first",
  )
  .openapi({ example: "web-search" });

export const Handle = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,38}$/,
    "must be a handle: lower-case letters, digits and hyphens, 39 at most, and no hyphen first",
  )
  .openapi({ example: "ada" });

/** SemVer 2.0.0, the expression that semver.org suggests; bounded in length first. */
export const SemVer = z
  .string()
  .max(128)
  .regex(
    new RegExp(
      [
        String.raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)`,
        String.raw`(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?`,
        String.raw`(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
      ].join(""),
    ),
    "must be a version as SemVer 2.0.0 has it, as 1.0.0",
  )
  .openapi({ example: "1.0.0" });

export const Tier = z.enum(TIERS).openapi("Tier");
export const Visibility = z.enum(VISIBILITIES).openapi("Visibility", {
  description: "who may see a skill: anybody, the members of its publisher, or its owners and its list of readers",
});
export const Status = z.enum(STATUSES).openapi("Status");
export const Verdict = z.enum(VERDICTS).openapi("Verdict");
export const Format = z.enum(FORMATS).openapi("Format");
export const Kind = z.enum(["instruction", "tool", "hybrid", "mcp"]).openapi("Kind");
export const Severity = z.enum(SEVERITIES).openapi("Severity");
export const Archive = z.enum(["zip", "tgz"]).openapi("Archive");
export const Timestamp = z.string().datetime().openapi({ example: "2026-03-15T10:30:00.000Z" });
export const Digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, "must be sha256: and 64 hex digits")
  .openapi({ description: "`sha256:` and 64 hex digits" });
export const Integrity = z
  .string()
  .regex(/^sha256-[A-Za-z0-9+/]{43}=$/, "must be sha256- and base64, as SRI has it")
  .openapi({ description: "SRI: `sha256-` and base64" });
/** The resolver reads it and bounds it. */
export const MinAge = z
  .string()
  .regex(/^\d{1,6}[mhdw]$/, "must be an age, as 3d, 12h or 30m")
  .openapi({ example: "3d", description: "the latest version is the highest one that is so old" });
export const Uuid = z.string().uuid();

/** One finding of the reader or of the field rules, with its place. */
export const Diagnostic = z
  .object({
    code: z.string().openapi({ example: "SK3011" }),
    title: z.string().openapi({ example: "version-not-semver" }),
    severity: z.enum(["error", "warning", "info"]),
    message: z.string(),
    hint: z.string().nullable(),
    file: z.string(),
    line: z.number().int().nullable(),
    column: z.number().int().nullable(),
  })
  .openapi("Diagnostic");

/** RFC 9457 problem details; `code` is the closed list that programs may switch on. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string().openapi({
      example: "version_exists",
      description: `one of ${Object.keys(PROBLEMS)
        .map((code) => `\`${code}\``)
        .join(", ")}`,
    }),
    request_id: z.string(),
    quota: z
      .object({ used_bytes: z.number().int(), limit_bytes: z.number().int() })
      .optional()
      .openapi({ description: "of `quota_exceeded`: what would be used, and what may be" }),
    format: Format.optional().openapi({ description: "what a refused package was recognised as" }),
    errors: z
      .array(
        z.object({
          code: z.string(),
          title: z.string().optional(),
          severity: z.string(),
          file: z.string().nullable(),
          line: z.number().int().nullable(),
          column: z.number().int().nullable(),
          message: z.string(),
          hint: z.string().nullable(),
        }),
      )
      .optional(),
  })
  .openapi("Problem");

const MOST_VALUES = 16;

/** A key of a query that may be repeated: any of its values will do. Read as a list, empty without the key. */
export const anyOf = <Value extends z.ZodType<string>>(value: Value, meaning = "") =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).max(MOST_VALUES),
    )
    .optional()
    .openapi({ param: { description: `${meaning === "" ? "" : `${meaning}; `}repeated: any of them` } });

/** Page size of every list. */
export const Limit = z.coerce.number().int().min(1).max(100).default(20);
/** An opaque place in a list, from `next_cursor`. */
export const Cursor = z.string().max(512).optional();

/** In lists for admins. */
export const CannotDecide = z
  .string()
  .nullable()
  .openapi({ description: "why the caller may not decide this one; null: they may" });
