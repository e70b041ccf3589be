import type { Transferable, Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { Piscina } from "piscina";
import { cpuMs, type Meter, newMeter, threadOf, usedMs } from "./meter.ts";

/** What one task may cost. */
export interface ThreadBounds {
  /** Of its thread, and of the threads that it lets work for it. */
  cpuMs: number;
  /** From the moment its thread begins with it: the outer bound, for where CPU time does not pass. */
  wallMs: number;
  /** Of JavaScript's own memory; the bytes of packages lie outside it and have the limits of the archive room. */
  heapMb: number;
  /** Tasks that may wait for a thread. */
  waiting: number;
}

/** `crash` has what happened as its cause; `full`: it was not begun; `aborted`: whoever asked wants it no more. */
export type LostCode = "cpu" | "wall" | "memory" | "crash" | "full" | "aborted";

/** With this code a thread ends by itself when memory that is not JavaScript's ran out. */
export const MEMORY_EXIT_CODE = 70;

/** A task did not come to its end. */
export class TaskLost extends Error {
  readonly code: LostCode;

  constructor(code: LostCode, cause: unknown) {
    super(`a bounded task was lost: ${code}`, { cause });
    this.name = "TaskLost";
    this.code = code;
  }
}

/** What a thread's function is called with. */
export interface Task<Input> {
  input: Input;
  meter: Meter;
}

export interface BoundedThreads {
  /** Runs the export `name` of the thread's file with a `Task`. @throws TaskLost */
  run<Result>(name: string, input: object, options?: RunOptions): Promise<Result>;
  close(): Promise<void>;
}

interface RunOptions {
  /** Handed over with the input, not copied. */
  transfer?: Transferable[] | undefined;
  abort?: AbortSignal | undefined;
}

/** How often a running task's CPU time is looked at; so much may be used beyond the bound. */
const LOOK_MS = 25;
/** A thread that waited so long for work is given back; one who publishes file after file, a few a minute, never meets a cold one. */
const IDLE_MS = 120_000;
/** A thread loads its code, on a machine that may be busy. */
const START_MS = 30_000;

/**
 * Threads that run one task at a time, bounded in number, memory, CPU time and time. A task that goes beyond a bound is lost
 * with its thread, and a fresh one takes its place: whatever a package is built to cost, nobody else pays for it.
 */
export function boundedThreads(file: URL, threads: number, bounds: ThreadBounds): BoundedThreads {
  const pool = new Piscina({
    filename: file.href,
    // Each costs tens of megabytes for as long as it is there: they come with the work and go after it.
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb, maxYoungGenerationSizeMb: 16 },
  });
  // A thread that dies between two tasks is replaced; nobody waits for it.
  pool.on("error", () => undefined);
  // Tasks wait here, not in the pool: one that lost its last thread starts none for those that wait.
  const turns = new PQueue({ concurrency: threads });
  return {
    async run(name, input, { transfer = [], abort } = {}) {
      if (turns.size >= bounds.waiting) throw new TaskLost("full", null);
      const runNow = async () => {
        const meter = newMeter();
        const watch = watchTask(meter, () => pool.threads, bounds);
        const signal = abort === undefined ? watch.signal : AbortSignal.any([watch.signal, abort]);
        try {
          return await pool.run({ input, meter }, { name, signal, transferList: transfer });
        } catch (error) {
          throw new TaskLost(watch.exceeded() ?? (abort?.aborted ? "aborted" : codeOf(error)), error);
        } finally {
          watch.stop();
        }
      };
      return turns.add(runNow, abort === undefined ? {} : { signal: abort }).catch((error: unknown) => {
        throw error instanceof TaskLost ? error : new TaskLost("aborted", error);
      });
    },
    close: () => pool.destroy(),
  };
}

interface Watch {
  signal: AbortSignal;
  exceeded(): "cpu" | "wall" | null;
  stop(): void;
}

/** Looks at the task until it is stopped, and aborts it at the first bound that it reaches. */
function watchTask(meter: Meter, threads: () => Worker[], bounds: ThreadBounds): Watch {
  const abort = new AbortController();
  let exceeded: "cpu" | "wall" | null = null;
  let asking = false;
  let deadline = performance.now() + START_MS;
  let hasBegun = false;
  const exceed = (bound: "cpu" | "wall"): void => {
    exceeded ??= bound;
    abort.abort();
  };
  const askForCpu = async (threadId: number): Promise<void> => {
    const thread = threads().find((each) => each.threadId === threadId);
    // Null: it ended at this moment, and the task with it.
    const usage = await thread?.cpuUsage().catch(() => null);
    if (usage && usedMs(meter, cpuMs(usage)) > bounds.cpuMs) exceed("cpu");
  };
  const look = (): void => {
    const threadId = threadOf(meter);
    if (threadId !== null && !hasBegun) {
      hasBegun = true;
      deadline = performance.now() + bounds.wallMs;
    }
    if (performance.now() > deadline) exceed("wall");
    // A thread inside one long native call answers after it: not asked again until then.
    if (threadId === null || asking || exceeded !== null) return;
    asking = true;
    void askForCpu(threadId).finally(() => (asking = false));
  };
  const clock = setInterval(look, LOOK_MS);
  return { signal: abort.signal, exceeded: () => exceeded, stop: () => clearInterval(clock) };
}

function codeOf(error: unknown): LostCode {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return "memory";
  if (error instanceof Error && error.message.endsWith(`exited with code: ${MEMORY_EXIT_CODE}`)) return "memory";
  return "crash";
}
