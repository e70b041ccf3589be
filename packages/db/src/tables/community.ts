import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AppealStatus, ReportEffect, ReportKind, ReportStatus } from "@gaia/policy";
import { skills, versions } from "./catalog.ts";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });
const account = (name: string) => bigint(name, { mode: "number" }).references(() => accounts.id);

/** Which accounts took a version while they were signed in, and when first: who may review it. */
export const accountDownloads = pgTable(
  "account_downloads",
  {
    accountId: account("account_id").notNull(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    firstAt: at("first_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.versionId] }),
    index("account_downloads_version").on(table.versionId),
  ],
);

/** What an account says of a skill: one each. Triggers keep `skills.rating_sum` and `rating_count`. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    skillId: bigint("skill_id", { mode: "number" })
      .notNull()
      .references(() => skills.id),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    /** Null: its account was deleted. */
    accountId: account("account_id"),
    rating: smallint("rating").notNull(),
    body: text("body"),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    /** Whether it is shown and counted. */
    counts: boolean("counts").notNull().default(true),
    /** The publisher's, once. */
    answer: text("answer"),
    answeredBy: account("answered_by"),
    answeredAt: at("answered_at"),
    removedBy: account("removed_by"),
    removedAt: at("removed_at"),
    removedReason: text("removed_reason"),
  },
  (table) => [
    uniqueIndex("reviews_skill_id_account_id_key").on(table.skillId, table.accountId),
    index("reviews_skill").on(table.skillId, table.updatedAt, table.id),
    index("reviews_account").on(table.accountId),
    index("reviews_version").on(table.versionId),
  ],
);

/** Whom a skill pleases: one for each account. Triggers keep `skills.stars`. */
export const stars = pgTable(
  "stars",
  {
    skillId: bigint("skill_id", { mode: "number" })
      .notNull()
      .references(() => skills.id, { onDelete: "cascade" }),
    accountId: account("account_id").notNull(),
    createdAt: at("created_at").notNull(),
    /** False while its account is suspended. */
    counts: boolean("counts").notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.skillId, table.accountId] }), index("stars_account").on(table.accountId)],
);

/** A case: what somebody reports of a skill, what an admin decided, and the publisher's appeal. */
export const reports = pgTable(
  "reports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    skillId: bigint("skill_id", { mode: "number" })
      .notNull()
      .references(() => skills.id),
    /** Null: the skill as a whole. */
    versionId: bigint("version_id", { mode: "number" }).references(() => versions.id),
    kind: text("kind").$type<ReportKind>().notNull(),
    body: text("body").notNull(),
    /** Null: its account was deleted. */
    reporterId: account("reporter_id"),
    createdAt: at("created_at").notNull(),
    status: text("status").$type<ReportStatus>().notNull(),
    decidedBy: account("decided_by"),
    decidedAt: at("decided_at"),
    reason: text("reason"),
    effect: text("effect").$type<ReportEffect>(),
    effectVersionId: bigint("effect_version_id", { mode: "number" }).references(() => versions.id),
    appeal: text("appeal"),
    appealedBy: account("appealed_by"),
    appealedAt: at("appealed_at"),
    appealStatus: text("appeal_status").$type<AppealStatus>(),
    appealDecidedBy: account("appeal_decided_by"),
    appealDecidedAt: at("appeal_decided_at"),
    appealReason: text("appeal_reason"),
  },
  (table) => [
    index("reports_status").on(table.status, table.createdAt, table.id),
    index("reports_appeals").on(table.appealedAt, table.id),
    index("reports_skill").on(table.skillId),
    index("reports_reporter").on(table.reporterId, table.createdAt),
  ],
);

/** How far a publisher's standing lifts its skills in search (docs/reputation.md). */
export const publisherReputations = pgTable(
  "publisher_reputations",
  {
    publisherId: bigint("publisher_id", { mode: "number" })
      .primaryKey()
      .references(() => publishers.id),
    /** 0 to 1. */
    score: real("score").notNull(),
    /** Places, 0 to 3. */
    lift: smallint("lift").notNull(),
    countedAt: at("counted_at").notNull(),
  },
  (table) => [index("publisher_reputations_counted").on(table.countedAt)],
);
