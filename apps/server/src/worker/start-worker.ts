import type { Handlers } from "@gaia/queue";
import { startRescanForUnscanned } from "@gaia/registry";
import { CLOCKS } from "./clocks.ts";
import { JOB_KINDS, type JobKind } from "./job-kinds.ts";
import { logClock } from "./log-clock.ts";
import { guarded, windClock } from "./wind-clock.ts";
import { ctxOfRegistry, type WorkerServices } from "./worker-services.ts";

/** The half of the process that works off jobs and keeps the house. */
export interface RunningWorker {
  /** Takes no more, gives running jobs `graceMs` to end, and stops the clocks. */
  close(graceMs: number): Promise<void>;
}

/** Takes jobs of every kind (`job-kinds.ts`), and winds every clock (`clocks.ts`). */
export async function startWorker(services: WorkerServices): Promise<RunningWorker> {
  const worker = await services.queue.work(handlersOf(services), {
    concurrency: services.settings.WORKER_CONCURRENCY,
    onError: ({ name, id, attempt, willRetry }, error) =>
      services.log.error(
        { event: "job_failed", job: name, id, attempt, will_retry: willRetry, err: error },
        "a job failed",
      ),
  });
  const closing = new AbortController();
  lookAgainWhenBack(services);
  const log = logClock(services);
  // Now and not with the first publish, whose author would wait for an installation. What fails is tried again with that.
  services.scanning.scanners().catch(() => undefined);
  const clocks = Object.entries(CLOCKS).map(([name, clock]) =>
    windClock(services, { name, clock, abort: closing.signal }),
  );
  return {
    async close(graceMs) {
      await log.close();
      const stopped = clocks.map((stop) => stop());
      closing.abort(new Error("the worker is closing"));
      await Promise.all([worker.close({ graceMs }), ...stopped]);
    },
  };
}

function handlersOf(services: WorkerServices): Handlers {
  const handlers = Object.entries(JOB_KINDS).map(([name, kind]): [string, Handlers[string]] => [
    name,
    (id, abort) => runJob(services, { name, kind, id, abort }),
  ]);
  return Object.fromEntries(handlers);
}

async function runJob(
  services: WorkerServices,
  { name, kind, id, abort }: { name: string; kind: JobKind; id: string; abort: AbortSignal },
): Promise<void> {
  const started = performance.now();
  const ended = (outcome: string, fields: Record<string, unknown>) => {
    const milliseconds = performance.now() - started;
    services.metrics.job({ name, outcome, milliseconds });
    services.log.info(
      { event: "job", job: name, id, outcome, duration_ms: Math.round(milliseconds), ...fields },
      "job",
    );
  };
  const { mostAttempts } = kind;
  try {
    const { outcome, ...fields } = await kind.run(services, {
      id,
      leaseMs: kind.leaseMs(services.settings),
      mostAttempts,
      abort,
    });
    ended(outcome, fields);
  } catch (error) {
    ended("failed", {});
    throw error;
  }
}

/** What was left unscanned while the service of advisories was away is looked at as soon as it is back. */
function lookAgainWhenBack(services: WorkerServices): void {
  services.advisories.onBack(
    () =>
      void guarded(services, "advisories_back", async () => {
        const rescanId = await startRescanForUnscanned(ctxOfRegistry(services), "advisories");
        return rescanId === null ? null : { rescan_id: rescanId };
      }),
  );
}
