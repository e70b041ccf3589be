import {
  type ErrorDetail,
  RegistryError,
  type RegistryErrorCode,
  type ConvertedPackage,
  type ConvertInput,
  type OpenedPackage,
  type OpenInput,
  type PackageDigests,
  type RewriteInput,
} from "@gaia/catalog";
import type { ExaminedUpload, PackageReader, ReadUpload, SplitSkill } from "@gaia/registry";
import { type BoundedThreads, boundedThreads, TaskLost } from "../threads/bounded-threads.ts";
import { READING_CPU_MS, READING_WALL_MS, SPLITTING_CPU_MS } from "./reading-bounds.ts";

/** A `RegistryError` on its way between threads. */
export interface Refusal {
  code: RegistryErrorCode;
  message: string;
  errors: ErrorDetail[] | null;
  format: RegistryError["format"];
}

type Outcome<Result> = { done: Result } | { refused: Refusal };

const bounds = { cpuMs: READING_CPU_MS, wallMs: READING_WALL_MS, heapMb: 64, waiting: 64 };

/**
 * Reads packages in threads: bounded in number, in memory, in CPU time and in time, so that a package built to be expensive
 * costs its publisher an answer and nobody else anything. The bytes given to `read` are handed over: they come back in the
 * result, and are not to be used in between.
 */
export function readingPool(threads = 2): Omit<PackageReader, "tell"> & { close(): Promise<void> } {
  const file = new URL("reading-thread.ts", import.meta.url);
  const pool = boundedThreads(file, threads, bounds);
  // Strangers' reads have packages converted: these wait for each other, and no publish waits for them.
  const converting = boundedThreads(file, 1, bounds);
  // One archive of many skills at a time, each of up to 100 MiB, and two that wait: no publish waits for them.
  const splitting = boundedThreads(file, 1, {
    ...bounds,
    cpuMs: SPLITTING_CPU_MS,
    wallMs: 3 * READING_WALL_MS,
    waiting: 2,
  });
  const threadsFor = ({ decides }: RewriteInput) => (decides ? pool : converting);
  return {
    read: (bytes, input) => run<ReadUpload>(pool, "read", { input: { bytes, input }, transfer: ownBuffers(bytes) }),
    examine: (bytes, input) =>
      run<ExaminedUpload>(pool, "examine", { input: { bytes, input }, transfer: ownBuffers(bytes) }),
    split: (bytes, limits) =>
      run<SplitSkill[]>(splitting, "split", { input: { bytes, limits }, transfer: ownBuffers(bytes) }),
    open: (input: OpenInput) => run<OpenedPackage>(pool, "open", { input, transfer: [] }),
    convert: (input: ConvertInput) => run<ConvertedPackage>(threadsFor(input), "convert", { input, transfer: [] }),
    digest: (input: RewriteInput) => run<PackageDigests>(threadsFor(input), "digest", { input, transfer: [] }),
    close: async () => {
      await Promise.all([pool.close(), converting.close(), splitting.close()]);
    },
  };
}

async function run<Result>(
  pool: BoundedThreads,
  name: string,
  { input, transfer }: { input: object; transfer: ArrayBuffer[] },
): Promise<Result> {
  const outcome = await pool.run<Outcome<Result>>(name, input, { transfer }).catch((error: unknown) => {
    throw error instanceof TaskLost ? toRefusal(error) : error;
  });
  if ("done" in outcome) return outcome.done;
  const { code, message, errors, format } = outcome.refused;
  throw new RegistryError(code, message, { errors: errors ?? undefined, format });
}

/** Small buffers are slices of one that others use too: those are copied. */
function ownBuffers({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function toRefusal(lost: TaskLost): unknown {
  switch (lost.code) {
    case "wall":
      // The machine was busy with others: that says nothing of the package.
      return new RegistryError("unavailable", "This package could not be read in time; try again.", { cause: lost });
    case "cpu":
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
