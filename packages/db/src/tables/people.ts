import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });
const made = () => ({
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

/** Who signs in; what they may here is their account's. Columns are named as better-auth had them, whose tables these were (026). */
export const authUsers = pgTable("auth_users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  ...made(),
});

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => authUsers.id, { onDelete: "cascade" });

/** Browsers that are signed in. */
export const authSessions = pgTable(
  "auth_sessions",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    /** What the cookie holds, beside its signature. */
    token: text("token").notNull().unique(),
    expiresAt: at("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    ...made(),
    /** When the second factor was last shown here. */
    provenAt: at("proven_at"),
  },
  (table) => [index("auth_sessions_user").on(table.userId)],
);

/** Ways in: a password (`credential`), or an identity at a provider. */
export const authIdentities = pgTable(
  "auth_identities",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: at("access_token_expires_at"),
    refreshTokenExpiresAt: at("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    ...made(),
  },
  (table) => [
    uniqueIndex("auth_identities_provider").on(table.providerId, table.accountId),
    index("auth_identities_user").on(table.userId),
  ],
);

/** What somebody was given to bring back: a link by mail, a challenge. */
export const authVerifications = pgTable(
  "auth_verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: at("expires_at").notNull(),
    ...made(),
  },
  (table) => [
    index("auth_verifications_identifier").on(table.identifier),
    index("auth_verifications_end").on(table.expiresAt),
  ],
);

/** Authenticator apps, with their recovery codes; both encrypted with the registry's secret. */
export const authSecondFactors = pgTable("auth_second_factors", {
  id: text("id").primaryKey(),
  userId: userId().unique(),
  secret: text("secret").notNull(),
  backupCodes: text("backup_codes").notNull(),
  verified: boolean("verified").notNull().default(true),
  /** Wrong codes in a row that were given in person, and until when no other is taken. */
  failedVerificationCount: integer("failed_verification_count").notNull().default(0),
  lockedUntil: at("locked_until"),
  /** When the owner was last told that somebody guesses. */
  guessesToldAt: at("guesses_told_at"),
  /** The newest time step (RFC 6238) of which a code was accepted. */
  lastStep: bigint("last_step", { mode: "number" }),
});

export const authPasskeys = pgTable(
  "auth_passkeys",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    name: text("name"),
    publicKey: text("public_key").notNull(),
    credentialID: text("credential_id").notNull().unique(),
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    aaguid: text("aaguid"),
    createdAt: at("created_at").defaultNow(),
  },
  (table) => [index("auth_passkeys_user").on(table.userId)],
);

/** An admin's invitation to sign up, good for one account. */
export const signUpInvitations = pgTable("sign_up_invitations", {
  id: uuid("id").primaryKey().defaultRandom(),
  secretSha256: text("secret_sha256").notNull().unique(),
  /** Null: for whoever brings it. */
  email: text("email"),
  invitedBy: bigint("invited_by", { mode: "number" })
    .notNull()
    .references(() => accounts.id),
  createdAt: at("created_at").notNull().defaultNow(),
  expiresAt: at("expires_at").notNull(),
  usedBy: bigint("used_by", { mode: "number" }).references(() => accounts.id),
  usedAt: at("used_at"),
});

/** A command line that asks for a token (RFC 8628). Both codes are kept as SHA-256. */
export const deviceLogins = pgTable(
  "device_logins",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    deviceSha256: text("device_sha256").notNull().unique(),
    userCodeSha256: text("user_code_sha256").notNull().unique(),
    /** What it calls itself: a stranger's word. */
    client: text("client").notNull(),
    address: text("address").notNull(),
    scopes: text("scopes").array().notNull(),
    createdAt: at("created_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    polledAt: at("polled_at"),
    status: text("status").$type<"pending" | "approved" | "denied" | "used">().notNull().default("pending"),
    accountId: bigint("account_id", { mode: "number" }).references(() => accounts.id),
  },
  (table) => [index("device_logins_end").on(table.expiresAt)],
);
