import { BATCH_OUTCOMES, BATCH_STATES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { givenVersion, packageForm } from "../defining/responses.ts";
import {
  Diagnostic,
  Handle,
  orNull,
  SemVer,
  SkillName,
  Status,
  Timestamp,
  Uuid,
  Verdict,
  Visibility,
} from "../defining/values.ts";

const BatchState = z.enum(BATCH_STATES).openapi({
  description:
    "`checking` and `publishing` are under way; `checked` waits for `publishBatch`; `failed` says why in `reason`",
});

const BatchOutcome = z.enum(BATCH_OUTCOMES).openapi({
  description:
    "`new`, `there` and `refused` are what a publish would come to, `published`, `staged`, `there` and `refused` what it came to; " +
    "`waiting`: it is not looked at yet",
});

const head = {
  id: Uuid,
  state: BatchState,
  reason: z.string().nullable(),
  publisher: Handle,
  is_staged: z.boolean(),
  created_at: Timestamp,
  confirmed_at: orNull(Timestamp),
  finished_at: orNull(Timestamp),
};

const BatchSkill = z.object({
  path: z.string().openapi({ description: "where it lies in the archive; empty: at its root" }),
  outcome: BatchOutcome,
  name: orNull(SkillName),
  version: orNull(SemVer),
  status: orNull(Status),
  verdict: orNull(Verdict),
  code: z.string().nullable().openapi({ description: "of what is refused: as the `code` of a problem" }),
  reason: z.string().nullable(),
  errors: z.array(Diagnostic).openapi({ description: "the first twenty, errors before warnings" }),
});

export const Batch = z.object({ ...head, items: z.array(BatchSkill) }).openapi("Batch");

export const BatchList = z.object({ items: z.array(z.object(head)) }).openapi("BatchList");

/** What is said of all its skills, beside the archive. */
export const asked = {
  default_version: givenVersion.default_version,
  publisher: Handle.optional().openapi({ description: "when the account has several" }),
  visibility: Visibility.optional().openapi({ param: { description: "of new skills" } }),
  // No `enum`: one generator of clients would name that of the query and that of the form alike.
  staged: z
    .string()
    .regex(/^(?:true|false)$/)
    .optional()
    .openapi({ description: "whether each awaits approval; a token needs `stage`, too" }),
};

/** A browser's form says the same in fields before its file. */
export const batchForm = z.object({ package: packageForm.shape.package, ...asked }).openapi("BatchForm");
export const BatchFields = z.object(asked);
