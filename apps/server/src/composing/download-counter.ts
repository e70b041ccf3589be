import { type Db, describeError } from "@gaia/db";
import type { Download } from "@gaia/edge";
import { addDownloads } from "@gaia/registry";
import type { DownloadersOfToday } from "./downloaders-of-today.ts";
import type { Logger } from "../logging/log.ts";

/**
 * Counts downloads in memory and adds them to the database in batches. What ranks is one of each skill for each account or address and day,
 * whatever clients they use (T10); beside it one of each version and client.
 */
export interface DownloadCounter {
  count(download: Download): void;
  flush(): Promise<void>;
}

/** What was counted since the last flush. */
interface Batch {
  ranking: Map<number, number>;
  /** By `version id/client`. */
  byClient: Map<string, { versionId: number; client: string; count: number }>;
}

const emptyBatch = (): Batch => ({ ranking: new Map(), byClient: new Map() });

function addTo(batch: Batch, { ranking, byClient }: Batch): void {
  for (const [id, count] of ranking) batch.ranking.set(id, (batch.ranking.get(id) ?? 0) + count);
  for (const [key, taken] of byClient) {
    batch.byClient.set(key, { ...taken, count: taken.count + (batch.byClient.get(key)?.count ?? 0) });
  }
}

/**
 * A crash loses at most what was counted since the last flush: a figure of interest, not of record. What ranks has a memory of its own:
 * versions and clients are many, and would empty it (T10).
 */
export function downloadCounter(
  db: Db,
  log: Logger,
  downloaders: { ranking: DownloadersOfToday; byClient: DownloadersOfToday },
): DownloadCounter {
  let batch = emptyBatch();
  const asked = new Set<Promise<void>>();
  const addIfFirst = (isFirst: boolean | Promise<boolean>, counted: Batch): void => {
    if (isFirst === true) addTo(batch, counted);
    if (typeof isFirst === "boolean") return;
    const answered = isFirst.then((yes) => {
      if (yes) addTo(batch, counted);
      asked.delete(answered);
    });
    asked.add(answered);
  };
  return {
    count({ versionId, skill, client, by }) {
      const ranked = downloaders.ranking.isFirst({ what: skill, by });
      addIfFirst(ranked, { ...emptyBatch(), ranking: new Map([[versionId, 1]]) });
      const key = `${versionId}/${client}`;
      const taken = new Map([[key, { versionId, client, count: 1 }]]);
      addIfFirst(downloaders.byClient.isFirst({ what: key, by }), { ...emptyBatch(), byClient: taken });
    },
    async flush() {
      await Promise.all(asked);
      const { ranking, byClient } = batch;
      if (ranking.size === 0 && byClient.size === 0) return;
      batch = emptyBatch();
      try {
        const day = new Date().toISOString().slice(0, 10);
        await addDownloads(db, { counts: ranking, byClient: [...byClient.values()], day });
      } catch (error) {
        addTo(batch, { ranking, byClient });
        log.warn({ event: "downloads_not_counted", error: describeError(error) }, "downloads were not counted yet");
      }
    },
  };
}
