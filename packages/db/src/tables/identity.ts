import type { Role } from "@gaia/policy";
import type { SignatureKindName } from "@gaia/trust";
import { bigint, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A person or an organisation under whose handle skills are published. Handles are never reassigned. */
export const publishers = pgTable("publishers", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  handle: text("handle").notNull().unique(),
  kind: text("kind").$type<"user" | "organisation">().notNull(),
  createdAt: at("created_at").notNull().defaultNow(),
});

/** Somebody who can act: holds tokens, belongs to publishers. */
export const accounts = pgTable("accounts", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  handle: text("handle").notNull().unique(),
  email: text("email"),
  role: text("role").$type<"user" | "admin">().notNull().default("user"),
  createdAt: at("created_at").notNull().defaultNow(),
  disabledAt: at("disabled_at"),
  /** Why an admin suspended it; null: none did. */
  suspendedReason: text("suspended_reason"),
  /** Its owner deleted it: the row keeps its handle from being given out again. */
  deletedAt: at("deleted_at"),
  /** Who signs in for it (`auth_users`); null: nobody, it acts by tokens alone. */
  authUserId: text("auth_user_id").unique(),
});

/** Which account may act for which publisher. */
export const memberships = pgTable(
  "memberships",
  {
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    role: text("role").$type<Role>().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    /** The identity provider (`auth_identities.provider_id`) whose groups gave it; null: somebody gave it by hand. */
    grantedBy: text("granted_by"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.publisherId] }),
    index("memberships_publisher").on(table.publisherId),
  ],
);

/** Who was asked to belong to a publisher; a row is decided once. */
export const invitations = pgTable("invitations", {
  id: uuid("id").primaryKey().defaultRandom(),
  publisherId: bigint("publisher_id", { mode: "number" })
    .notNull()
    .references(() => publishers.id),
  /** Whom; null: whoever has the address. */
  accountId: bigint("account_id", { mode: "number" }).references(() => accounts.id),
  /** In lower case; null: the account was named. */
  email: text("email"),
  role: text("role").$type<Role>().notNull(),
  invitedBy: bigint("invited_by", { mode: "number" })
    .notNull()
    .references(() => accounts.id),
  status: text("status").$type<"pending" | "accepted" | "declined" | "withdrawn" | "expired">().notNull(),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  decidedBy: bigint("decided_by", { mode: "number" }).references(() => accounts.id),
  decidedAt: at("decided_at"),
});

/** Bearer tokens: only the SHA-256 of the secret is kept. */
export const tokens = pgTable(
  "tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    secretSha256: text("secret_sha256").notNull().unique(),
    scopes: text("scopes").array().notNull(),
    namePatterns: text("name_patterns").array().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    lastUsedAt: at("last_used_at"),
    /** Somebody presented it as leaked: it never comes back, not as the bootstrap token either. */
    leakedAt: at("leaked_at"),
    /** When the account's second factor was last shown with it. */
    provenAt: at("proven_at"),
  },
  (table) => [index("tokens_account").on(table.accountId)],
);

/** Keys (or identities) that a publisher signs releases with. */
export const signingKeys = pgTable(
  "signing_keys",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    kind: text("kind").$type<SignatureKindName>().notNull(),
    fingerprint: text("fingerprint").notNull(),
    publicKey: text("public_key").notNull(),
    userIds: text("user_ids").array().notNull(),
    algorithm: text("algorithm").notNull(),
    registeredAt: at("registered_at").notNull().defaultNow(),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    /** `compromised` takes past signatures down; `retired` keeps them (docs/lifecycle.md). */
    revokedAs: text("revoked_as").$type<"compromised" | "retired">(),
    /** What signatures name their signer by; null: not read yet. */
    signerIds: text("signer_ids").array(),
  },
  (table) => [
    uniqueIndex("signing_keys_publisher_fingerprint").on(table.publisherId, table.fingerprint),
    index("signing_keys_fingerprint").on(table.fingerprint),
  ],
);
