import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What the registry says on top of every page; one row at most. */
export const announcement = pgTable("announcement", {
  singleton: boolean("singleton").primaryKey().default(true),
  text: text("text").notNull(),
  setAt: timestamp("set_at", { withTimezone: true }).notNull(),
});
