import {
  type ErrorDetail,
  RegistryError,
  type RegistryErrorCode,
  type ConvertedPackage,
  type ConvertInput,
} from "@gaia/catalog";
import type { PackageReader, ReadUpload } from "@gaia/registry";
import { boundedThreads, TaskLost } from "../threads/bounded-threads.ts";
import { READING_CPU_MS } from "./reading-bounds.ts";

/** A `RegistryError` on its way between threads. */
export interface Refusal {
  code: RegistryErrorCode;
  message: string;
  errors: ErrorDetail[] | null;
  format: RegistryError["format"];
}

type Outcome<Result> = { done: Result } | { refused: Refusal };

/**
 * Reads packages in threads: bounded in number, in memory, in CPU time and in time, so that a package built to be expensive
 * costs its publisher an answer and nobody else anything. The bytes given to `read` are handed over: they come back in the
 * result, and are not to be used in between.
 */
export function readingPool(threads = 2): PackageReader & { close(): Promise<void> } {
  const pool = boundedThreads(new URL("reading-thread.ts", import.meta.url), threads, {
    cpuMs: READING_CPU_MS,
    wallMs: 8_000,
    heapMb: 64,
    waiting: 64,
  });
  const run = async <Result>(name: string, input: object, transfer: ArrayBuffer[]): Promise<Result> => {
    const outcome = await pool.run<Outcome<Result>>(name, input, { transfer }).catch((error: unknown) => {
      throw error instanceof TaskLost ? toRefusal(error) : error;
    });
    if ("done" in outcome) return outcome.done;
    const { code, message, errors, format } = outcome.refused;
    throw new RegistryError(code, message, { errors: errors ?? undefined, format });
  };
  return {
    read: (bytes, input) => run<ReadUpload>("read", { bytes, input }, ownBuffers(bytes)),
    convert: (input: ConvertInput) => run<ConvertedPackage>("convert", input, []),
    close: () => pool.close(),
  };
}

/** Small buffers are slices of one that others use too: those are copied. */
function ownBuffers({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function toRefusal(lost: TaskLost): unknown {
  switch (lost.code) {
    case "cpu":
    case "wall":
      return new RegistryError("invalid_package", "This package takes longer to read than any package may.", {
        cause: lost,
      });
    case "memory":
      return new RegistryError("invalid_package", "This package takes more memory to read than any package may.", {
        cause: lost,
      });
    case "full":
      return new RegistryError("unavailable", "Too many packages are being read at this moment; try again.", {
        cause: lost,
      });
    case "crash":
    case "aborted":
      return lost.cause;
  }
}
