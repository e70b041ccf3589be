import { threadId } from "node:worker_threads";
import { MEMORY_EXIT_CODE, type Task } from "../src/threads/bounded-threads.ts";
import { addToMeter, beginMeter, cpuMs } from "../src/threads/meter.ts";

// What a thread may come to do when a package was built for it: for `bounded-threads.test.ts`.

const begun =
  <Input, Result>(run: (input: Input, meter: Task<Input>["meter"]) => Result) =>
  async ({ input, meter }: Task<Input>) => {
    beginMeter(meter, threadId);
    return run(input, meter);
  };

const spinFor = (ms: number) => {
  const end = cpuMs(process.threadCpuUsage()) + ms;
  while (cpuMs(process.threadCpuUsage()) < end);
};
const waitFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export const answer = begun((input: object) => ({ ...input, thread: threadId }));
export const work = begun(({ ms }: { ms: number }) => {
  spinFor(ms);
  return "worked";
});
export const spin = begun(() => spinFor(60_000));
export const backtrack = begun(() => /^(?:a+)+$/.test(`${"a".repeat(80)}b`));
export const spinElsewhere = begun((_: object, meter) => {
  addToMeter(meter, 500);
  waitFor(60_000);
});
export const sleep = begun(() => waitFor(60_000));
export const fillHeap = begun(() => {
  const kept: object[] = [];
  for (;;) kept.push({ kept: kept.length });
});
export const growString = begun(() => {
  const kept: string[] = [];
  for (;;) kept.push(`${kept.length}`.repeat(1_000).toUpperCase());
});
export const growArray = begun(() => {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 1_000_000 }, (_, n) => n + 0.5));
});
export const exitForMemory = begun(() => process.exit(MEMORY_EXIT_CODE));
export const exit = begun(() => process.exit(3));
export const fail = begun(() => {
  throw new Error("a fault of ours");
});
