import type { BuildLevel, CertifiedIdentity, ProvenanceClaims } from "@gaia/trust";
import { bigint, index, jsonb, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { versions } from "./catalog.ts";
import { signingKeys } from "./identity.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Which digest of a version a build names. */
export type BuiltWhat = "content_digest" | "release_digest" | "zip" | "tgz" | "upload";

/** What builds say of a version (SLSA provenance), each as it verified when it came. */
export const provenances = pgTable(
  "provenances",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    versionId: bigint("version_id", { mode: "number" })
      .notNull()
      .references(() => versions.id),
    /** The registered identity that its level counts for; null: none. */
    signingKeyId: uuid("signing_key_id").references(() => signingKeys.id),
    signer: text("signer").notNull(),
    level: smallint("level").$type<BuildLevel>().notNull(),
    reason: text("reason").notNull(),
    artifact: text("artifact").$type<BuiltWhat>().notNull(),
    claims: jsonb("claims").$type<ProvenanceClaims>().notNull(),
    identity: jsonb("identity").$type<CertifiedIdentity>(),
    body: text("body").notNull(),
    sha256: text("sha256").notNull(),
    signedAt: at("signed_at").notNull(),
    verifiedAt: at("verified_at").notNull(),
  },
  (table) => [
    uniqueIndex("provenances_version_id_sha256_key").on(table.versionId, table.sha256),
    index("provenances_key").on(table.signingKeyId),
  ],
);
