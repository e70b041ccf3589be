/** What the index knows of one skill: short fields only, never its README. */
export interface SearchDocument {
  /** The skill's id: a positive decimal number. */
  id: string;
  name: string;
  display_name: string;
  description: string;
  tags: string[];
  publisher: string;
  tools: string[];
  downloads: number;
}

/** `score` is above 0 and at most 1, and falls along the list. */
export interface SearchHit {
  id: string;
  score: number;
}

/**
 * The port to the search index. The index is a copy: it may be emptied and filled again from the database at any time.
 * Every method throws `SearchError`.
 */
export interface SearchIndex {
  /** Adds or replaces. What was put is found once this returns. Of two documents with one id in `docs` the last counts. */
  put(docs: SearchDocument[]): Promise<void>;
  /** Ids that are not in the index are no error. */
  remove(ids: string[]): Promise<void>;
  /**
   * The skills that fit the words of `query`, best first. The query is text, whatever is in it: there are no operators.
   * Without a letter or a digit in it, nothing is found.
   */
  find(query: string, options: { limit: number }): Promise<SearchHit[]>;
  clear(): Promise<void>;
  /** @throws SearchError when the index cannot be searched now */
  check(): Promise<void>;
  close(): Promise<void>;
}
