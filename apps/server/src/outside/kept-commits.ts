import type { GitCommit } from "@gaia/git-source";
import type { GitFolder } from "@gaia/mirror";

/** A commit that was fetched, and how what came is removed. */
export interface FetchedCommit {
  commit: GitCommit;
  /** Its skills, read once. */
  folders(): Promise<readonly GitFolder[]>;
  remove(): Promise<void>;
}

/** What a job wants: the commit of that key, of that host. `abort` ends its wait for others. */
interface Wanted {
  key: string;
  host: string;
  abort: AbortSignal;
  fetch(): Promise<FetchedCommit>;
}

interface Kept {
  host: string;
  /** Null while it is fetched. */
  fetched: FetchedCommit | null;
  readers: number;
}

const MOST_KEPT = 2;
const KEPT_MS = 10 * 60_000;

/** Commits that are kept while their skills are taken, which may be many jobs. */
export interface KeptCommits {
  /** Works with a commit, which is fetched where it is not kept. It stays until the work ends. */
  use<T>(wanted: Wanted, work: (kept: FetchedCommit) => Promise<T>): Promise<T>;
  /** Removes them all, once nobody reads them. */
  close(): Promise<void>;
}

/**
 * Keeps two commits at most (each may take a quarter of a gigabyte), and none that nobody asked for in ten minutes. The one that was not
 * used for longest goes first, and none that is read. Of one host one is fetched at a time, so that a slow host keeps no other waiting.
 */
export function keepCommits(): KeptCommits {
  // In the order in which they were used.
  const all = new Map<string, Kept>();
  let idle: NodeJS.Timeout | undefined;
  let change = Promise.withResolvers<void>();
  const tellChange = (): void => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const removeOldest = async (): Promise<boolean> => {
    const [key, kept] = [...all].find(([, { fetched, readers }]) => fetched !== null && readers === 0) ?? [];
    if (key === undefined) return false;
    all.delete(key);
    await kept?.fetched?.remove();
    tellChange();
    return true;
  };
  const removeAll = async (): Promise<void> => {
    while (await removeOldest());
  };
  const take = async (wanted: Wanted): Promise<FetchedCommit> => {
    for (;;) {
      wanted.abort.throwIfAborted();
      const kept = all.get(wanted.key);
      if (kept?.fetched) {
        all.delete(wanted.key);
        all.set(wanted.key, kept);
        kept.readers += 1;
        return kept.fetched;
      }
      const isAsked = [...all.values()].some(({ host, fetched }) => host === wanted.host && fetched === null);
      if (isAsked) await changed(change.promise, wanted.abort);
      else if (all.size < MOST_KEPT) return await fetchInto(all, wanted).finally(tellChange);
      else if (!(await removeOldest())) await changed(change.promise, wanted.abort);
    }
  };
  return {
    async use(wanted, work) {
      const fetched = await take(wanted);
      try {
        return await work(fetched);
      } finally {
        const kept = all.get(wanted.key);
        if (kept) kept.readers -= 1;
        clearTimeout(idle);
        idle = setTimeout(() => void removeAll().catch(() => {}), KEPT_MS).unref();
        tellChange();
      }
    },
    async close() {
      clearTimeout(idle);
      await removeAll();
      while (all.size > 0) {
        await change.promise;
        await removeAll();
      }
      clearTimeout(idle);
    },
  };
}

async function fetchInto(all: Map<string, Kept>, { key, host, fetch }: Wanted): Promise<FetchedCommit> {
  const kept: Kept = { host, fetched: null, readers: 1 };
  all.set(key, kept);
  try {
    kept.fetched = await fetch();
    return kept.fetched;
  } catch (error) {
    all.delete(key);
    throw error;
  }
}

/** Waits until something was, or the signal says that it ended. */
async function changed(change: Promise<void>, abort: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const end = (): void => ended.resolve();
  abort.addEventListener("abort", end, { once: true });
  await Promise.race([change, ended.promise]);
  abort.removeEventListener("abort", end);
}
