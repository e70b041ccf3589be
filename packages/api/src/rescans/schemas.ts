import { type MailKind, NOTICE_KINDS } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Handle, orNull, SemVer, SkillName, Timestamp, Uuid, Verdict } from "../defining/values.ts";

export const RescanStatus = z.enum(["running", "paused", "completed", "cancelled"]);
const versions = () => z.number().int().min(0);

const rescan = z.object({
  id: Uuid,
  cause: z.enum(["advisory", "rules", "scanner", "admin", "publisher"]),
  detail: z.string().openapi({ description: "why, in words" }),
  scanners: z.array(z.string()).nullable().openapi({ description: "which look again; null: all of them" }),
  status: RescanStatus,
  total: versions(),
  waiting: versions(),
  inspecting: versions(),
  done: versions(),
  worsened: versions().openapi({ description: "of those done: a worse verdict, or a clearance that holds no longer" }),
  improved: versions(),
  held: versions().openapi({ description: "inspected, and not applied until an admin decides" }),
  failed: versions().openapi({ description: "no scanner result to judge by; the old inspection stays" }),
  skipped: versions(),
  created_by: Handle,
  started_at: Timestamp,
  paused_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  expected_at: Timestamp.nullable().openapi({ description: "when it ends, at the pace so far" }),
  decided_by: Handle.nullable(),
  decided_at: Timestamp.nullable(),
  decision_reason: z.string().nullable(),
});

export const Rescan = rescan.openapi("Rescan");

export const RescanWithItems = rescan
  .extend({
    items: z
      .array(
        z.object({
          name: SkillName,
          version: SemVer,
          status: z.enum(["waiting", "inspecting", "held", "done", "failed", "skipped"]),
          before: orNull(Verdict),
          after: orNull(Verdict),
          effect: z.enum(["same", "worse", "better"]).nullable(),
          inspection_id: Uuid.nullable(),
          reason: z.string().nullable(),
        }),
      )
      .openapi({ description: "versions that are held, failed, worse or better; the first 200" }),
  })
  .openapi("RescanWithItems");

export const RescanList = z
  .object({ items: z.array(Rescan), next_cursor: z.string().nullable() })
  .openapi("RescanList");

export const Notice = z
  .object({
    id: z.number().int(),
    publisher: Handle,
    kind: z.enum(NOTICE_KINDS),
    name: SkillName.nullable().openapi({ description: "null: it is about the publisher itself" }),
    version: SemVer.nullable(),
    text: z.string(),
    created_at: Timestamp,
    read_at: Timestamp.nullable(),
  })
  .openapi("Notice");

const ofKind = {
  held: z.boolean().openapi({ description: "versions of your publishers are held for review" }),
  withdrawn: z.boolean().openapi({ description: "a version that you downloaded was yanked or lost its tier" }),
  waiting: z.boolean().openapi({ description: "what waits for an admin, once a day; it is mailed to admins alone" }),
} satisfies Record<MailKind, z.ZodType>;

export const MailChoices = z.object(ofKind).openapi("MailChoices");

export const NewMailChoices = z.object(ofKind).partial().openapi("NewMailChoices");

export const NoticeList = z
  .object({ items: z.array(Notice), next_cursor: z.string().nullable() })
  .openapi("NoticeList");
