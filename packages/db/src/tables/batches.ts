import type { BatchOutcome, BatchState, Visibility } from "@gaia/policy";
import { bigint, boolean, index, jsonb, pgTable, smallint, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** What is wrong with a package, at which line. */
interface Told {
  code: string;
  title: string;
  severity: "error" | "warning" | "info";
  file: string;
  line: number | null;
  column: number | null;
  message: string;
  hint: string | null;
}

/** An archive of many skills that an account sent (migration 0091). */
export const batches = pgTable(
  "batches",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    /** The token that sent it; null: it was sent in person. */
    tokenId: uuid("token_id"),
    scopes: text("scopes").array().notNull(),
    defaultVersion: text("default_version"),
    visibility: text("visibility").$type<Visibility>(),
    isStaged: boolean("is_staged").notNull(),
    state: text("state").$type<BatchState>().notNull(),
    reason: text("reason"),
    failures: smallint("failures").notNull().default(0),
    attemptId: uuid("attempt_id"),
    leaseUntil: at("lease_until"),
    retryAt: at("retry_at"),
    createdAt: at("created_at").notNull(),
    confirmedAt: at("confirmed_at"),
    finishedAt: at("finished_at"),
  },
  (table) => [index("batches_account").on(table.accountId, table.createdAt)],
);

/** A skill of a batch (migration 0091), and what came of it. */
export const batchItems = pgTable(
  "batch_items",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id, { onDelete: "cascade" }),
    position: smallint("position").notNull(),
    /** Where it lies in the archive; empty: its root. */
    path: text("path").notNull(),
    sha256: text("sha256").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    outcome: text("outcome").$type<BatchOutcome>().notNull(),
    name: text("name"),
    version: text("version"),
    code: text("code"),
    reason: text("reason"),
    errors: jsonb("errors").$type<Told[]>(),
    versionId: bigint("version_id", { mode: "number" }).references(() => versions.id, { onDelete: "set null" }),
    tries: smallint("tries").notNull().default(0),
  },
  (table) => [
    unique("batch_items_batch_id_position_key").on(table.batchId, table.position),
    index("batch_items_sha256").on(table.sha256),
    index("batch_items_version").on(table.versionId),
  ],
);
