import { describeError } from "@gaia/db";
import type { Db } from "@gaia/db";
import { addDownloads } from "@gaia/registry";
import type { DownloadersOfToday } from "./downloaders-of-today.ts";
import type { Logger } from "./log.ts";

/** One download: of which version of which skill, and who took it (`account:4`, `address:192.0.2.1`). */
interface CountedDownload {
  versionId: number;
  skill: string;
  by: string;
}

/** Counts downloads in memory, of each skill one for each account or address and day, and adds them to the database in batches. */
export interface DownloadCounter {
  count(download: CountedDownload): void;
  flush(): Promise<void>;
}

/** A crash loses at most what was counted since the last flush: a figure of interest, not of record. */
export function downloadCounter(db: Db, log: Logger, downloaders: DownloadersOfToday): DownloadCounter {
  let counts = new Map<number, number>();
  const asked = new Set<Promise<void>>();
  const add = (versionId: number): void => void counts.set(versionId, (counts.get(versionId) ?? 0) + 1);
  return {
    count({ versionId, skill, by }) {
      const isFirst = downloaders.isFirst({ skill, by });
      if (isFirst === true) add(versionId);
      if (typeof isFirst === "boolean") return;
      const answered = isFirst.then((yes) => {
        if (yes) add(versionId);
        asked.delete(answered);
      });
      asked.add(answered);
    },
    async flush() {
      await Promise.all(asked);
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
