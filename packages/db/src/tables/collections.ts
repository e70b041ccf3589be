import type { CollectionVisibility } from "@gaia/policy";
import { bigint, index, pgTable, primaryKey, smallint, text, timestamp, unique } from "drizzle-orm/pg-core";
import { skills } from "./catalog.ts";
import { publishers } from "./identity.ts";

/** Skills that a publisher names together (migration 0069). */
export const collections = pgTable(
  "collections",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    publisherId: bigint("publisher_id", { mode: "number" })
      .notNull()
      .references(() => publishers.id),
    name: text("name").notNull(),
    title: text("title").notNull(),
    /** `organisation`: the members of its publisher see it. */
    visibility: text("visibility").$type<CollectionVisibility>().notNull(),
    /** What its leaves in the log are salted with, 32 bytes in hex; null: it is public. */
    salt: text("salt"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [unique().on(table.publisherId, table.name)],
);

/** Its skills in their order, from 0. */
export const collectionSkills = pgTable(
  "collection_skills",
  {
    collectionId: bigint("collection_id", { mode: "number" })
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    place: smallint("place").notNull(),
    skillId: bigint("skill_id", { mode: "number" })
      .notNull()
      .references(() => skills.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.place] }),
    unique().on(table.collectionId, table.skillId),
    index("collection_skills_skill").on(table.skillId),
  ],
);
