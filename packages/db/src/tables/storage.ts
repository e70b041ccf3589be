import { bigint, integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { publishers } from "./identity.ts";

/**
 * What an admin lets a publisher take in storage instead of what the settings say; 0: as much as it wants. What it does take is kept by
 * triggers in `publisher_usage`, and read through `usage_of_publisher` (migration 0043).
 */
export const publisherQuotas = pgTable("publisher_quotas", {
  publisherId: bigint("publisher_id", { mode: "number" })
    .primaryKey()
    .references(() => publishers.id),
  mebibytes: integer("mebibytes").notNull(),
  setAt: timestamp("set_at", { withTimezone: true }).notNull(),
});
