import { describeError, type Database } from "@gaia/db";
import type { Logger } from "../logging/log.ts";

const AGAIN_MS = { heard: 60_000, unheard: 10_000 };

/** Whether this process hears what others change. */
export interface Hearing {
  isHeard(): boolean;
  /** Asks for the first time, and from then on now and then; `onUnheard` is called when what was heard no longer is. */
  start(onUnheard: () => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sends a notification the way that statements go, and waits for it where changes are listened for. What drops `LISTEN` in silence, as a
 * pooler can, is found by nothing else: the connection lives, and says nothing.
 */
export function openHearing(database: Pick<Database, "hears" | "kind">, log: Logger, againMs = AGAIN_MS): Hearing {
  let heard = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  const look = async (onUnheard: () => void): Promise<void> => {
    const before = heard;
    heard = await database.hears();
    if (before === heard) return;
    if (heard) return log.info({ event: "changes_heard" }, "changes that other processes make are heard again");
    onUnheard();
    log.warn(
      { event: "changes_not_heard" },
      "a notification that was sent through DATABASE_URL was not heard: a pooler drops LISTEN. Kept pages live for 2 seconds, " +
        "which costs the database work; set DATABASE_DIRECT_URL to the server itself",
    );
  };
  const again = (onUnheard: () => void): void => {
    if (isClosed) return;
    timer = setTimeout(
      () =>
        void look(onUnheard)
          // The database is away: that is told elsewhere, and says nothing of this.
          .catch((error: unknown) => log.debug({ event: "hearing_failed", error: describeError(error) }, "not asked"))
          .finally(() => again(onUnheard)),
      heard ? againMs.heard : againMs.unheard,
    );
    timer.unref();
  };
  return {
    isHeard: () => heard,
    async start(onUnheard) {
      // Embedded: nobody else changes anything, and nothing stands between.
      if (database.kind === "pglite") return;
      await look(onUnheard);
      again(onUnheard);
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
