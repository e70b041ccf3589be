import { z } from "@hono/zod-openapi";
import { Digest, Handle, orNull, SemVer, SkillName, Status, text, Timestamp, Verdict } from "../defining/values.ts";

const StagedVersion = z
  .object({
    name: SkillName,
    version: SemVer,
    publisher: Handle,
    status: Status.openapi({ description: "`staged` once it is inspected" }),
    verdict: orNull(Verdict),
    content_digest: Digest,
    staged_by: z.string().nullable().openapi({ description: "null: a workflow did, `staged_from`" }),
    staged_from: orNull(z.object({ repository: z.string().nullable(), run: z.string().nullable() })),
    received_at: Timestamp,
  })
  .openapi("StagedVersion");

export const StagedList = z.object({ staged: z.array(StagedVersion) }).openapi("StagedList");

export const Approval = z
  .object({
    content_digest: Digest.openapi({ description: "of what was looked at: no other content goes live by this" }),
  })
  .openapi("Approval");

export const Rejection = z.object({ reason: text(1_000).min(1).optional() }).openapi("Rejection");
