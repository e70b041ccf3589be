import { ISSUER_KINDS, PUBLISHING, SCOPES, STAGING } from "@gaia/policy";
import { z } from "@hono/zod-openapi";
import { Handle, orNull, SkillName, text, Timestamp, Uuid, Visibility } from "../defining/values.ts";

const ISSUER =
  "`github` (github.com), `gitlab` (gitlab.com), or the address of an issuer that the operator configured, letter by letter";
const Repository = z
  .string()
  .max(255)
  .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, "must be written owner/name")
  .openapi({ example: "acme/web-search" });
const Workflow = z
  .string()
  .max(255)
  .regex(/^[\w./ -]+\.ya?ml$/, "must be the name of a .yml file")
  .openapi({ example: "release.yml" });
const Number = z
  .string()
  .regex(/^[0-9]{1,20}$/, "must be a number, as the issuer writes it")
  .openapi({ example: "74" });

export const NewTrustedPublisher = z
  .object({
    issuer: z.string().min(1).max(512).openapi({ description: ISSUER }),
    publisher: Handle.optional().openapi({
      description: "whose skill it will be, for a name that is not taken and an account with several publishers",
    }),
    repository: Repository.optional().openapi({ description: "`owner/name`; GitLab: the project's whole path" }),
    workflow: Workflow.optional().openapi({
      description:
        "GitHub: the file below `.github/workflows/`; GitLab: the path of the configuration, `.gitlab-ci.yml` unless given",
    }),
    environment: text(255)
      .min(1)
      .optional()
      .openapi({ description: "the job has to run in it; any, and none, unless given" }),
    repository_id: Number.optional().openapi({
      description: "GitHub's `repository_id`, GitLab's `project_id`; the first exchange says it unless given",
    }),
    repository_owner_id: Number.optional().openapi({
      description: "GitHub's `repository_owner_id`, GitLab's `namespace_id`",
    }),
    subject: z
      .string()
      .max(512)
      .regex(/^[!-~](?:[ -~]*[!-~])?$/, "must be printable ASCII")
      .optional()
      .openapi({ description: "of any other issuer: the whole `sub`, letter by letter" }),
    stage_only: z.boolean().default(false).openapi({ description: "it may stage versions, and not publish them" }),
  })
  .openapi("NewTrustedPublisher");

export const TrustedPublisher = z
  .object({
    id: Uuid,
    skill: SkillName,
    publisher: Handle,
    kind: z.enum(ISSUER_KINDS),
    issuer: z.string(),
    repository: z.string().nullable(),
    workflow: z.string().nullable(),
    environment: z.string().nullable().openapi({ description: "null: any, and none" }),
    repository_id: z.string().nullable().openapi({
      description: "what is trusted, whatever the repository is called; null: the first exchange says it",
    }),
    repository_owner_id: z.string().nullable(),
    subject: z.string().nullable(),
    stage_only: z.boolean(),
    is_pending: z.boolean().openapi({ description: "this name is not published yet; nothing reserves it" }),
    created_by: z.string(),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .openapi("TrustedPublisher");

export const TrustedPublisherList = z
  .object({ trusted_publishers: z.array(TrustedPublisher) })
  .openapi("TrustedPublisherList");

export const Audience = z
  .object({ audience: z.string().openapi({ description: "the `aud` of identities that this registry takes" }) })
  .openapi("Audience");

export const Exchange = z
  .object({
    token: z.string().min(1).max(16_384).openapi({ description: "the OIDC token of the CI job" }),
    skill: SkillName.optional().openapi({ description: "needed where several skills trust the workflow" }),
    publisher: Handle.optional().openapi({
      description:
        "for whom the job publishes; needed for a name that is not published yet and where skills of several publishers trust " +
        "the workflow, and always worth it",
    }),
  })
  .openapi("Exchange");

const Pinned = z.object({ repository_id: z.string(), repository_owner_id: z.string() });

export const Exchanged = z
  .object({
    token: z.string().openapi({ description: "`gsk_…`, for this skill alone; shown once" }),
    expires_at: Timestamp,
    skill: SkillName,
    publisher: Handle,
    scopes: z.array(z.enum(SCOPES)),
    pinned: orNull(Pinned).openapi({
      description:
        "numbers that this exchange was the first to say, and that are trusted from now on; null: they were known",
    }),
  })
  .openapi("Exchanged");

/** What a CI said of the job that published a version. */
export const PublishedVia = z
  .object({
    issuer: z.string(),
    subject: z.string(),
    repository: z.string().nullable(),
    repository_id: z.string().nullable(),
    workflow: z.string().nullable(),
    environment: z.string().nullable(),
    event: z.string().nullable(),
    ref: z.string().nullable(),
    sha: z.string().nullable(),
    run: z.string().nullable().openapi({ description: "the number of the run or pipeline" }),
  })
  .openapi("PublishedVia");

export const SkillSettings = z
  .object({
    name: SkillName,
    publishing: z.enum(PUBLISHING).openapi({
      description:
        "`any`: members of the publisher and trusted publishers publish it; `trusted`: trusted publishers alone",
    }),
    staging: z
      .enum(STAGING)
      .openapi({ description: "`required`: each version is staged first and goes live when it is approved" }),
    visibility: Visibility,
    readers: z.array(Handle).max(500).openapi({
      description: "members who may see it while it is private, beside the publisher's owners and admins",
    }),
  })
  .openapi("SkillSettings");

export const SkillSettingsChange = SkillSettings.omit({ name: true }).partial().openapi("SkillSettingsChange");
