import { APPEAL_STATUSES, REPORT_EFFECTS, REPORT_KINDS, REPORT_STATUSES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Rating } from "../skills/schemas.ts";
import { CannotDecide, Handle, orNull, SemVer, SkillName, text, Timestamp, Uuid } from "../defining/values.ts";

const nextCursor = z.string().nullable();

export const NewReview = z
  .object({
    rating: z.number().int().min(1).max(5),
    text: text(4_000).optional(),
    version: SemVer.optional().openapi({ description: "the one that it is about; the one taken last unless given" }),
  })
  .openapi("NewReview");

export const Review = z
  .object({
    id: Uuid,
    author: orNull(Handle).openapi({ description: "null: the account was deleted" }),
    version: SemVer,
    rating: z.number().int(),
    text: z.string().nullable().openapi({ description: "plain text, without controls and invisible characters" }),
    answer: z
      .object({ text: z.string(), at: Timestamp })
      .nullable()
      .openapi({ description: "its publisher's, at most one" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .openapi("Review");

export const ReviewList = z
  .object({ items: z.array(Review), rating: Rating, next_cursor: nextCursor })
  .openapi("ReviewList");

export const NewReport = z
  .object({
    kind: z.enum(REPORT_KINDS),
    version: SemVer.optional().openapi({ description: "the version that it is about; the skill unless given" }),
    text: text(4_000).min(3).openapi({ description: "what is wrong, and how it can be seen" }),
  })
  .openapi("NewReport");

export const OwnReport = z
  .object({
    id: Uuid,
    name: SkillName,
    version: orNull(SemVer),
    kind: z.enum(REPORT_KINDS),
    text: z.string(),
    status: z.enum(REPORT_STATUSES),
    reason: z.string().nullable().openapi({ description: "the admin's, once it is decided" }),
    created_at: Timestamp,
    decided_at: Timestamp.nullable(),
  })
  .openapi("OwnReport");

export const OwnReportList = z.object({ items: z.array(OwnReport), next_cursor: nextCursor }).openapi("OwnReportList");

const Appeal = z
  .object({
    text: z.string(),
    status: z.enum(APPEAL_STATUSES),
    appealed_by: orNull(Handle),
    appealed_at: Timestamp,
    decided_by: orNull(Handle),
    decided_at: Timestamp.nullable(),
    reason: z.string().nullable(),
  })
  .openapi("Appeal");

export const Report = OwnReport.extend({
  publisher: Handle,
  reporter: orNull(Handle).openapi({ description: "null: the account was deleted" }),
  decided_by: orNull(Handle),
  effect: z
    .object({ kind: z.enum(REPORT_EFFECTS), version: SemVer })
    .nullable()
    .openapi({ description: "what upholding it did" }),
  appeal: orNull(Appeal),
  // Older registries do not tell it.
  cannot_decide: CannotDecide.optional(),
}).openapi("Report");

export const ReportList = z.object({ items: z.array(Report), next_cursor: nextCursor }).openapi("ReportList");

export const AppealFiled = z.object({ status: z.literal("pending") }).openapi("AppealFiled");

export const Stars = z
  .object({
    stars: z.number().int().openapi({ description: "how many accounts gave it theirs; of suspended ones none counts" }),
    changed: z.boolean().openapi({ description: "false: it was so before" }),
  })
  .openapi("Stars");
