import { MIRROR_APPROVALS, MIRROR_OUTCOMES, MIRROR_STATES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Handle, orNull, SemVer, SkillName, text, Timestamp, Uuid, Verdict } from "../defining/values.ts";

export const MirrorOutcome = z.enum(MIRROR_OUTCOMES);
const Approval = z.enum(MIRROR_APPROVALS);
const count = () => z.number().int().min(0);

const Pattern = z
  .string()
  .regex(/^[a-z0-9*][a-z0-9*-]{0,63}$/, "must be a skill's name, in which * stands for any run of characters");

const Prefix = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,30}$/,
    "must be lower-case letters, digits and hyphens, 31 at most, and no hyphen first",
  );

export const NewMirror = z
  .object({
    address: text(2_000).min(1).openapi({
      description:
        "http or https, or a repository as git+https://host/path#commit, branch or tag; a private address is asked at this origin alone",
      example: "https://hub.example.org",
    }),
    publisher: Handle.optional().openapi({ description: "who has the skills here; without it, your own handle" }),
    prefix: Prefix.optional().openapi({
      description:
        "a skill whose name is taken here is published as this, a hyphen and its name; without it, it is left out",
    }),
    only: z.array(Pattern).max(100).optional().openapi({
      description: "names; without it, every skill, which needs `approve` to be `each` or `publisher`",
    }),
    min_age_days: z
      .number()
      .int()
      .min(0)
      .max(365)
      .optional()
      .openapi({
        description:
          "by the time that the upstream says, or else since this mirror saw it first; " +
          "at most since the last whole listing that lacked it; 0 without it",
      }),
    approve: Approval.optional().openapi({
      description:
        "`each` stages every version; `publisher` those of a publisher of the upstream of which none was approved by an admin yet; " +
        "`none`, which is meant without it, publishes",
    }),
    follow: z.boolean().optional().openapi({ description: "list it again each six hours" }),
  })
  .openapi("NewMirror");

const mirror = z.object({
  id: Uuid,
  address: z.string(),
  source: z.string().nullable().openapi({ description: "which protocol it speaks; null: not found out yet" }),
  publisher: Handle,
  prefix: z.string().nullable(),
  only: z.array(z.string()),
  min_age_days: count(),
  approve: Approval,
  follow: z.boolean(),
  state: z.enum(MIRROR_STATES),
  reason: z.string().nullable().openapi({ description: "why it failed, or is tried again" }),
  run: count().openapi({ description: "how often it was listed from its beginning" }),
  counts: z
    .object({
      waiting: count(),
      published: count(),
      staged: count(),
      there: count(),
      refused: count(),
      left_out: count(),
    })
    .openapi({ description: "versions that it listed, by what came of them" }),
  created_by: Handle,
  created_at: Timestamp,
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
});

export const Mirror = mirror.openapi("Mirror");

export const MirrorList = z
  .object({ items: z.array(Mirror), next_cursor: z.string().nullable() })
  .openapi("MirrorList");

export const MirrorWithItems = mirror
  .extend({
    items: z.array(
      z
        .object({
          name: z.string().openapi({ description: "this and the next four as the upstream says them" }),
          version: z.string().nullable(),
          publisher: z.string().nullable(),
          origin: z.string().openapi({ description: "where it lies" }),
          digest: z.string().nullable(),
          published_at: Timestamp.nullable(),
          first_seen_at: Timestamp,
          outcome: MirrorOutcome,
          reason: z.string().nullable(),
          skill: orNull(SkillName).openapi({ description: "its name here; null: nothing is here" }),
          skill_version: orNull(SemVer),
          verdict: orNull(Verdict),
          rewritten: z.boolean().openapi({ description: "the upstream has other content under this version by now" }),
          gone_at: Timestamp.nullable().openapi({ description: "since when the upstream does not list its name" }),
        })
        .openapi("MirrorItem"),
    ),
    next_cursor: z.string().nullable(),
  })
  .openapi("MirrorWithItems");

/** Where a version was taken from. */
export const MirroredFrom = z
  .object({
    upstream: z.string().openapi({ description: "the address, or what an admin called a folder" }),
    source: z.string().openapi({ description: "the protocol that it speaks, or `folder`" }),
    origin: z.string().openapi({ description: "where the version lies there" }),
    name: z.string(),
    version: z.string().nullable(),
    publisher: z.string().nullable(),
    digest: z.string().nullable(),
    mirrored_at: Timestamp,
  })
  .openapi("MirroredFrom", { description: "all but the time is the upstream's own word" });
