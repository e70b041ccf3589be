import type { FetchedRelease, InstallContext, Release } from "../terms/context.ts";
import { fetchRelease, releaseKey } from "./fetched-release.ts";

/** So many releases are fetched at once: more would only share the line, and a registry counts what one address asks for. */
const AT_ONCE = 4;

/**
 * Runs `work`, which takes these releases one after the other, while they are fetched several at once. What fails is thrown where its turn
 * comes, so that a run says the same whatever came first; once `work` has ended, nothing is fetched any more.
 */
export async function fetchingAhead<T>(
  context: InstallContext,
  releases: readonly Release[],
  work: (context: InstallContext) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const { signal } = stop;
  const waiting: (() => Promise<unknown>)[] = [];
  const ahead = new Map<string, Promise<FetchedRelease>>();
  const { door } = context;
  const asking = { ...context, door: { ...door, download: (release: Release) => door.download(release, signal) } };
  for (const { name, version } of releases) {
    const fetched = new Promise<FetchedRelease>((resolve) => {
      waiting.push(() => {
        resolve(fetchRelease(asking, name, version));
        return fetched.catch(() => {});
      });
    });
    // Whoever waits for it is told; without anybody it is no failure.
    fetched.catch(() => {});
    ahead.set(releaseKey(name, version), fetched);
  }
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) await next();
  };
  const workers = Array.from({ length: Math.min(AT_ONCE, waiting.length) }, worker);
  try {
    return await work({ ...context, ahead });
  } finally {
    stop.abort();
    await Promise.all(workers);
  }
}
