import type { Protocol } from "@gaia/policy";
import { bigint, index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";

/**
 * What was made of a version for clients of another registry's protocol, by the digest of its bytes. Triggers (migration 0057) drop the
 * rows in the transaction that changes the version's state, verdict or tier, or who may see its skill.
 */
export const derivedArtefacts = pgTable(
  "derived_artefacts",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id, { onDelete: "cascade" }),
    protocol: text("protocol").$type<Protocol>().notNull(),
    /** Which of that protocol's files of the version it is. */
    name: text("name").notNull(),
    sha256: text("sha256").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.protocol, table.name] }),
    index("derived_artefacts_sha256").on(table.sha256),
  ],
);

/** Bytes whose row fell, until storage has lost them or another row names them. */
export const droppedArtefacts = pgTable(
  "dropped_artefacts",
  {
    versionId: bigint("version_id", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    droppedAt: timestamp("dropped_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.sha256] }),
    index("dropped_artefacts_at").on(table.droppedAt),
  ],
);

/**
 * What clients of another registry's protocol call the files of a version when they ask which one a folder is. Derived from the digests of
 * its files when one first asks; the rows of a version never change.
 */
export const versionFingerprints = pgTable(
  "version_fingerprints",
  {
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id, { onDelete: "cascade" }),
    protocol: text("protocol").$type<Protocol>().notNull(),
    fingerprint: text("fingerprint").notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.protocol, table.fingerprint] })],
);

/** Files that a client sends one by one before it says which version they are: whose they are, and which bytes have to come. */
export const uploadTickets = pgTable(
  "upload_tickets",
  {
    ticketSha256: text("ticket_sha256").primaryKey(),
    /** As limits count callers: `account:4`. */
    holder: text("holder").notNull(),
    path: text("path").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }),
    /** When a publish took it that did not succeed; one that does removes the row. */
    spentAt: timestamp("spent_at", { withTimezone: true }),
  },
  (table) => [index("upload_tickets_holder").on(table.holder), index("upload_tickets_end").on(table.expiresAt)],
);
