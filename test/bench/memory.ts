import { readFileSync } from "node:fs";

/** Resident memory of a process in MB (10^6 bytes), looked at four times a second; where /proc tells it. */
export function watchMemory(pid: number): { now(): number; most(): number; stop(): void } {
  let most = 0;
  const now = (): number => {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round((Number(kib ?? 0) * 1_024) / 1_000_000);
  };
  const clock = setInterval(() => (most = Math.max(most, now())), 250);
  return { now, most: () => most, stop: () => clearInterval(clock) };
}
