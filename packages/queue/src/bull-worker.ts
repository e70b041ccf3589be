import { type Job as BullJob, WaitingError, Worker as BullWorker } from "bullmq";
import type { Handlers, Worker, WorkOptions } from "./queue.ts";
import { QUEUE_NAME, workerConnection } from "./redis-connection.ts";
import { ABANDON_MS, finished, GRACE_MS, handle, RANKS, report } from "./rules.ts";

/**
 * How long a job may go without a sign of life from its worker before another takes it; until then rings for it wait. Short, because a
 * job that two workers take at once costs nothing: the row says who may write.
 */
const LOCK_MS = 10_000;
const LOOK_FOR_DEAD_MS = 5_000;
/** A job whose worker died this often is dropped; it may be what kills them. */
const MAX_DEATHS = 3;
/** To write down what has ended, and to say goodbye to Redis. */
const FAREWELL_MS = 2_000;

/** A worker of the queue in Redis: two connections of its own, which come back by themselves. */
export function bullWorker(input: {
  url: string;
  prefix: string;
  handlers: Handlers;
  options: WorkOptions;
  onFault(error: Error): void;
}): Worker {
  const { url, prefix, handlers, options, onFault } = input;
  const connection = workerConnection(url);
  connection.on("error", onFault);
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let closing: Promise<void> | null = null;

  const take = async (job: BullJob<{ id: string }>, token?: string): Promise<void> => {
    // A job that arrived while we were closing goes back untouched.
    if (closing !== null) return putBack(job, token);
    const named = { name: job.name, id: job.data.id };
    const run = handle(handlers, named, stop.signal);
    running.add(run);
    const failure = await run.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    running.delete(run);
    if (failure === null) return;
    if (stop.signal.aborted) return putBack(job, token);
    const attempt = job.attemptsMade + 1;
    report(options, { ...named, attempt, willRetry: attempt < (job.opts.attempts ?? 1) }, failure.error);
    // Behind fresh jobs from now on; one that keeps its place costs them some time, and that is all.
    if (job.priority < RANKS.retry) await job.changePriority({ priority: RANKS.retry }).catch(onFault);
    // BullMQ writes what is thrown into Redis; the handler's error may say what must not leave the process.
    throw new Error("the handler failed");
  };

  const worker = new BullWorker<{ id: string }>(QUEUE_NAME, take, {
    connection,
    prefix,
    concurrency: options.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_FOR_DEAD_MS,
    maxStalledCount: MAX_DEATHS,
    // The default waits 15 seconds after a lost connection, by which time the connection has long been back.
    runRetryDelay: 1_000,
  });
  worker.on("error", onFault);

  const close = async (graceMs: number): Promise<void> => {
    await worker.pause(true);
    if (!(await finished(running, graceMs))) {
      stop.abort(new Error("the worker is closing"));
      await finished(running, ABANDON_MS);
    }
    // Without Redis, or with a handler that does not end, a polite goodbye would never come.
    const impolite = connection.status !== "ready" || running.size > 0;
    await finished([worker.close(impolite)], FAREWELL_MS);
    connection.disconnect();
  };

  return {
    close({ graceMs = GRACE_MS } = {}) {
      closing ??= close(graceMs).catch(onFault);
      return closing;
    },
  };
}

/** Back into the queue, at once and without counting as a failure, for another worker to take. */
async function putBack(job: BullJob, token: string | undefined): Promise<never> {
  if (token !== undefined) await job.moveToWait(token);
  throw new WaitingError();
}
