export { SearchError } from "./search-error.ts";
export type { SearchDocument, SearchIndex } from "./search-index.ts";
