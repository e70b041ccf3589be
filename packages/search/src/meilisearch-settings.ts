import { isDeepStrictEqual } from "node:util";
import type { Settings } from "meilisearch";

/**
 * How the index is searched. Fields in the order of their weight; all words before typos before fields; downloads decide
 * only among equals. Only the id is ever given back. A search that takes longer than the cut-off answers with what it has.
 */
export const SETTINGS = {
  searchableAttributes: ["name", "display_name", "tags", "tools", "publisher", "description"],
  displayedAttributes: ["id"],
  filterableAttributes: [],
  sortableAttributes: [],
  rankingRules: ["words", "typo", "attribute", "exactness", "proximity", "downloads:desc"],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 4, twoTypos: 9 } },
  pagination: { maxTotalHits: 1_000 },
  searchCutoffMs: 1_000,
} satisfies Settings;

/** Whether an index that has `held` is searched as `SETTINGS` say; what they do not name may be anything. */
export function hasSettings(held: Settings): boolean {
  return includes(held, SETTINGS);
}

function includes(held: unknown, wanted: unknown): boolean {
  if (!isPlainObject(wanted)) return isDeepStrictEqual(held, wanted);
  return isPlainObject(held) && Object.entries(wanted).every(([name, value]) => includes(held[name], value));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
