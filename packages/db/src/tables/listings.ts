import { bigint, boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { skills } from "./catalog.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The highest integer: it sorts last, and a cursor can hold it. */
const NOT_COUNTED = 2_147_483_647;

function listingColumns() {
  return {
    skillId: bigint("skill_id", { mode: "number" })
      .primaryKey()
      .references(() => skills.id),
    versionId: bigint("version_id", { mode: "number" }).notNull(),
    /** The version to show to who asks for that tier or a higher one; null: none. */
    communityId: bigint("community_id", { mode: "number" }),
    verifiedId: bigint("verified_id", { mode: "number" }),
    name: text("name").notNull(),
    downloads: bigint("downloads", { mode: "number" }).notNull(),
    rising: integer("rising").notNull().default(0),
    /** Tokens that its instructions take: of the latest version, and of those to show to who asks for a tier. `NOT_COUNTED`: last. */
    context: integer("context").notNull().default(NOT_COUNTED),
    communityContext: integer("community_context").notNull().default(NOT_COUNTED),
    verifiedContext: integer("verified_context").notNull().default(NOT_COUNTED),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    facets: text("facets").array().notNull(),
  };
}

/**
 * A listed public skill, with a version that is not held, as lists, filters and counts read it; derived by triggers from `skills` and
 * `versions` (migrations 0014, 0039, 0082, 0094). `facets`: `tier:…` and each lower one, `format:…`, `publisher:…`, `tag:…`,
 * `permission:…`.
 */
export const listings = pgTable("listings", listingColumns(), (table) => [
  index("listings_name").on(table.name, table.skillId),
  index("listings_updated").on(table.updatedAt, table.skillId),
  index("listings_created").on(table.createdAt, table.skillId),
  index("listings_downloads").on(table.downloads, table.skillId),
  index("listings_rising").on(table.rising, table.skillId),
  index("listings_context").on(table.context, table.skillId),
  index("listings_community_context").on(table.communityContext, table.skillId),
  index("listings_verified_context").on(table.verifiedContext, table.skillId),
]);

/** The same of public skills of which all that is live is held (migration 0054): who does not ask for them reads and counts none. */
export const heldListings = pgTable("held_listings", listingColumns());

/** The same of listed skills that are not public (migration 0039): nothing that is public reads or counts them. */
export const hiddenListings = pgTable("hidden_listings", {
  ...listingColumns(),
  held: boolean("held").notNull().default(false),
});

/** How many listed skills have a facet, and `all`: the sum of its rows, which are only added and now and then folded into one. */
export const listingCounts = pgTable("listing_counts", {
  facet: text("facet").notNull(),
  skills: bigint("skills", { mode: "number" }).notNull(),
});
