/**
 * What the thread of a task and the one who waits for it share: [0] the number of the thread, 0 until it begins; [1] the CPU
 * time of that thread at the beginning; [2] what other threads used for this task, less what it may use beyond its bound. In milliseconds.
 */
export type Meter = Int32Array<SharedArrayBuffer>;

const THREAD = 0;
const STARTED_AT = 1;
const ELSEWHERE = 2;

export const newMeter = (): Meter => new Int32Array(new SharedArrayBuffer(12));

/** In the thread: the task begins here, and its CPU time counts from now on. */
export function beginMeter(meter: Meter, threadId: number): void {
  Atomics.store(meter, STARTED_AT, ownCpuMs());
  Atomics.store(meter, THREAD, threadId);
}

/** In the thread: another thread used `cpuMs` for this task. */
export function addToMeter(meter: Meter, cpuMs: number): void {
  Atomics.add(meter, ELSEWHERE, Math.ceil(cpuMs));
}

/** In the thread: the task may use `cpuMs` beyond its bound from now on. */
export const allowMore = (meter: Meter, cpuMs: number): void => {
  Atomics.sub(meter, ELSEWHERE, Math.floor(cpuMs));
};

/** In the thread: what the task has used so far. */
export const spentMs = (meter: Meter): number => usedMs(meter, ownCpuMs());

/** Outside: the thread that runs the task, null until it begins. */
export const threadOf = (meter: Meter): number | null => Atomics.load(meter, THREAD) || null;

/** What the task has used when its thread's CPU time stands at `threadCpuMs`. */
export const usedMs = (meter: Meter, threadCpuMs: number): number =>
  threadCpuMs - Atomics.load(meter, STARTED_AT) + Atomics.load(meter, ELSEWHERE);

export const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => Math.round((user + system) / 1_000);

const ownCpuMs = (): number => cpuMs(process.threadCpuUsage());
