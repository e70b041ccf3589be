import type { Handlers, Job, Queue, Ring, Worker, WorkOptions } from "./queue.ts";
import { QueueError } from "./queue-error.ts";
import {
  ABANDON_MS,
  ensureConcurrency,
  ensureRing,
  finished,
  GRACE_MS,
  handle,
  RANKS,
  report,
  RETRIES,
  RETRY_BASE_MS,
} from "./rules.ts";

interface InlineJob extends Job {
  state: "waiting" | "delayed" | "running";
  attempt: number;
  /** Of `RANKS`. */
  rank: number;
  /** While it runs: rung meanwhile, with this delay. */
  rungAgainMs: number | null;
  timer: NodeJS.Timeout | null;
}

/** One worker of this process. */
interface InlineWorker {
  handlers: Handlers;
  options: WorkOptions;
  running: Set<Promise<void>>;
  abort: AbortController;
  closing: Promise<void> | null;
}

/** A queue in this process's memory: what is not done when the process ends is forgotten, and the sweep at the next start rings for it. */
// oxlint-disable-next-line max-lines-per-function -- one closure: its small functions share the queue's state
export function inlineQueue(options: { retryBaseMs?: number | undefined } = {}): Queue {
  const retryBaseMs = options.retryBaseMs ?? RETRY_BASE_MS;
  // Every job that is not done, in the order of its first ring; so at most one per name and id.
  const jobs = new Map<string, InlineJob>();
  const waiting = new Set<InlineJob>();
  const workers = new Set<InlineWorker>();
  let closed = false;

  function enqueue(job: InlineJob, delayMs: number): void {
    if (job.timer !== null) clearTimeout(job.timer);
    job.timer = null;
    if (closed) return;
    if (delayMs > 0) {
      job.state = "delayed";
      job.timer = setTimeout(() => enqueue(job, 0), delayMs);
      // A delayed job alone is no reason to keep the process.
      job.timer.unref();
      return;
    }
    job.state = "waiting";
    waiting.add(job);
    dispatch();
  }

  function dispatch(): void {
    for (;;) {
      const job = mostUrgent(waiting);
      const worker = leastBusy(workers);
      if (job === null || worker === null) return;
      waiting.delete(job);
      job.state = "running";
      const run = runOnce(worker, job).finally(() => {
        worker.running.delete(run);
        dispatch();
      });
      worker.running.add(run);
    }
  }

  async function runOnce(worker: InlineWorker, job: InlineJob): Promise<void> {
    // The ringer goes on first, as it would with a queue elsewhere.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await handle(worker.handlers, job, worker.abort.signal);
      settle(job);
    } catch (error) {
      if (worker.abort.signal.aborted) return again(job, 0);
      const willRetry = job.attempt <= RETRIES;
      report(worker.options, { name: job.name, id: job.id, attempt: job.attempt, willRetry }, error);
      if (!willRetry) return settle(job);
      job.attempt++;
      job.rank = Math.max(job.rank, RANKS.retry);
      again(job, retryBaseMs * 2 ** (job.attempt - 2));
    }
  }

  /** Done, or given up: gone unless somebody rang meanwhile. */
  function settle(job: InlineJob): void {
    jobs.delete(keyOf(job));
    if (job.rungAgainMs !== null) accept(job, job.rungAgainMs, job.rank);
  }

  /** The same job once more. A ring that came meanwhile is answered by it, and hurries it. */
  function again(job: InlineJob, pauseMs: number): void {
    const delayMs = job.rungAgainMs === null ? pauseMs : Math.min(pauseMs, job.rungAgainMs);
    job.rungAgainMs = null;
    enqueue(job, delayMs);
  }

  function accept({ name, id }: Job, delayMs: number, rank: number): void {
    const job: InlineJob = { name, id, state: "waiting", attempt: 1, rank, rungAgainMs: null, timer: null };
    jobs.set(keyOf(job), job);
    enqueue(job, delayMs);
  }

  function closeWorker(worker: InlineWorker, graceMs: number): Promise<void> {
    worker.closing ??= (async () => {
      await finished(worker.running, graceMs);
      worker.abort.abort(new Error("the worker is closing"));
      await finished(worker.running, ABANDON_MS);
      workers.delete(worker);
    })();
    return worker.closing;
  }

  return {
    async ring(job: Ring) {
      ensureRing(job);
      if (closed) throw new QueueError("closed", "the queue is closed");
      const delayMs = job.delayMs ?? 0;
      const known = jobs.get(keyOf(job));
      const rank = RANKS[job.urgency ?? "fresh"];
      if (known === undefined) return accept(job, delayMs, rank);
      // What it was rung for when it was taken is behind it: the next run has the urgency of the rings since.
      known.rank = known.state === "running" && known.rungAgainMs === null ? rank : Math.min(known.rank, rank);
      if (known.state === "running") known.rungAgainMs = Math.min(known.rungAgainMs ?? delayMs, delayMs);
      else if (known.state === "delayed" && delayMs === 0) enqueue(known, 0);
    },
    async work(handlers, workOptions) {
      ensureConcurrency(workOptions.concurrency);
      if (closed) throw new QueueError("closed", "the queue is closed");
      const worker: InlineWorker = {
        handlers,
        options: workOptions,
        running: new Set(),
        abort: new AbortController(),
        closing: null,
      };
      workers.add(worker);
      dispatch();
      return { close: ({ graceMs = GRACE_MS } = {}) => closeWorker(worker, graceMs) } satisfies Worker;
    },
    depth: async () => jobs.size,
    async check() {
      if (closed) throw new QueueError("closed", "the queue is closed");
    },
    async close() {
      closed = true;
      await Promise.all([...workers].map((worker) => closeWorker(worker, GRACE_MS)));
      for (const { timer } of jobs.values()) if (timer !== null) clearTimeout(timer);
      jobs.clear();
      waiting.clear();
    },
  };
}

function keyOf(job: Job): string {
  return `${job.name} ${job.id}`;
}

/** The first of the most urgent. */
function mostUrgent(waiting: Iterable<InlineJob>): InlineJob | null {
  let best: InlineJob | null = null;
  for (const job of waiting) {
    if (job.rank === 0) return job;
    if (best === null || job.rank < best.rank) best = job;
  }
  return best;
}

/** The worker with the most places free, so that several share the load; null when all are full. */
function leastBusy(workers: Iterable<InlineWorker>): InlineWorker | null {
  let best: InlineWorker | null = null;
  let mostFree = 0;
  for (const worker of workers) {
    const free = worker.closing === null ? worker.options.concurrency - worker.running.size : 0;
    if (free > mostFree) [best, mostFree] = [worker, free];
  }
  return best;
}
