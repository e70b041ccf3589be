import { Piscina } from "piscina";
import {
  type ConvertedPackage,
  type ConvertInput,
  type ErrorDetail,
  type PackageReader,
  type ReadUpload,
  RegistryError,
  type RegistryErrorCode,
} from "@gaia/registry";

/** A `RegistryError` on its way between threads. */
export interface Refusal {
  code: RegistryErrorCode;
  message: string;
  errors: ErrorDetail[] | null;
}

type Outcome<Result> = { done: Result } | { refused: Refusal };

/** One package may take this long; no real one comes near it. */
const DEADLINE_MS = 8_000;
const MOST_WAITING = 64;
/** Of JavaScript's own memory; the bytes of packages lie outside it and have the limits of the archive room. */
const MOST_HEAP_MB = 256;

/**
 * Reads packages in threads: bounded in number, in memory and in time, so that a package built to be expensive costs its
 * publisher an answer and nobody else anything.
 */
export function readingPool(threads = 2): PackageReader & { close(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL("reading-thread.ts", import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    maxQueue: MOST_WAITING,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const run = async <Result>(name: string, task: object): Promise<Result> => {
    const signal = AbortSignal.timeout(DEADLINE_MS + waitOf(pool) * 1_000);
    let outcome: Outcome<Result>;
    try {
      outcome = await pool.run(task, { name, signal });
    } catch (error) {
      throw toRefusal(error, signal.aborted);
    }
    if ("done" in outcome) return outcome.done;
    const { code, message, errors } = outcome.refused;
    throw new RegistryError(code, message, errors ? { errors } : {});
  };
  return {
    read: (bytes, input) => run<ReadUpload>("read", { bytes, input }),
    convert: (input: ConvertInput) => run<ConvertedPackage>("convert", input),
    close: () => pool.destroy(),
  };
}

/** Whoever waits behind others gets their time on top. */
const waitOf = (pool: Piscina): number => Math.ceil(pool.queueSize / pool.maxThreads) * (DEADLINE_MS / 1_000);

function toRefusal(error: unknown, timedOut: boolean): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (timedOut) {
    return new RegistryError("invalid_package", "This package takes longer to read than any package may.", {
      cause: error,
    });
  }
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new RegistryError("invalid_package", "This package takes more memory to read than any package may.", {
      cause: error,
    });
  }
  if (error instanceof Error && /Task queue is at limit/.test(error.message)) {
    return new RegistryError("unavailable", "Too many packages are being read at this moment; try again.", {
      cause: error,
    });
  }
  return error;
}
