import { type Db, executeRows, isUnavailable, sqlState, toLoggableError } from "@gaia/db";
import { sql } from "drizzle-orm";
import { toRows } from "./postgres-document.ts";
import { findDocuments } from "./postgres-find.ts";
import { parseQuery } from "./postgres-query.ts";
import { distinctDocuments, ensureId, toLimit, toQueryText } from "./rules.ts";
import { SearchError } from "./search-error.ts";
import type { SearchDocument, SearchIndex } from "./search-index.ts";

const BATCH = 500;

/**
 * The index in the registry's own database, tables `search_entries` and `search_words` (migrations 0014 and 0003). Every value goes
 * as a bound parameter. `close` leaves `db` open: it belongs to the caller.
 */
export function postgresSearch(db: Db): SearchIndex {
  return {
    async put(docs) {
      const distinct = distinctDocuments(docs);
      for (let start = 0; start < distinct.length; start += BATCH) {
        await asSearchError(() => putBatch(db, distinct.slice(start, start + BATCH)));
      }
    },
    async remove(ids) {
      const known = JSON.stringify(ids.map(ensureId));
      await asSearchError(() =>
        executeRows(
          db,
          sql`DELETE FROM search_entries
              WHERE skill_id IN (SELECT id::bigint FROM jsonb_array_elements_text(${known}::text::jsonb) AS given (id))`,
        ),
      );
    },
    async find(query, options) {
      const limit = toLimit(options.limit);
      const parsed = parseQuery(toQueryText(query));
      if (parsed === null || limit === 0) return [];
      return await asSearchError(() => findDocuments(db, parsed, limit));
    },
    async clear() {
      await asSearchError(() => executeRows(db, sql`TRUNCATE search_entries, search_words`));
    },
    async check() {
      await asSearchError(() => executeRows(db, sql`SELECT 1 FROM search_entries LIMIT 1`));
    },
    async close() {},
  };
}

/** One statement for a whole batch. What did not change is not written again. */
async function putBatch(db: Db, docs: SearchDocument[]): Promise<void> {
  const { documents, words } = toRows(docs);
  await executeRows(
    db,
    sql`WITH new_words AS (
          INSERT INTO search_words (word, typo_keys)
          SELECT word, typo_keys FROM jsonb_to_recordset(${JSON.stringify(words)}::text::jsonb) AS given (word text, typo_keys text[])
          ON CONFLICT DO NOTHING)
        INSERT INTO search_entries AS held (skill_id, name, name_key, display_key, words, popularity)
        SELECT skill_id, name, name_key, display_key, words::tsvector, popularity
        FROM jsonb_to_recordset(${JSON.stringify(documents)}::text::jsonb)
          AS given (skill_id bigint, name text, name_key text, display_key text, words text, popularity real)
        ON CONFLICT (skill_id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
          display_key = excluded.display_key, words = excluded.words, popularity = excluded.popularity
        WHERE (held.name, held.name_key, held.display_key, held.words, held.popularity)
          IS DISTINCT FROM (excluded.name, excluded.name_key, excluded.display_key, excluded.words, excluded.popularity)`,
  );
}

async function asSearchError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const unavailable = isUnavailable(error);
    // Not an answer of the database but a mistake of ours: it goes on as it is.
    if (!unavailable && sqlState(error) === null) throw error;
    // drizzle's error quotes the parameters, so it does not become the cause.
    throw new SearchError(unavailable ? "unavailable" : "refused", toLoggableError(error).message);
  }
}
