import { type PackageConverter, RegistryError, type TellInput } from "@gaia/catalog";
import type { TellPackageInput } from "@gaia/registry/analysing";
import { boundedThreads, TaskLost } from "../threads/bounded-threads.ts";

type Telling = Awaited<ReturnType<PackageConverter["tell"]>>;

/** So many packages are remembered, of a few megabytes at most: a page, the API and who looks next ask about the same two. */
const MOST_KEPT = 20;

/** So many digests of packages that took too much: small, so that who asks for many of them in turn has none read twice. */
const MOST_HEAVY = 20_000;

/** More than this is not read of one. */
const NOT_READ: Telling = {
  told: [],
  sentences: [],
  unread: ["all of its files: they take more than is read of a package"],
};

/**
 * Says what packages tell, in one thread of its own: strangers ask, and no inspection waits for them. One that takes more than it may is
 * told to be unread, which is remembered too, so that nobody has it read again and again.
 */
export function tellingPool(): Pick<PackageConverter, "tell"> & { close(): Promise<void> } {
  const pool = boundedThreads(new URL("analysing-thread.ts", import.meta.url), 1, {
    cpuMs: 10_000,
    wallMs: 60_000,
    heapMb: 256,
    waiting: 16,
  });
  const kept = new Map<string, Promise<Telling>>();
  const heavy = new Set<string>();
  const read = async ({ sha256, bytes, limits, about }: TellInput): Promise<Telling> => {
    const input: TellPackageInput = { bytes: await bytes(), limits, about };
    return pool.run<Telling>("tell", input).catch((error: unknown) => {
      if (!(error instanceof TaskLost)) throw error;
      if (error.code === "cpu" || error.code === "memory" || error.code === "crash") {
        heavy.add(sha256);
        const [oldest] = heavy;
        if (heavy.size > MOST_HEAVY && oldest !== undefined) heavy.delete(oldest);
        return NOT_READ;
      }
      throw new RegistryError("unavailable", "Too many versions are being compared at this moment; try again.", {
        cause: error,
      });
    });
  };
  return {
    tell(input) {
      const { sha256 } = input;
      if (heavy.has(sha256)) return Promise.resolve(NOT_READ);
      const known = kept.get(sha256);
      const told = known ?? read(input);
      // The one that was asked for last goes last.
      kept.delete(sha256);
      kept.set(sha256, told);
      if (known === undefined) told.catch(() => kept.get(sha256) === told && kept.delete(sha256));
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return told;
    },
    close: () => pool.close(),
  };
}
