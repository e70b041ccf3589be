import { z } from "@hono/zod-openapi";
import { Handle, SemVer, Severity, SkillName, Timestamp, Uuid, Verdict } from "../defining/values.ts";

const HeldVersion = z
  .object({
    name: SkillName,
    version: SemVer,
    publisher: Handle,
    state: z.enum(["held", "quarantined"]).openapi({
      description: "`held`: published, for review, and not cleared. `quarantined`: withheld by a scan, not by an admin",
    }),
    verdict: Verdict.nullable(),
    reason: z.string().openapi({ description: "of the verdict" }),
    since: Timestamp,
    inspection_id: Uuid.nullable().openapi({ description: "what `clear` names" }),
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
