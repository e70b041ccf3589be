import type { AnalyseInput, Scanning } from "@gaia/registry";
import { boundedThreads, type LostCode, TaskLost } from "../threads/bounded-threads.ts";

type Analysis = Awaited<ReturnType<Scanning["analyse"]>>;

/** Our own analysers by the names of their reports (`packages/scan/src/analysis/analysers.ts`). */
const NAMES = ["gaia-instructions", "gaia-code", "gaia-contents", "gaia-dependencies"];

/**
 * Runs the registry's own analysers in threads: bounded in number, in memory, in CPU time and in time. A package that is
 * lost with its thread is *unscanned* by all of them, with the reason: never clean, and never an error of the inspection. A crash
 * is a fault of ours that the package brought out: `onCrash` is told.
 */
export function analysingPool(
  onCrash: (error: unknown) => void,
  threads = 2,
): Pick<Scanning, "analyse"> & { close(): Promise<void> } {
  const pool = boundedThreads(new URL("analysing-thread.ts", import.meta.url), threads, {
    cpuMs: 5_000,
    wallMs: 20_000,
    heapMb: 256,
    waiting: 64,
    startWith: 0,
  });
  return {
    async analyse(input: AnalyseInput, abort?: AbortSignal) {
      const startedAt = performance.now();
      try {
        return await pool.run<Analysis>("analyse", input, { abort });
      } catch (error) {
        if (!(error instanceof TaskLost)) throw error;
        if (error.code === "crash") onCrash(error.cause);
        return unscanned(error.code, Math.round(performance.now() - startedAt));
      }
    },
    close: () => pool.close(),
  };
}

/** CPU time and memory run out again the next time; what else happened may pass. */
const REASONS: { [code in LostCode]: { reason: string; retryable: boolean } } = {
  cpu: { reason: "it takes more computing to analyse than any package may", retryable: false },
  memory: { reason: "it takes more memory to analyse than any package may", retryable: false },
  wall: { reason: "it ran out of time", retryable: true },
  aborted: { reason: "it was stopped", retryable: true },
  crash: { reason: "it crashed", retryable: true },
  full: { reason: "too many packages were being analysed", retryable: true },
};

function unscanned(code: LostCode, durationMs: number): Analysis {
  const scanners = NAMES.map((name) => ({
    name,
    version: null,
    status: "unscanned" as const,
    ...REASONS[code],
    rules_digest: null,
    duration_ms: durationMs,
  }));
  return { scanners, findings: [], facts: [] };
}
