import type { SourceFormat, Diagnostic, CanonicalSkill } from "@gaia/manifest";
import type { PublishedVia, Publishing, ServedStatus, Staging, Status, Tier, Verdict, Visibility } from "@gaia/policy";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts, publishers } from "./identity.ts";
import type { AuthorSignature } from "./json-columns.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A name in the registry; never reassigned. */
export const skills = pgTable(
  "skills",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    name: text("name").notNull().unique(),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    /** The highest listed version; null while nothing of the skill is listed. Kept by `refreshLatest`. */
    latestVersionId: bigint("latest_version_id", { mode: "number" }),
    downloads: bigint("downloads", { mode: "number" }).notNull().default(0),
    /** Downloads of seven days over the weekly mean of the four weeks before, in thousandths; 0 below ten downloads. Kept by the sweep. */
    rising: integer("rising").notNull().default(0),
    /** Of the reviews that count; kept by triggers. */
    ratingSum: integer("rating_sum").notNull().default(0),
    ratingCount: integer("rating_count").notNull().default(0),
    /** Those that count; kept by triggers. */
    stars: integer("stars").notNull().default(0),
    /** Who may publish it: whom its publisher lets, or its trusted publishers alone. */
    publishing: text("publishing").$type<Publishing>().notNull().default("any"),
    staging: text("staging").$type<Staging>().notNull().default("optional"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    /** Counts what search must hear of; the index is behind while `indexedRevision` differs. */
    revision: integer("revision").notNull().default(0),
    indexedRevision: integer("indexed_revision").notNull().default(0),
    /** Who may see it (`policy`: `reachOf`). */
    visibility: text("visibility").$type<Visibility>().notNull().default("public"),
    /** What its leaves in the log are salted with, 32 bytes in hex; null: it is public, and they are not. */
    salt: text("salt"),
  },
  (table) => [
    index("skills_publisher").on(table.publisherId),
    index("skills_updated").on(table.updatedAt, table.id),
    index("skills_downloads").on(table.downloads, table.id),
  ],
);

/** One release. `status` is the truth about its life (docs/lifecycle.md). */
export const versions = pgTable(
  "versions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    skillId: bigint("skill_id", { mode: "number" })
      .notNull()
      .references(() => skills.id),
    version: text("version").notNull(),
    /** The handle of the publisher that released it, as its SHA256SUMS says; the skill may be another's by now. */
    releasedAs: text("released_as").notNull(),
    /** Orders like SemVer precedence under the "C" collation. */
    sortKey: text("sort_key").notNull(),
    status: text("status").$type<Status>().notNull(),
    /** The state an admin's release returns it to. */
    statusBeforeQuarantine: text("status_before_quarantine").$type<ServedStatus>(),
    statusReason: text("status_reason"),
    /** Who withholds it: what a scan withheld, a scan may give back. */
    quarantinedBy: text("quarantined_by").$type<"scan" | "admin">(),
    tier: text("tier").$type<Tier>().notNull(),
    claimedTier: text("claimed_tier"),
    format: text("format").$type<SourceFormat>().notNull(),
    kind: text("kind").notNull(),
    displayName: text("display_name").notNull(),
    description: text("description").notNull(),
    license: text("license"),
    author: text("author"),
    tags: text("tags").array().notNull(),
    toolNames: text("tool_names").array().notNull(),
    /** `domain:level` of every declared or inferred permission, for filters. */
    permissionLevels: text("permission_levels").array().notNull(),
    permissionsDeclared: boolean("permissions_declared").notNull(),
    manifest: jsonb("manifest").$type<CanonicalSkill>().notNull(),
    diagnostics: jsonb("diagnostics").$type<Diagnostic[]>().notNull(),
    /** The Markdown body of the manifest, as written. */
    readme: text("readme").notNull(),
    /** Tokens of context (`context-cost`): its line in a list, its instructions, all that these lead to. Null: not counted. */
    contextAlways: integer("context_always"),
    contextUsed: integer("context_used"),
    contextMost: integer("context_most"),
    contentDigest: text("content_digest").notNull(),
    releaseDigest: text("release_digest").notNull(),
    /** The upload as it came: its SHA-256 (hex), kind and size. */
    uploadSha256: text("upload_sha256").notNull(),
    uploadKind: text("upload_kind").$type<"zip" | "tgz">().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** What it takes in storage: upload and archives. `publisherUsage` is kept by it. */
    storedBytes: bigint("stored_bytes", { mode: "number" }).notNull().default(0),
    fileCount: integer("file_count").notNull(),
    /** Null: no account, but the workflow of `publishedVia`. */
    publishedBy: bigint("published_by", { mode: "number" }).references(() => accounts.id),
    /** It goes live when somebody approves it; false once it did, or where nobody has to. */
    awaitsApproval: boolean("awaits_approval").notNull().default(false),
    approvedBy: bigint("approved_by", { mode: "number" }).references(() => accounts.id),
    publishedVia: jsonb("published_via").$type<PublishedVia>(),
    authorSignature: jsonb("author_signature").$type<AuthorSignature>(),
    /** The inspection that counts; null until one was started. */
    inspectionId: uuid("inspection_id"),
    verdict: text("verdict").$type<Verdict>(),
    /** REVIEW, and not cleared. Kept by triggers (migration 0054). */
    held: boolean("held").notNull().default(false),
    /** Since when it waits for an admin, as held while it is published or as withheld by a scan; null: it does not (migration 0060). */
    heldSince: at("held_since"),
    /** The npm package that an audit confirmed; null: none. */
    npmPackage: text("npm_package"),
    /** Why an admin took its tier away; null: none did. */
    demotedReason: text("demoted_reason"),
    demotedFrom: text("demoted_from").$type<Exclude<Tier, "experimental">>(),
    demotedInspectionId: uuid("demoted_inspection_id"),
    /** Since when its publisher says that it should be used no more; null: it does not. */
    deprecatedAt: at("deprecated_at"),
    deprecatedMessage: text("deprecated_message"),
    deprecatedReplacement: text("deprecated_replacement"),
    receivedAt: at("received_at").notNull().defaultNow(),
    publishedAt: at("published_at"),
    changedAt: at("changed_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("versions_skill_sort_key").on(table.skillId, table.sortKey),
    index("versions_unfinished").on(table.status),
  ],
);

/** A skill that is offered to another publisher; a row is decided once. */
export const skillTransfers = pgTable("skill_transfers", {
  id: uuid("id").primaryKey().defaultRandom(),
  skillId: bigint("skill_id", { mode: "number" })
    .notNull()
    .references(() => skills.id),
  fromPublisherId: bigint("from_publisher_id", { mode: "number" })
    .notNull()
    .references(() => publishers.id),
  toPublisherId: bigint("to_publisher_id", { mode: "number" })
    .notNull()
    .references(() => publishers.id),
  requestedBy: bigint("requested_by", { mode: "number" })
    .notNull()
    .references(() => accounts.id),
  status: text("status").$type<"pending" | "accepted" | "declined" | "withdrawn" | "expired">().notNull(),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  decidedBy: bigint("decided_by", { mode: "number" }).references(() => accounts.id),
  decidedAt: at("decided_at"),
});

/** Members of a publisher who may see one of its private skills; they count while they are members. */
export const skillReaders = pgTable(
  "skill_readers",
  {
    skillId: bigint("skill_id", { mode: "number" })
      .notNull()
      .references(() => skills.id),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    createdAt: at("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.skillId, table.accountId] }),
    index("skill_readers_account").on(table.accountId),
  ],
);

/** A canonical archive of a version, stored under its digest. */
export const artifacts = pgTable(
  "artifacts",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    kind: text("kind").$type<"zip" | "tgz">().notNull(),
    sha256: text("sha256").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.kind] }), index("artifacts_sha256").on(table.sha256)],
);

/** The files of a version: what SHA256SUMS is made from. */
export const files = pgTable(
  "files",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    path: text("path").notNull(),
    sha256: text("sha256").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.path] })],
);

/** Downloads a day, added in batches. */
export const downloadsDaily = pgTable(
  "downloads_daily",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    day: text("day").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.day] })],
);

/** How a version was taken on a day: by which protocol, one for each principal. For its publisher and admins; nothing is ranked by it. */
export const downloadsByClient = pgTable(
  "downloads_by_client",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id, { onDelete: "cascade" }),
    day: text("day").notNull(),
    client: text("client").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.day, table.client] })],
);

/** What a purge still has to remove from storage, or the rejection of a staged version. */
export const purges = pgTable("purges", {
  /** A rejected version has no row any more. */
  versionId: bigint("version_id", { mode: "number" }).primaryKey(),
  /** SHA-256 (hex) of its upload and its archives. */
  digests: text("digests").array().notNull(),
  purgedAt: at("purged_at").notNull(),
  /** When the last of them was gone, or another version's. */
  removedAt: at("removed_at"),
  /** Whom the bytes count for until they are gone; null: nobody, as of a purge. */
  publisherId: bigint("publisher_id", { mode: "number" }).references(() => publishers.id),
  sizeBytes: bigint("size_bytes", { mode: "number" }).notNull().default(0),
});
