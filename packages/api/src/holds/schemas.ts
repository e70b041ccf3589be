import { CONTEST_STATUSES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import {
  CannotDecide,
  Handle,
  orNull,
  SemVer,
  Severity,
  SkillName,
  Timestamp,
  Uuid,
  Verdict,
} from "../defining/values.ts";

const HeldVersion = z
  .object({
    name: SkillName,
    version: SemVer,
    publisher: Handle,
    state: z.enum(["held", "quarantined"]).openapi({
      description: "`held`: published, for review, and not cleared. `quarantined`: withheld by a scan, not by an admin",
    }),
    verdict: orNull(Verdict),
    reason: z.string().openapi({ description: "of the verdict" }),
    since: Timestamp,
    inspection_id: Uuid.nullable().openapi({ description: "what `clear` names" }),
    contest: z
      .object({
        status: z.enum(CONTEST_STATUSES),
        reason: z.string(),
        contested_at: Timestamp,
        answer: z.string().nullable(),
      })
      .nullable()
      .optional()
      .openapi({ description: "its publisher's word; null: it was not contested" }),
    // Older registries tell neither.
    cannot_decide: CannotDecide.optional(),
    rules: z.array(z.string()).optional().openapi({ description: "every rule that found something" }),
    findings: z
      .array(
        z.object({
          rule: z.string(),
          severity: Severity,
          file: z.string().nullable(),
          line: z.number().int().nullable(),
          message: z.string(),
        }),
      )
      .openapi({ description: "the leading ones; the report has all" }),
  })
  .openapi("HeldVersion");

export const HeldList = z
  .object({ items: z.array(HeldVersion), next_cursor: z.string().nullable() })
  .openapi("HeldList");

export const HoldContest = z
  .object({
    name: SkillName,
    version: SemVer,
    publisher: Handle.openapi({ description: "whose word it is" }),
    status: z.enum(CONTEST_STATUSES).openapi({
      description: "`closed`: by itself, since there was nothing left to answer; `answer` says why",
    }),
    reason: z.string().openapi({ description: "plain text" }),
    contested_by: orNull(Handle).openapi({ description: "null: the account was deleted" }),
    contested_at: Timestamp,
    decided_by: orNull(Handle),
    decided_at: Timestamp.nullable(),
    answer: z.string().nullable().openapi({ description: "the admin's words" }),
  })
  .openapi("HoldContest");

export const OwnRescan = z
  .object({
    name: SkillName,
    version: SemVer,
    rescan_id: Uuid,
    again_at: Timestamp.openapi({ description: "when this version may be scanned again next" }),
  })
  .openapi("OwnRescan");
