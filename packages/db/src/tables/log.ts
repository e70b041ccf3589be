import { bigint, boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { skills, versions } from "./catalog.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** One leaf of the registry's log for each decision, in its transaction. Append-only but for `position`, which is given once. */
export const logLeaves = pgTable(
  "log_leaves",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** As `formatLeaf` of the log writes it. */
    leaf: text("leaf").notNull(),
    versionId: bigint("version_id", { mode: "number" }).references(() => versions.id),
    /** Of leaves that say which version of a skill is the newest. */
    skillId: bigint("skill_id", { mode: "number" }).references(() => skills.id),
    /** Of the statement that says the same. Without a version, a restored database lost that one, and the number was given since. */
    attestationSequence: bigint("attestation_sequence", { mode: "number" }).unique(),
    /** Its place in the tree, from 0; null: pending. */
    position: bigint("position", { mode: "number" }).unique(),
    createdAt: at("created_at").notNull().defaultNow(),
    /** Of a leaf that names nothing: what it was salted with, in hex. */
    salt: text("salt"),
  },
  (table) => [index("log_leaves_version").on(table.versionId, table.id)],
);

/** Signed states of the tree. */
export const logCheckpoints = pgTable("log_checkpoints", {
  size: bigint("size", { mode: "number" }).primaryKey(),
  /** Base 64. */
  root: text("root").notNull(),
  /** The signed note, with what witnesses added. */
  note: text("note").notNull(),
  signedAt: at("signed_at").notNull(),
  cosignedAt: at("cosigned_at"),
});

/** One row: the name under which the log is known, and what became of it. */
export const logOrigin = pgTable("log_origin", {
  singleton: boolean("singleton").primaryKey().default(true),
  origin: text("origin").notNull(),
  /** Why it is no longer one history; null: nothing is known against it. */
  trouble: text("trouble"),
});
