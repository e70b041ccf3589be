import { MAX_ANNOUNCEMENT, VISIBILITIES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { text, Timestamp } from "../defining/values.ts";

const Waiting = z.object({
  what: z.enum(["held", "contests", "promotions", "reports", "appeals", "rescans", "signers"]),
  count: z.number().int().min(0),
  oldest: Timestamp.nullable().openapi({ description: "since when the oldest of them waits; null: none does" }),
});

export const InForce = z
  .object({
    registry_name: z.string(),
    is_named: z.boolean().openapi({ description: "REGISTRY_NAME is set" }),
    public_url: z.string(),
    security_contact: z.string().nullable(),
    read: z.enum(["anyone", "signed-in"]),
    default_visibility: z.enum(VISIBILITIES),
    sign_up: z.enum(["open", "invitation", "closed"]),
    has_mail_server: z.boolean().openapi({ description: "false: each letter is a file with the operator" }),
    mail_from: z.string(),
    providers: z
      .array(z.object({ id: z.enum(["oidc", "github"]), name: z.string(), issuer: z.string() }))
      .openapi({ description: "by whose word people sign in, beside password and passkey" }),
  })
  .openapi("SettingsInForce", { description: "What the environment says, without a secret" });

export const Overview = z
  .object({
    waiting: z.array(Waiting).openapi({ description: "what waits for an admin" }),
    begun: z
      .object({
        is_claimed: z.boolean().openapi({ description: "an admin signs in with a password, a passkey or a provider" }),
        admins: z.number().int(),
        people: z.number().int().openapi({ description: "accounts that sign in" }),
        invitations: z.number().int(),
        organisations: z.number().int(),
        imported: z.number().int().openapi({ description: "versions out of bundles, and mirrors" }),
        by_workflow: z.number().int().openapi({ description: "versions that a workflow published" }),
      })
      .openapi({ description: "what a first week is made of" }),
    settings: InForce,
  })
  .openapi("AdminOverview");

export const Health = z
  .object({
    doors: z.array(
      z.object({ name: z.string(), problem: z.string().nullable().openapi({ description: "null: it is open" }) }),
    ),
    advisories: z.string().openapi({ description: "what is known of the service that is asked about dependencies" }),
    scanners: z.object({ status: z.string(), progress: z.string() }),
    queue_depth: z.number().int().nullable().openapi({ description: "jobs; null: the queue does not answer" }),
    are_changes_heard: z.boolean(),
    log: z.object({
      signed: z.number().int().openapi({ description: "leaves in the newest signed tree" }),
      shown: z.number().int(),
      pending: z.number().int().openapi({ description: "decisions that are in no tree yet" }),
      signed_at: Timestamp.nullable(),
      shown_at: Timestamp.nullable(),
      trouble: z.string().nullable().openapi({ description: "why it is no longer one history; null: it is" }),
      witnesses: z.array(
        z.object({
          name: z.string(),
          cosigned: z.number().int().nullable().openapi({
            description: "leaves of the newest tree that it cosigned; null: none that this registry keeps",
          }),
          dispute: z.string().nullable(),
        }),
      ),
    }),
    rescans: z.object({ running: z.number().int(), paused: z.number().int() }),
  })
  .openapi("Health", { description: "How the process that answers stands" });

export const TestedSetting = z
  .object({
    setting: z.enum(["mail", "sign-in"]),
    works: z.boolean(),
    text: z.string().openapi({ description: "what was done, or what failed" }),
  })
  .openapi("TestedSetting");

const times = (days: string) =>
  z
    .object({
      count: z.number().int().min(0),
      p50_seconds: z.number().min(0).nullable(),
      p95_seconds: z.number().min(0).nullable(),
    })
    .openapi({
      description: `of what ended in the last ${days} days: how many, and how long half and 95 of 100 waited at most`,
    });

const wait = (what: string) =>
  z
    .object({
      waiting: z.number().int().min(0).openapi({ description: "how many wait now" }),
      oldest: Timestamp.nullable().openapi({ description: "since when the oldest of them waits; null: none does" }),
      last_7_days: times("7"),
      last_30_days: times("30"),
    })
    .openapi({ description: what });

export const Status = z
  .object({
    version: z.string().openapi({ description: "of the server" }),
    counted_at: Timestamp.openapi({ description: "when all below was counted: at most a minute ago" }),
    publish_to_verdict: wait("from a publish to the verdict of its scan"),
    report_to_decision: wait("from a report to the decision of an admin"),
    hold_to_decision: wait(
      "from a hold, for review or by a scan, to the decision of an admin: cleared, released, withheld, or upheld",
    ),
    advisories: z.enum(["reachable", "unreachable", "unknown"]).openapi({
      description:
        "whether the service that knows of vulnerable dependencies answers; `unknown`: the process that answered does not ask it",
    }),
    scanners: z
      .object({
        inspected_at: Timestamp,
        items: z.array(z.object({ name: z.string(), version: z.string().nullable(), status: z.string() })),
      })
      .nullable()
      .openapi({ description: "of the last publish of a public skill in 30 days; null: there was none" }),
    log: z.object({
      origin: z.string().openapi({ description: "the log's name (C2SP tlog-checkpoint)" }),
      key: z.string().openapi({ description: "what signs checkpoints, as a C2SP verifier key" }),
      size: z.number().int().openapi({ description: "leaves in the tree that is shown" }),
      signed_at: Timestamp.nullable().openapi({ description: "null: nothing is signed yet" }),
      newest_size: z.number().int().openapi({ description: "leaves in the newest tree, which may wait for witnesses" }),
      is_one_history: z.boolean().openapi({ description: "false: storage, database or a witness saw another one" }),
      witnesses: z.array(
        z.object({
          name: z.string(),
          cosigned_size: z.number().int().nullable().openapi({ description: "null: none of the last checkpoints" }),
          cosigned_at: Timestamp.nullable().openapi({ description: "when the witness says that it signed" }),
        }),
      ),
    }),
  })
  .openapi("RegistryStatus", { description: "Counts and times of all skills, and no name of one" });

export const Announcement = z
  .object({
    text: z.string().nullable().openapi({ description: "one line of plain text; null: there is none" }),
    set_at: Timestamp.nullable(),
  })
  .openapi("Announcement");

export const NewAnnouncement = z
  .object({
    text: text(MAX_ANNOUNCEMENT).min(1).openapi({
      description: "one line of plain text; 1,120 bytes of UTF-8 at most",
      example: "Maintenance on Sunday from 08:00 to 09:00 UTC: nothing can be published then.",
    }),
  })
  .openapi("NewAnnouncement");
