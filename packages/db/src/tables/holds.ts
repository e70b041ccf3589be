import type { ContestStatus, MailKind } from "@gaia/policy";
import { bigint, boolean, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A publisher's word against a hold, once a version and publisher, and what came of it. */
export const holdContests = pgTable(
  "hold_contests",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    /** Null: its account was deleted. */
    contestedBy: bigint("contested_by", { mode: "number" }).references(() => accounts.id),
    reason: text("reason").notNull(),
    createdAt: at("created_at").notNull(),
    status: text("status").$type<ContestStatus>().notNull(),
    /** Null: none did yet, or it closed by itself. */
    decidedBy: bigint("decided_by", { mode: "number" }).references(() => accounts.id),
    decidedAt: at("decided_at"),
    answer: text("answer"),
  },
  (table) => [uniqueIndex("hold_contests_version_id_publisher_id_key").on(table.versionId, table.publisherId)],
);

/** Until when somebody was told by mail of what waits. */
export const holdMails = pgTable(
  "hold_mails",
  {
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    kind: text("kind").$type<"publisher" | "admin">().notNull(),
    toldUntil: at("told_until").notNull(),
    mailedAt: at("mailed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

/** Which kinds of notices somebody wants by mail, where they said so; without a row: by mail. */
export const mailChoices = pgTable(
  "mail_choices",
  {
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    kind: text("kind").$type<MailKind>().notNull(),
    byMail: boolean("by_mail").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);
