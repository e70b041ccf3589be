import type { ScannerReport } from "@gaia/findings";
import type { NoticeKind, Verdict } from "@gaia/policy";
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
  uuid,
} from "drizzle-orm/pg-core";
import { skills, versions } from "./catalog.ts";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** One scanning again of many versions. `detail` says why in words; `expected` what reports are held against. */
export const rescans = pgTable(
  "rescans",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    cause: text("cause").$type<"advisory" | "rules" | "scanner" | "admin" | "publisher">().notNull(),
    detail: text("detail").notNull(),
    /** Which have to look; null: all of them. */
    scanners: text("scanners").array(),
    /** Name, version and rules digest of scanners; a report that has them is carried over. */
    expected: jsonb("expected").$type<Pick<ScannerReport, "name" | "version" | "rules_digest">[]>(),
    fingerprint: text("fingerprint"),
    status: text("status").$type<"running" | "paused" | "completed" | "cancelled">().notNull(),
    total: integer("total").notNull(),
    /** An admin said to go on: it is not paused again. */
    approved: boolean("approved").notNull().default(false),
    /** Null: the registry itself. */
    createdBy: bigint("created_by", { mode: "number" }).references(() => accounts.id),
    /** Whose own re-scan of one version it is; null: nobody's, or an admin's. */
    publisherId: bigint("publisher_id", { mode: "number" }).references(() => publishers.id),
    createdAt: at("created_at").notNull().defaultNow(),
    pausedAt: at("paused_at"),
    decidedBy: bigint("decided_by", { mode: "number" }).references(() => accounts.id),
    decidedAt: at("decided_at"),
    decisionReason: text("decision_reason"),
    finishedAt: at("finished_at"),
  },
  (table) => [index("rescans_created").on(table.createdAt, table.id)],
);

/** One version of a re-scan, and what became of it. */
export const rescanItems = pgTable(
  "rescan_items",
  {
    rescanId: uuid("rescan_id")
      .notNull()
      .references(() => rescans.id),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    status: text("status").$type<"waiting" | "inspecting" | "held" | "done" | "failed" | "skipped">().notNull(),
    /** The inspection that counted when this one began. */
    previousInspectionId: uuid("previous_inspection_id"),
    inspectionId: uuid("inspection_id"),
    before: text("before").$type<Verdict>(),
    after: text("after").$type<Verdict>(),
    effect: text("effect").$type<"same" | "worse" | "better">(),
    /** Why it failed or was skipped. */
    note: text("note"),
    tries: integer("tries").notNull().default(0),
    retryAt: at("retry_at"),
    finishedAt: at("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.rescanId, table.versionId] }),
    index("rescan_items_version").on(table.versionId),
    index("rescan_items_inspection").on(table.inspectionId),
  ],
);

/** What a publisher's members are told about one of their versions or skills, or about who belongs to it. */
export const notices = pgTable(
  "notices",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    /** With `skillId` null: it is about the publisher itself. */
    versionId: bigint("version_id", { mode: "number" }).references(() => versions.id),
    /** What it is about where no version stands for it. */
    skillId: bigint("skill_id", { mode: "number" }).references(() => skills.id),
    kind: text("kind").$type<NoticeKind>().notNull(),
    text: text("text").notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    readAt: at("read_at"),
  },
  (table) => [index("notices_publisher").on(table.publisherId, table.id)],
);
