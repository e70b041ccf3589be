import { type EnqueuedTaskPromise, Meilisearch, type Task } from "meilisearch";
import { apiCode, ensureSucceeded, toSearchError } from "./meilisearch-errors.ts";
import { hasSettings, SETTINGS } from "./meilisearch-settings.ts";
import { distinctDocuments, ensureId, toLimit, toQueryText } from "./rules.ts";
import { SearchError } from "./search-error.ts";
import type { SearchDocument, SearchHit, SearchIndex } from "./search-index.ts";

export interface MeilisearchConfig {
  url: string;
  /** A key that may search, and read and write this index, its documents, settings and tasks. */
  apiKey: string | null;
  /** The index's uid: 1-64 of `a-z A-Z 0-9 _ -`. Default `skills`. */
  index?: string | undefined;
  /** For one request. Default 5 s. */
  requestTimeoutMs?: number | undefined;
  /** For a write until it is searchable. Default 30 s. */
  taskTimeoutMs?: number | undefined;
}

const BATCH = 1_000;
const POLL_MS = 25;
const INDEX_UID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The index in Meilisearch. It and its settings are made at the first use, by however many processes at once.
 * @throws SearchError `refused` for an index uid or URL that cannot be one
 */
export function meilisearchIndex(config: MeilisearchConfig): SearchIndex {
  const { index: uid = "skills", requestTimeoutMs = 5_000, taskTimeoutMs = 30_000 } = config;
  const client = connect(config.url, config.apiKey, requestTimeoutMs);
  if (!INDEX_UID.test(uid)) throw new SearchError("refused", "The index's uid is not one that Meilisearch takes.");
  const index = client.index(uid);
  const settle = (task: EnqueuedTaskPromise) => task.waitTask({ timeout: taskTimeoutMs, interval: POLL_MS });
  const finish = async (task: EnqueuedTaskPromise) => ensureSucceeded(await settle(task));
  const once = onceUntilForgotten(() => prepare(client, uid, settle));
  const attempt = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      await once.ready();
      return await run();
    } catch (error) {
      // Somebody may have removed the index: the next attempt looks again.
      once.forget();
      throw toSearchError(error);
    }
  };
  const search = async (q: string, limit: number) =>
    await index.search(q, { limit, attributesToRetrieve: ["id"], showRankingScore: true, matchingStrategy: "last" });
  return {
    async put(docs) {
      const distinct = distinctDocuments(docs);
      for (let start = 0; start < distinct.length; start += BATCH) {
        const batch = distinct.slice(start, start + BATCH).map(toPayload);
        await attempt(() => finish(index.addDocuments(batch, { primaryKey: "id" })));
      }
    },
    async remove(ids) {
      const known = ids.map(ensureId);
      if (known.length > 0) await attempt(() => finish(index.deleteDocuments(known)));
    },
    async find(query, options) {
      const limit = toLimit(options.limit);
      const text = toPlainText(toQueryText(query));
      // Without a word Meilisearch would give everything.
      if (limit === 0 || !/[\p{L}\p{N}]/u.test(text)) return [];
      const { hits } = await attempt(() => search(text, limit));
      if (hits.length > 0) return toHits(hits).slice(0, limit);
      // It leaves words out from the end only: a first word that nothing has would hide all that the others find.
      const turned = text
        .trim()
        .split(/[\s-]+/)
        .toReversed();
      if (turned.length < 2) return [];
      return toHits((await attempt(() => search(turned.join(" "), limit))).hits).slice(0, limit);
    },
    async clear() {
      await attempt(() => finish(index.deleteAllDocuments()));
    },
    async check() {
      await attempt(() => search("", 0));
    },
    async close() {},
  };
}

function connect(url: string, apiKey: string | null, timeout: number): Meilisearch {
  try {
    return new Meilisearch({ host: new URL(url).href, timeout, ...(apiKey === null ? {} : { apiKey }) });
  } catch {
    throw new SearchError("refused", "The URL of Meilisearch is not a URL.");
  }
}

/** Makes the index and its settings, unless they are there. A second process that does the same at once is no error. */
async function prepare(client: Meilisearch, uid: string, settle: (task: EnqueuedTaskPromise) => Promise<Task>) {
  try {
    await client.getRawIndex(uid);
  } catch (error) {
    if (apiCode(error) !== "index_not_found") throw error;
    const task = await settle(client.createIndex(uid, { primaryKey: "id" }));
    if (task.error?.code !== "index_already_exists") ensureSucceeded(task);
  }
  const index = client.index(uid);
  if (!hasSettings(await index.getSettings())) ensureSucceeded(await settle(index.updateSettings(SETTINGS)));
}

/** Runs `prepare` at most once at a time, and again only after it failed or `forget` was called. */
function onceUntilForgotten(prepare: () => Promise<void>): { ready(): Promise<void>; forget(): void } {
  let prepared: Promise<void> | null = null;
  return {
    async ready() {
      const current = (prepared ??= prepare());
      try {
        await current;
      } catch (error) {
        if (prepared === current) prepared = null;
        throw error;
      }
    },
    forget() {
      prepared = null;
    },
  };
}

/** Meilisearch refuses a whole batch for one lone surrogate. */
const toPayload = (doc: SearchDocument) => ({
  id: doc.id,
  name: doc.name.toWellFormed(),
  display_name: doc.display_name.toWellFormed(),
  description: doc.description.toWellFormed(),
  tags: doc.tags.map((tag) => tag.toWellFormed()),
  publisher: doc.publisher.toWellFormed(),
  tools: doc.tools.map((tool) => tool.toWellFormed()),
  downloads: doc.downloads,
});

/** Meilisearch reads `"…"` as a phrase and ` -word` as "without": here they are text. */
const toPlainText = (query: string): string => query.replaceAll(/["\0]/g, " ").replaceAll(/(?<![\p{L}\p{N}])-+/gu, " ");

function toHits(hits: Record<string, unknown>[]): SearchHit[] {
  let least = 1;
  return hits.map(({ id, _rankingScore: score }) => {
    if (typeof score === "number") least = Math.min(least, Math.max(score, Number.MIN_VALUE));
    return { id: ensureId(String(id)), score: least };
  });
}
