import type { heldListings, hiddenListings, listings } from "@gaia/db";
import type { Tier } from "@gaia/policy";
import { sql } from "drizzle-orm";
import { leastTierOf } from "./catalog-filter.ts";

/** How a list may be sorted: by which column, which way, and what of a row the cursor holds. */
export const SORTS = {
  updated: { column: "updatedAt", kind: "date", down: true },
  created: { column: "createdAt", kind: "date", down: true },
  downloads: { column: "downloads", kind: "number", down: true },
  rising: { column: "rising", kind: "number", down: true },
  name: { column: "name", kind: "text", down: false },
  context: { column: "context", kind: "number", down: false },
} as const;

export type SkillSort = keyof typeof SORTS;

/** A search's sorts: `relevance` is how well the words fit, and without words how much a skill is used. */
export const SEARCH_SORTS = ["relevance", "updated", "created", "downloads", "rising", "name", "context"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

export type ListedIn = typeof listings | typeof heldListings | typeof hiddenListings;

/** The column of the order. By context the version that is shown counts, which a filter by tier may make another one than the latest. */
export function sortColumn<Table extends ListedIn>(table: Table, sort: SkillSort, filter: { tier: readonly Tier[] }) {
  const least = sort === "context" ? leastTierOf(filter) : null;
  if (least !== null) return least === "verified" ? table.verifiedContext : table.communityContext;
  return table[SORTS[sort].column];
}

/** What an order is called in its cursors: a place in one is none in another. */
export function sortName(sort: SkillSort, filter: { tier: readonly Tier[] }): string {
  const least = sort === "context" ? leastTierOf(filter) : null;
  return least === null ? sort : `${sort}:${least}`;
}

/** The column with the version that is shown to who asks for these tiers. */
export function shownVersion<Table extends ListedIn>(table: Table, filter: { tier: readonly Tier[] }) {
  const least = leastTierOf(filter);
  if (least === null) return sql<number>`${table.versionId}`;
  return sql<number>`${least === "verified" ? table.verifiedId : table.communityId}`;
}
