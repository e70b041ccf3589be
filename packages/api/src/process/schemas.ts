import { VISIBILITIES } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Timestamp } from "../defining/values.ts";

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
