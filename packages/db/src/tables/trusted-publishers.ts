import type { IssuerKind, Workload } from "@gaia/policy";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { accounts, publishers } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A workflow that may publish one skill of a publisher; the skill need not be there yet. */
export const trustedPublishers = pgTable(
  "trusted_publishers",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    skillName: text("skill_name").notNull(),
    kind: text("kind").$type<IssuerKind>().notNull(),
    issuer: text("issuer").notNull(),
    repository: text("repository"),
    workflow: text("workflow"),
    environment: text("environment"),
    /** Null until the first exchange said them. */
    repositoryId: text("repository_id"),
    ownerId: text("owner_id"),
    subject: text("subject"),
    stageOnly: boolean("stage_only").notNull().default(false),
    createdBy: bigint("created_by", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    createdAt: at("created_at").notNull().defaultNow(),
    lastUsedAt: at("last_used_at"),
    removedAt: at("removed_at"),
    removedWhy: text("removed_why"),
  },
  (table) => [
    index("trusted_publishers_skill").on(table.skillName),
    index("trusted_publishers_issuer").on(table.issuer),
  ],
);

/** Tokens of minutes that identities were exchanged for: only the SHA-256 of the secret is kept. */
export const workloadTokens = pgTable(
  "workload_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    trustedPublisherId: uuid("trusted_publisher_id")
      .notNull()
      .references(() => trustedPublishers.id),
    secretSha256: text("secret_sha256").notNull().unique(),
    scopes: text("scopes").array().notNull(),
    via: jsonb("via").$type<Workload>().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
  },
  (table) => [index("workload_tokens_trusted_publisher").on(table.trustedPublisherId)],
);

/** Identities that were exchanged, each once, by digest; kept for longer than they could be presented. */
export const spentIdentities = pgTable(
  "spent_identities",
  {
    issuer: text("issuer").notNull(),
    identitySha256: text("identity_sha256").notNull(),
    keepUntil: at("keep_until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.identitySha256] }),
    index("spent_identities_end").on(table.keepUntil),
  ],
);
