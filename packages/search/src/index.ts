export { SearchError, type SearchErrorCode } from "./search-error.ts";
export type { SearchDocument, SearchHit, SearchIndex } from "./search-index.ts";
