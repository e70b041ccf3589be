import { publishers, skills, versions } from "@gaia/db";
import { arrayContains, eq, type SQL } from "drizzle-orm";

/** The filters that lists and search share; null means any. */
export interface CatalogFilter {
  tier: "experimental" | "community" | "verified" | null;
  format: string | null;
  tag: string | null;
  permission: string | null;
  publisher: string | null;
}

/** The conditions of a filter over skills joined to their latest version and publisher. */
export const filterConditions = (filter: CatalogFilter): (SQL | undefined)[] => [
  // A skill is listed through its latest version only; refreshLatest sees to it that this one is published.
  eq(versions.id, skills.latestVersionId),
  filter.tier ? eq(versions.tier, filter.tier) : undefined,
  filter.format ? eq(versions.format, filter.format) : undefined,
  filter.tag ? arrayContains(versions.tags, [filter.tag]) : undefined,
  filter.permission ? arrayContains(versions.permissionLevels, [filter.permission]) : undefined,
  filter.publisher ? eq(publishers.handle, filter.publisher) : undefined,
];
