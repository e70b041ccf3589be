import type { FailedJob, Handlers, Ring, Urgency, WorkOptions } from "./queue.ts";
import { QueueError } from "./queue-error.ts";

/** How both adapters try failed jobs again, and close. */
export const RETRIES = 5;
export const RETRY_BASE_MS = 1_000;
export const GRACE_MS = 10_000;
/** After the abort, how long a handler may take to end before it is left behind. */
export const ABANDON_MS = 5_000;

/** The smaller, the sooner. BullMQ takes jobs of priority 0, which is none, before all others. */
export const RANKS: { readonly [urgency in Urgency]: number } = { fresh: 0, retry: 1, background: 2 };

const NAME = /^[a-z][a-z0-9-]{0,63}$/;
const ID = /^[\x21-\x7e]{1,200}$/;
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Throws `QueueError("invalid_job")` for a ring that is not what `Ring` says. */
export function ensureRing(job: Ring): void {
  const { name, id, delayMs = 0, urgency = "fresh" } = job;
  const isKnown = Object.hasOwn(RANKS, urgency);
  const sane =
    isKnown && NAME.test(name) && ID.test(id) && Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= MAX_DELAY_MS;
  if (!sane) throw new QueueError("invalid_job", "not a job");
}

/** Runs the handler of `name`. Own properties only: a job named `constructor` must find nothing. */
export async function handle(handlers: Handlers, job: { name: string; id: string }, abort: AbortSignal): Promise<void> {
  const handler = Object.hasOwn(handlers, job.name) ? handlers[job.name] : undefined;
  if (handler === undefined) throw new QueueError("unknown_job", `no handler for ${job.name}`);
  await handler(job.id, abort);
}

export function ensureConcurrency(concurrency: number): void {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError("concurrency must be a whole number above 0");
}

/** Tells `onError`; one that throws against its contract must not take the worker down. */
export function report(options: WorkOptions, job: FailedJob, error: unknown): void {
  try {
    options.onError(job, error);
  } catch {
    // Nobody is left to tell.
  }
}

/** Waits until every promise has settled, at most `timeoutMs`. */
export async function finished(running: Iterable<Promise<unknown>>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const all = Promise.allSettled(running).then(() => true);
  return Promise.race([all, timeout]).finally(() => clearTimeout(timer));
}
