import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { quantile } from "./statistics.ts";

/** Where and when a run was made. */
export interface Machine {
  cores: number;
  processor: string;
  memoryGiB: number;
  system: string;
  node: string;
  /** Processes that wanted to run during the minute before: on a quiet machine well below 1. */
  loadBefore: number;
  /** Median time of writing 4 KiB to a file and syncing it. */
  fsyncMs: number;
}

/** Looks at this machine; `dir` is where the disk is tried. */
export function lookAtMachine(dir: string): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? "unknown",
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release().split("-")[0] ?? ""}`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
    fsyncMs: tryDisk(dir),
  };
}

function tryDisk(dir: string): number {
  const path = join(dir, randomUUID());
  const file = openSync(path, "wx");
  try {
    const times = Array.from({ length: 40 }, () => {
      const started = performance.now();
      writeSync(file, new Uint8Array(4_096));
      fsyncSync(file);
      return performance.now() - started;
    });
    return quantile(times, 0.5);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
