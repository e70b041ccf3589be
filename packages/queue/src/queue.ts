/**
 * A bell, not a memory: a job is the name of what to do and the id of a row that holds everything else. Whoever rings has written the
 * row first; a handler re-reads it and returns when there is nothing to do. So a lost ring costs time (a sweep rings again) and a ring
 * too many costs nothing.
 *
 * Delivery is at least once. Rings of one name and id that nobody has taken yet count as one; a ring that comes while its job runs makes
 * it run once more afterwards; a ring without delay is never held back by a delayed one. A failed job is tried again five times, after
 * pauses that double, and then dropped.
 *
 * Of the jobs that wait, `fresh` ones are taken before `retry` and those before `background`; of one urgency, those that were rung
 * first. A job that failed is a retry. Delayed jobs take no place of a worker.
 */
export interface Queue {
  /** Returns when the ring is accepted. Throws `QueueError` within two seconds when it cannot be. */
  ring(job: Ring): Promise<void>;
  /**
   * Takes jobs until the worker is closed. A queue may have several workers, here and in other processes; each ring goes to one of them.
   */
  work(handlers: Handlers, options: WorkOptions): Promise<Worker>;
  /** Jobs waiting, delayed or running, over all processes. */
  depth(): Promise<number>;
  /** Throws `QueueError("unavailable")` when the bell cannot be reached. */
  check(): Promise<void>;
  /** Closes this queue's workers as `Worker.close` does, then its connections. Later rings throw `QueueError("closed")`. */
  close(): Promise<void>;
}

export interface Job {
  /** Lower case letters, digits and dashes: `inspect`. */
  name: string;
  /** Of the row; 1-200 printable ASCII characters. */
  id: string;
}

/** Who goes first: what somebody waits for, what was tried before, what nobody waits for. */
export type Urgency = "fresh" | "retry" | "background";

export interface Ring extends Job {
  /** Default: fresh. Of several rings of one job, the most urgent counts. */
  urgency?: Urgency | undefined;
  /** The job is not taken before this time has passed. */
  delayMs?: number | undefined;
}

export interface FailedJob extends Job {
  /** 1 for the first. */
  attempt: number;
  willRetry: boolean;
}

/** By job name. A handler that throws has failed; one whose signal is aborted should end soon, and its job will be taken up again. */
export type Handlers = Record<string, (id: string, abort: AbortSignal) => Promise<void>>;

export interface WorkOptions {
  /** Jobs that this worker runs at one time, of all names together. */
  concurrency: number;
  /** Told of each failed attempt. Must not throw. */
  onError(job: FailedJob, error: unknown): void;
}

export interface Worker {
  /**
   * Takes no more jobs, waits for the running ones, and aborts them after `graceMs` (10 seconds). Always ends: a handler that ignores
   * the abort is left behind.
   */
  close(options?: { graceMs?: number | undefined }): Promise<void>;
}
