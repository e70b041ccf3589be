import type { CatalogFilter } from "./catalog-filter.ts";
import type { Facets } from "./facets.ts";
import type { SearchSort } from "./sorts.ts";
import type { SkillSummaryView } from "./view-summary.ts";

/** At most so many skills are ranked for one query; totals and facets count among them. */
export const MOST_CANDIDATES = 1_000;

export interface SearchAnswer {
  hits: (SkillSummaryView & { score: number })[];
  total: number;
  next_cursor: string | null;
  facets: Facets;
}

export type SearchInput = CatalogFilter & { query: string; sort: SearchSort; limit: number; cursor: string | null };
