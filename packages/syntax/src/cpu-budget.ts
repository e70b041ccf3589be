import { cpuMs } from "./cpu-clock.ts";

/** `limitMs` milliseconds of this thread's CPU time, counted from now: `leftMs()` says how many are left, zero or less at the end. */
export function cpuBudget(limitMs: number): { leftMs(): number } {
  const end = cpuMs() + limitMs;
  return { leftMs: () => end - cpuMs() };
}
