import { z } from "@hono/zod-openapi";
import { text, Timestamp } from "../defining/values.ts";

const AuditEntry = z
  .object({
    id: z.number().int(),
    at: Timestamp,
    actor: z.string().openapi({ description: "a handle, a workload, or `registry`" }),
    action: z.string().openapi({ example: "version.yank" }),
    target: z.string().openapi({ example: "skill:web-search@1.0.0" }),
    detail: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
  })
  .openapi("AuditEntry");

export const AuditList = z
  .object({ items: z.array(AuditEntry), next_cursor: z.string().nullable() })
  .openapi("AuditList");

/** A time with its zone, as the database can hold it. */
const When = z
  .string()
  .max(40)
  .datetime({ offset: true })
  .refine((value) => new Date(value).getTime() >= 0, "must be a time after 1970")
  .optional();

/** What narrows every list of the audit log. */
export const auditTimes = {
  action: text(64).optional().openapi({ description: "`version.yank`, or a family of them: `version.*`" }),
  since: When.openapi({ description: "from then on" }),
  until: When.openapi({ description: "before then" }),
};

export const exported = {
  export: z
    .enum(["csv", "ndjson"])
    .optional()
    .openapi({ description: "all of it as a file, whatever `limit` and `cursor` say" }),
};
