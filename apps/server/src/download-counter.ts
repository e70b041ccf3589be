import { describeError } from "@gaia/db";
import type { Db } from "@gaia/db";
import { addDownloads } from "@gaia/registry";
import type { Logger } from "./log.ts";

/** Counts downloads in memory and adds them to the database in batches. */
export interface DownloadCounter {
  count(versionId: number): void;
  flush(): Promise<void>;
}

/** A crash loses at most what was counted since the last flush: a figure of interest, not of record. */
export function downloadCounter(db: Db, log: Logger): DownloadCounter {
  let counts = new Map<number, number>();
  return {
    count(versionId) {
      counts.set(versionId, (counts.get(versionId) ?? 0) + 1);
    },
    async flush() {
      const batch = counts;
      if (batch.size === 0) return;
      counts = new Map();
      try {
        await addDownloads(db, { counts: batch, day: new Date().toISOString().slice(0, 10) });
      } catch (error) {
        for (const [id, count] of batch) counts.set(id, (counts.get(id) ?? 0) + count);
        log.warn({ event: "downloads_not_counted", error: describeError(error) }, "downloads were not counted yet");
      }
    },
  };
}
