import { SearchError } from "./search-error.ts";
import type { SearchDocument } from "./search-index.ts";

/** No answer is longer than this. */
const MOST_HITS = 1_000;
/** Of a longer query, this many UTF-16 units are read. */
const QUERY_UNITS = 1_024;

/** @throws SearchError `refused` for an id that is not a positive decimal number of at most 18 digits */
export function ensureId(id: string): string {
  if (/^[1-9][0-9]{0,17}$/.test(id)) return id;
  throw new SearchError("refused", "An id in the search index is a positive decimal number.");
}

/** One document per id, the last one of `docs`, in the order of ids: writers that meet lock rows in one order. */
export function distinctDocuments(docs: SearchDocument[]): SearchDocument[] {
  const byId = new Map(docs.map((doc) => [Number(ensureId(doc.id)), doc]));
  return [...byId].toSorted(([a], [b]) => a - b).map(([, doc]) => doc);
}

export const toLimit = (limit: number): number => Math.min(Math.max(Math.trunc(limit) || 0, 0), MOST_HITS);

/** The part of a query that is read, as well-formed text. */
export const toQueryText = (query: string): string => query.slice(0, QUERY_UNITS).toWellFormed();
