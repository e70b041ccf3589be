import type { MirrorApproval, MirrorOutcome, MirrorState } from "@gaia/policy";
import { bigint, boolean, index, integer, pgTable, smallint, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Another registry whose skills are taken into this one (migration 0074). */
export const mirrors = pgTable(
  "mirrors",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    address: text("address").notNull(),
    /** Which protocol it speaks, and where; null: not found out yet. */
    source: text("source"),
    base: text("base"),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    createdBy: bigint("created_by", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    prefix: text("prefix"),
    onlyNames: text("only_names").array().notNull(),
    minAgeDays: smallint("min_age_days").notNull(),
    approve: text("approve").$type<MirrorApproval>().notNull(),
    follows: boolean("follows").notNull(),
    state: text("state").$type<MirrorState>().notNull(),
    run: integer("run").notNull().default(1),
    reason: text("reason"),
    failures: smallint("failures").notNull().default(0),
    hosts: text("hosts").array().notNull().default([]),
    /** Of a list in pages: where the next page of this run lies, and how many came before it. */
    listCursor: text("list_cursor"),
    listPages: integer("list_pages").notNull().default(0),
    /** Whether the list was longer than a mirror takes. */
    isCut: boolean("is_cut").notNull().default(false),
    /** When the last run began that listed the whole upstream. */
    wholeAt: at("whole_at"),
    attemptId: uuid("attempt_id"),
    leaseUntil: at("lease_until"),
    retryAt: at("retry_at"),
    createdAt: at("created_at").notNull(),
    startedAt: at("started_at").notNull(),
    finishedAt: at("finished_at"),
  },
  (table) => [index("mirrors_created").on(table.createdAt, table.id)],
);

/** A version that an upstream listed (migrations 0074 and 0078), and what came of it. */
export const mirrorItems = pgTable(
  "mirror_items",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    mirrorId: uuid("mirror_id")
      .notNull()
      .references(() => mirrors.id, { onDelete: "cascade" }),
    /** SHA-256 (hex) of where it lies and its version, or else its digest. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    version: text("version"),
    publisher: text("publisher"),
    digest: text("digest"),
    origin: text("origin").notNull(),
    publishedAt: at("published_at"),
    firstSeenAt: at("first_seen_at").notNull(),
    /** It is no older than the last whole run that did not list it. */
    notBefore: at("not_before"),
    seenRun: integer("seen_run").notNull(),
    outcome: text("outcome").$type<MirrorOutcome>().notNull(),
    reason: text("reason"),
    versionId: bigint("version_id", { mode: "number" }).references(() => versions.id, { onDelete: "set null" }),
    tries: smallint("tries").notNull().default(0),
    retryAt: at("retry_at"),
    takenAt: at("taken_at"),
    /** What the upstream says instead by now. */
    rewrittenDigest: text("rewritten_digest"),
    /** When an admin was told of that. */
    rewrittenToldAt: at("rewritten_told_at"),
    goneAt: at("gone_at"),
  },
  (table) => [
    unique().on(table.mirrorId, table.key),
    index("mirror_items_names").on(table.mirrorId, table.name),
    index("mirror_items_version").on(table.versionId),
  ],
);

/** Where a version came from that was not published by its author. */
export const mirroredVersions = pgTable(
  "mirrored_versions",
  {
    versionId: bigint("version_id", { mode: "number" })
      .primaryKey()
      .references(() => versions.id, { onDelete: "cascade" }),
    upstream: text("upstream").notNull(),
    source: text("source").notNull(),
    origin: text("origin").notNull(),
    name: text("name").notNull(),
    version: text("version"),
    publisher: text("publisher"),
    digest: text("digest"),
    mirroredAt: at("mirrored_at").notNull(),
  },
  (table) => [
    index("mirrored_versions_publisher").on(table.upstream, table.publisher),
    index("mirrored_versions_name").on(table.upstream, table.name),
  ],
);
