import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";

/** An author's signature that came along, as it verified here. */
export interface ImportedSignature {
  kind: string;
  signer: string;
  state: "valid" | "invalid";
  signature: string;
}

/** Versions that came by a bundle of another registry, and what that one said of them (migrations 0076, 0077). */
export const importedVersions = pgTable("imported_versions", {
  versionId: bigint("version_id", { mode: "number" })
    .primaryKey()
    .references(() => versions.id, { onDelete: "cascade" }),
  registry: text("registry").notNull(),
  /** SHA-256 (hex) of the bundle's index. */
  bundle: text("bundle").notNull(),
  /** As its index says; null: of an import before it was kept. */
  bundleCreatedAt: timestamp("bundle_created_at", { withTimezone: true }),
  keyFingerprint: text("key_fingerprint").notNull(),
  publisher: text("publisher").notNull(),
  securityTier: text("security_tier").notNull(),
  verdict: text("verdict"),
  statements: jsonb("statements").$type<unknown[]>().notNull(),
  signatures: jsonb("signatures").$type<ImportedSignature[]>().notNull(),
  importedAt: timestamp("imported_at", { withTimezone: true }).notNull(),
});
