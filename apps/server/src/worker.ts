import { forgetNeverConfirmed, forgetSpent } from "@gaia/identity";
import type { Worker } from "@gaia/queue";
import {
  collectOrphans,
  prepareLog,
  pruneLog,
  sequenceLeaves,
  settleLogTrouble,
  type Ctx,
  startRescanForAdvisories,
  startRescanForUnscanned,
  sweep,
} from "@gaia/registry";
import { inspectVersion, startRescanForChanges } from "@gaia/registry/inspecting";
import type { Services } from "./services.ts";

/** The half of the process that works off jobs and keeps the house. */
export interface RunningWorker {
  /** Takes no more, gives running jobs `graceMs` to end, and stops the clocks. */
  close(graceMs: number): Promise<void>;
}

/** Time in which no worker ran counts against no publish: what was interrupted is tried again first. */
const NEWCOMER_MS = 2 * 60 * 1_000;
const SOON_MS = 10 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** A decision has its proof within a second. */
const LOG_MS = 400;
/** So often it is looked whether the log is still one history, where no failure says so at once. */
const SETTLED_MS = 5_000;

/** The sweeps of a process, which know how young it is. */
function sweepsOf(services: Services): () => Promise<void> {
  const { INSPECTION_DEADLINE_SECONDS, SWEEP_SECONDS } = services.settings;
  const startedAt = performance.now();
  const deadlineMs = INSPECTION_DEADLINE_SECONDS * 1_000;
  let isFirst = true;
  return () =>
    guarded(services, "sweep", async () => {
      const isNew = performance.now() - startedAt < Math.min(deadlineMs, NEWCOMER_MS);
      const input = {
        neglectedAfterMs: SWEEP_SECONDS * 1_000,
        deadlineMs: isNew ? null : deadlineMs,
        isFirst,
      };
      const swept = await sweep(ctxOfRegistry(services), input);
      isFirst = false;
      services.metrics.overdue(swept.overdue);
      await forgetPast(services);
      return swept.overdue + swept.rung + swept.rescanned + swept.settled + swept.indexed > 0 ? { ...swept } : null;
    });
}

/** Takes jobs, sweeps at once and then on the clock, and removes orphaned blobs once a day. */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const { settings, queue } = services;
  const worker: Worker = await queue.work(
    { inspect: (id, abort) => inspectJob(services, id, abort) },
    {
      concurrency: settings.WORKER_CONCURRENCY,
      onError: (job, error) =>
        services.log.error(
          {
            event: "job_failed",
            job: job.name,
            id: job.id,
            attempt: job.attempt,
            will_retry: job.willRetry,
            err: error,
          },
          "a job failed",
        ),
    },
  );
  const sweepNow = sweepsOf(services);
  // One at a time: a sweep may take longer than the clock's turn.
  let sweeping: Promise<void> | null = null;
  const sweepOnce = (): void => {
    sweeping ??= sweepNow().finally(() => {
      sweeping = null;
    });
  };
  const closing = new AbortController();
  const findChanges = () =>
    guarded(services, "find_changes", async () => {
      const input = { scanning: services.scanning, abort: closing.signal };
      const ctx = ctxOfRegistry(services);
      const advised = await startRescanForAdvisories(ctx, null);
      const changed = await startRescanForChanges(ctx, input);
      const unscanned = await startRescanForUnscanned(ctx, "periodic");
      return { for_advisories: advised, for_rules: changed, for_unscanned: unscanned };
    });
  services.advisories.onBack(
    () =>
      void guarded(services, "advisories_back", async () => {
        const rescanId = await startRescanForUnscanned(ctxOfRegistry(services), "advisories");
        return rescanId === null ? null : { rescan_id: rescanId };
      }),
  );
  const log = logClock(services);
  sweepOnce();
  // Now and not with the first publish, whose author would wait for an installation. What fails is tried again with that.
  services.scanning.scanners().catch(() => undefined);
  let lookingForChanges = findChanges();
  // Soon after a start, too: a process that is restarted daily would never come to its daily turn.
  const soon = setTimeout(() => collect(services), SOON_MS);
  const clocks = [
    setInterval(sweepOnce, settings.SWEEP_SECONDS * 1_000),
    setInterval(() => collect(services), DAY_MS),
    setInterval(() => vacuum(services), HOUR_MS),
    setInterval(() => {
      lookingForChanges = findChanges();
    }, HOUR_MS),
  ];
  return {
    async close(graceMs) {
      clearTimeout(soon);
      await log.close();
      for (const clock of clocks) clearInterval(clock);
      closing.abort(new Error("the worker is closing"));
      await Promise.all([worker.close({ graceMs }), lookingForChanges, sweeping]);
    },
  };
}

async function forgetPast({ database, registry }: Services): Promise<void> {
  await forgetSpent(database.db, registry.now());
  await forgetNeverConfirmed(database.db, registry.now());
}

const collect = (services: Services) =>
  guarded(services, "collect_orphans", async () => {
    const collected = await collectOrphans(services.registry, {
      olderThanMs: services.settings.ORPHAN_HOURS * HOUR_MS,
    });
    const tiles = await pruneLog(services.registry, { olderThanMs: DAY_MS });
    return collected.removed + tiles > 0 ? { ...collected, tiles } : null;
  });

/**
 * Brings the log up to the decisions, again and again, and at once when somebody waits for a proof; after a failure it waits longer, and
 * what it has to say is said once.
 */
function logClock(services: Services): { close(): Promise<void> } {
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

const vacuum = (services: Services) =>
  guarded(services, "vacuum", async () => {
    // PGlite has no autovacuum: without this, rows that were changed pile up.
    if (services.database.kind === "pglite") await services.database.withSession((session) => session.exec("VACUUM"));
    return null;
  });

/** The registry acting by itself, for no request. */
const ctxOfRegistry = (services: Services): Ctx => ({
  ...services.registry,
  actor: { kind: "registry", handle: "registry" },
  requestId: null,
});

async function inspectJob(services: Services, id: string, abort: AbortSignal): Promise<void> {
  const started = performance.now();
  const ended = (outcome: string, fields: Record<string, unknown>) => {
    const milliseconds = performance.now() - started;
    services.metrics.job({ name: "inspect", outcome, milliseconds });
    services.log.info(
      { event: "job", job: "inspect", id, outcome, duration_ms: Math.round(milliseconds), ...fields },
      "job",
    );
  };
  try {
    const { outcome, ...fields } = await inspectVersion(ctxOfRegistry(services), {
      inspectionId: id,
      scanning: services.scanning,
      abort,
    });
    ended(outcome, fields);
  } catch (error) {
    ended("failed", {});
    throw error;
  }
}

/** One turn of a clock; a failure waits for the next turn. */
async function guarded(services: Services, event: string, run: () => Promise<object | null>): Promise<void> {
  try {
    const did = await run();
    if (did) services.log.info({ event, ...did }, event);
  } catch (error) {
    services.log.warn({ event: `${event}_failed`, err: error }, `${event} failed; the next turn tries again`);
  }
}
