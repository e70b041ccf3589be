import type { Envelope } from "@gaia/trust";
import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true });

export type RegistryKeyState = "next" | "current" | "former" | "revoked";

/** The registry's own public keys; at most one is `current` and one is `next`. */
export const registryKeys = pgTable("registry_keys", {
  keyId: text("key_id").primaryKey(),
  /** SPKI PEM. */
  publicKey: text("public_key").notNull(),
  fingerprint: text("fingerprint").notNull(),
  state: text("state").$type<RegistryKeyState>().notNull(),
  announcedAt: at("announced_at").notNull(),
  validFrom: at("valid_from"),
  validUntil: at("valid_until"),
  handover: jsonb("handover").$type<Envelope>(),
  /** In which the key after this one says until when it signed. */
  retirement: jsonb("retirement").$type<Envelope>(),
});
