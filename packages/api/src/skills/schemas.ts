import { z } from "@hono/zod-openapi";
import {
  Archive,
  Diagnostic,
  Digest,
  Format,
  Handle,
  Integrity,
  Kind,
  MinAge,
  orNull,
  SemVer,
  SkillName,
  Status,
  Tier,
  Timestamp,
  Uuid,
  Verdict,
  Visibility,
} from "../defining/values.ts";
import { Clients, Deprecation, NeedingOption, PlainInstall, Standing, StandingState } from "./standing.ts";
import { ContextTokens } from "./context-tokens.ts";
import { ImportedFrom } from "./imported-from.ts";
import { MirroredFrom } from "../mirrors/schemas.ts";
import { PublishedVia } from "../trusted/schemas.ts";
import { Provenance, SignatureSummary, SignerChange } from "../signatures/schemas.ts";

export const Rating = z.object({ average: z.number().nullable(), count: z.number().int() });

// Registries of earlier releases do not tell it.
export const Held = z.boolean().optional().openapi({ description: "held for review: REVIEW, and no admin cleared it" });

const Tool = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    input_schema: z.record(z.string(), z.unknown()),
  })
  .openapi("Tool");

const Requirements = z
  .object({
    python: z.string().nullable(),
    model: z.string().nullable(),
    context: z.string().nullable(),
    hardware: z.record(z.string(), z.string()),
    env_vars: z.array(z.string()),
    dependencies: z.array(z.string()).openapi({ description: "pip requirements" }),
    node_dependencies: z.array(z.string()),
    skills: z.array(z.object({ name: z.string(), version: z.string(), optional: z.boolean().optional() })),
  })
  .openapi("Requirements");

const Progress = z
  .object({
    attempt: z.number().int().openapi({ description: "1 for the first" }),
    scanners: z.array(z.object({ name: z.string(), status: z.enum(["waiting", "running", "completed", "unscanned"]) })),
    note: z.string().nullable().openapi({ description: "what is done beside scanning, or why nothing is" }),
  })
  .openapi("Progress", { description: "how far an inspection has come; written once a second while it goes on" });

export const Tombstone = z
  .object({
    name: SkillName,
    version: SemVer,
    status: z.literal("purged"),
    status_reason: z.string(),
    purged_at: Timestamp,
  })
  .openapi("Tombstone");

export const Version = z
  .object({
    name: SkillName,
    version: SemVer,
    description: z.string(),
    display_name: z.string(),
    author: z.string().nullable(),
    publisher: Handle.openapi({ description: "who released it, as its SHA256SUMS and the registry's statements say" }),
    // Registries before transfers have none.
    owner: Handle.optional().openapi({
      description: "whose the skill is now: another than `publisher` after a transfer",
    }),
    visibility: Visibility.optional(),
    license: z.string().nullable(),
    homepage: z.string().nullable(),
    repository: z.string().nullable(),
    format: Format,
    kind: Kind,
    status: Status,
    status_reason: z.string().nullable(),
    // Older registries do not tell it.
    standing: Standing.optional(),
    security_tier: Tier,
    claimed_tier: z.string().nullable(),
    verdict: orNull(Verdict),
    verdict_reason: z.string().nullable(),
    cleared: z.boolean().openapi({ description: "an admin cleared a REVIEW verdict with a reason" }),
    held: Held,
    inspection_id: Uuid.nullable(),
    // Registries of the first release do not tell it.
    progress: Progress.nullable().optional().openapi({ description: "null but while it is inspected" }),
    permissions: z.object({
      declared: z.array(z.string()).nullable(),
      inferred: z.array(
        z.object({
          permission: z.string(),
          evidence: z.array(z.object({ file: z.string(), line: z.number().int().nullable() })),
        }),
      ),
    }),
    tools: z.array(Tool),
    requirements: Requirements,
    tags: z.array(z.string()),
    content_digest: Digest,
    release_digest: Digest,
    integrity: Integrity,
    artifacts: z.array(z.object({ archive: Archive, integrity: Integrity, size_bytes: z.number().int() })),
    size_bytes: z.number().int(),
    file_count: z.number().int(),
    signatures: z.array(SignatureSummary),
    // Older registries tell none of these five.
    provenance: z.array(Provenance).optional(),
    published_via: orNull(PublishedVia)
      .optional()
      .openapi({ description: "the workflow that published it, as its CI vouched for it; null: an account did" }),
    mirrored_from: orNull(MirroredFrom)
      .optional()
      .openapi({ description: "where it was taken from; null: its publisher published it" }),
    imported_from: orNull(ImportedFrom)
      .optional()
      .openapi({ description: "the registry whose bundle it came by; null: no bundle" }),
    build_level: z
      .number()
      .int()
      .min(0)
      .max(3)
      .optional()
      .openapi({ description: "the highest of them; 0 without any" }),
    signer_change: orNull(SignerChange).optional(),
    demoted_reason: z.string().nullable().optional().openapi({ description: "why an admin took its tier away" }),
    deprecated: orNull(Deprecation).optional(),
    diagnostics: z.array(Diagnostic),
    received_at: Timestamp,
    published_at: Timestamp.nullable(),
    download_url: z.string(),
    // Registries of the first release have no log.
    log: z
      .object({ leaf: z.string(), proof_url: z.string() })
      .nullable()
      .optional()
      .openapi({ description: "The newest decision about it as the log says it; its proof is there within a second" }),
    // Registries of the first releases did not count them.
    context_tokens: orNull(ContextTokens).optional(),
    readme: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: "as of `Skill`; only where one version is asked for" }),
  })
  .openapi("Version");

const VersionOfSkill = z
  .object({
    version: SemVer,
    status: Status,
    state: StandingState.optional(),
    security_tier: Tier,
    verdict: orNull(Verdict),
    held: Held,
    held_reason: z.string().nullable().optional().openapi({ description: "why; null: it is not held" }),
    signer_change: z.enum(["pending", "confirmed"]).nullable().optional(),
    deprecated: z.boolean().optional(),
    published_at: Timestamp.nullable(),
    clients: Clients.optional(),
  })
  .openapi("VersionOfSkill");

export const Skill = Version.extend({
  latest_version: SemVer,
  downloads: z.number().int(),
  rating: Rating,
  // Older registries have none.
  stars: z.number().int().optional().openapi({ description: "how many accounts gave it their star" }),
  created_at: Timestamp,
  updated_at: Timestamp,
  versions: z.array(VersionOfSkill),
  install: PlainInstall.optional(),
  needing_option: z.array(NeedingOption).optional().openapi({
    description: "published versions newer than `install`, newest first, and what an install of each needs",
  }),
  passed_over: z
    .array(z.object({ version: SemVer, reason: z.string() }))
    .openapi({ description: "newer versions that are not the latest one, and why" }),
  readme: z
    .string()
    .nullable()
    .openapi({ description: "the Markdown body of the manifest, as written (hostile text: render it sanitised)" }),
}).openapi("Skill");

export const Validation = z
  .object({
    valid: z.boolean(),
    format: orNull(Format),
    version: Version.partial().nullable().openapi({ description: "what the manifest says; null when it is not valid" }),
    diagnostics: z.array(Diagnostic),
  })
  .openapi("Validation");

export const FileList = z
  .object({ files: z.array(z.object({ path: z.string(), sha256: z.string(), size_bytes: z.number().int() })) })
  .openapi("FileList");

const RangeText = z.string().min(1).max(256).openapi({ example: ">=1.0, <2", description: "see docs/versions.md" });

export const ResolveRequest = z
  .object({
    skills: z
      .array(z.object({ name: SkillName, range: RangeText.default("*"), required: z.boolean().default(true) }))
      .min(1)
      .max(100),
    allow_experimental: z.boolean().default(false),
    allow_held: z.boolean().default(false).openapi({
      description: "take what is held for review, of skills that are asked for by name; implies `allow_experimental`",
    }),
    min_age: MinAge.nullable().default(null),
    locked: z.record(SkillName, SemVer).default({}).openapi({
      description: "versions to keep where they fit; a yanked one is taken only from here or by its exact version",
    }),
  })
  .openapi("ResolveRequest");

export const Resolution = z
  .object({
    install: z.array(
      z.object({
        name: SkillName,
        version: SemVer,
        integrity: Integrity,
        content_digest: Digest,
        security_tier: Tier,
        required_by: z.array(z.object({ name: orNull(SkillName), range: z.string() })).openapi({
          description: "who needs it, and in which range; null: who asked",
        }),
        passed_over: z.array(z.object({ version: SemVer, reason: z.string() })),
        download_url: z.string(),
      }),
    ),
    left_out: z.array(
      z.object({ name: z.string(), range: z.string(), required_by: z.string().nullable(), reason: z.string() }),
    ),
  })
  .openapi("Resolution");
