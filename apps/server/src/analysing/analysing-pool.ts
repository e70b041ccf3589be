import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { ContextCost, ContextInput } from "@gaia/context-cost";
import type { AnalyseInput, Scanning } from "@gaia/registry";
import { ANALYSER_NAMES, joinParts } from "@gaia/scan";
import { boundedThreads, type LostCode, TaskLost } from "../threads/bounded-threads.ts";

type Analysis = Awaited<ReturnType<Scanning["analyse"]>>;

/**
 * Runs the registry's own analysers in threads: bounded in number, in memory, in CPU time and in time. A package that is
 * lost with its thread is *unscanned* by those that had not ended, with the reason: never clean, and never an error of the inspection.
 * What the others found counts. A crash is a fault of ours that the package brought out: `onCrash` is told.
 */
export function analysingPool(
  onCrash: (error: unknown) => void,
  threads = 2,
): Pick<Scanning, "analyse" | "countContext"> & { close(): Promise<void> } {
  const pool = boundedThreads(new URL("analysing-thread.ts", import.meta.url), threads, {
    // The analysers stop by themselves before that; this is for one that does not come to its next look at the clock.
    cpuMs: 20_000,
    // Ten times as long on the clock, for a machine that has as much else to do.
    wallMs: 200_000,
    heapMb: 256,
    waiting: 64,
  });
  // The tokenizer's tables take 60 MB: one thread has them, and for as long as there is something to count.
  const counting = boundedThreads(new URL("counting-thread.ts", import.meta.url), 1, {
    cpuMs: 10_000,
    wallMs: 100_000,
    heapMb: 256,
    waiting: 64,
  });
  return {
    async countContext(input: ContextInput, abort?: AbortSignal) {
      try {
        return await counting.run<ContextCost>("count", input, { abort });
      } catch (error) {
        if (!(error instanceof TaskLost)) throw error;
        if (error.code === "crash") onCrash(error.cause);
        return null;
      }
    },
    async analyse(input: AnalyseInput, abort?: AbortSignal) {
      const startedAt = performance.now();
      const { port1: said, port2: parts } = new MessageChannel();
      try {
        return await pool.run<Analysis>("analyse", { ...input, parts }, { abort, transfer: [parts] });
      } catch (error) {
        if (!(error instanceof TaskLost)) throw error;
        if (error.code === "crash") onCrash(error.cause);
        return lostAnalysis(input, partsOf(said), error.code, Math.round(performance.now() - startedAt));
      } finally {
        said.close();
      }
    },
    async close() {
      await Promise.all([pool.close(), counting.close()]);
    },
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

function partsOf(said: MessagePort): Analysis[] {
  const parts: Analysis[] = [];
  for (;;) {
    // Only our own thread writes to this port.
    const received = receiveMessageOnPort(said) as { message: Analysis } | undefined;
    if (received === undefined) return parts;
    parts.push(received.message);
  }
}

function lostAnalysis({ files }: AnalyseInput, parts: Analysis[], code: LostCode, durationMs: number): Analysis {
  const ended = new Set(parts.flatMap(({ scanners }) => scanners.map(({ name }) => name)));
  const scanners = ANALYSER_NAMES.filter((name) => !ended.has(name)).map((name) => ({
    name,
    version: null,
    status: "unscanned" as const,
    ...REASONS[code],
    rules_digest: null,
    duration_ms: durationMs,
  }));
  return joinParts([...parts, { scanners, findings: [], facts: [] }], Array.isArray(files) ? files : []);
}
