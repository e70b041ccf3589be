import { prepareLog, sequenceLeaves, settleLogTrouble } from "@gaia/registry";
import { ctxOfRegistry, type WorkerServices } from "./worker-services.ts";

/** A decision has its proof within a second. */
const LOG_MS = 400;
/** So often it is looked whether the log is still one history, where no failure says so at once. */
const SETTLED_MS = 5_000;

/**
 * Brings the log up to the decisions, again and again, and at once when somebody waits for a proof; after a failure it waits longer, and
 * what it has to say is said once.
 */
export function logClock(services: WorkerServices): { close(): Promise<void> } {
  const ctx = ctxOfRegistry(services);
  let isPrepared = false;
  let failures = 0;
  let settledAt = -Infinity;
  let timer: NodeJS.Timeout | null = null;
  let turn: Promise<void> = Promise.resolve();
  let isClosed = false;
  const next = async (): Promise<void> => {
    timer = null;
    try {
      if (!isPrepared) await prepareLog(ctx);
      isPrepared = true;
      await sequenceLeaves(ctx);
      failures = 0;
      if (performance.now() - settledAt > SETTLED_MS) {
        await settleLogTrouble(ctx, null);
        settledAt = performance.now();
      }
    } catch (error) {
      settledAt = -Infinity;
      // A database that is away keeps what it knew.
      await settleLogTrouble(ctx, error).catch(() => {});
      failures += 1;
      if (failures === 1)
        services.log.error({ event: "log_failed", err: error }, "the log cannot be brought up to date");
    }
    if (!isClosed) wait();
  };
  const wait = (): void => {
    timer = setTimeout(
      () => {
        turn = next();
      },
      LOG_MS * 2 ** Math.min(failures, 7),
    );
  };
  turn = next();
  services.registry.log.sequenceNow = () => {
    if (timer === null || failures > 0) return;
    clearTimeout(timer);
    turn = next();
  };
  return {
    async close() {
      isClosed = true;
      services.registry.log.sequenceNow = null;
      if (timer) clearTimeout(timer);
      await turn;
    },
  };
}
