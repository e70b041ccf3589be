import { LRUCache } from "lru-cache";
import type { Page, PageCache } from "../terms/page.ts";

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PAGE_BYTES = 1024 * 1024;
const MOST_ADDRESS = 1_024;
/**
 * What changes is dropped by its notification, and a lost connection drops everything (`postgresListener` finds a silent one within
 * seconds). This is the bound for what neither tells of: a count of downloads.
 */
const MOST_AGE_MS = 60_000;

/**
 * Two bounded stores, so that a flood of made-up searches does not push out the pages of skills. Dropped by the
 * database's own notifications; the age limit, by a `clock` in milliseconds, is the belt to those braces.
 */
export function pageCache(clock: { now(): number } = performance): PageCache {
  const addresses = new Map<string, Set<string>>();
  const forgetAddress = (of: string, address: string): void => {
    const known = addresses.get(of);
    if (known?.delete(address) === true && known.size === 0) addresses.delete(of);
  };
  const store = () =>
    new LRUCache<string, Page>({
      max: 20_000,
      maxSize: MOST_BYTES,
      sizeCalculation: (page, address) => page.sizeBytes + address.length + 1_024,
      ttl: MOST_AGE_MS,
      perf: clock,
      // Pages that had to go leave no address behind.
      disposeAfter: (page, address, reason) => {
        if (reason !== "set") forgetAddress(page.of, address);
      },
    });
  const ofSkills = store();
  const ofCatalog = store();
  /** What is being rendered: dropped with every change, so that nobody waits for what is no longer true. */
  const rendering = new Map<string, Promise<Page | null>>();
  let generation = 0;

  const keep = (address: string, page: Page): void => {
    if (page.sizeBytes > MOST_PAGE_BYTES || address.length > MOST_ADDRESS) return;
    if (page.of === "*") {
      ofCatalog.set(address, page);
      return;
    }
    ofSkills.set(address, page);
    const known = addresses.get(page.of);
    if (known) known.add(address);
    else addresses.set(page.of, new Set([address]));
  };

  return {
    find: (address) => ofSkills.get(address) ?? ofCatalog.get(address),
    async render(address, make) {
      const theirs = rendering.get(address);
      // When they fail, so would we: then it is our turn to say how.
      if (theirs) return { page: await theirs.catch(() => null), isOurs: false };
      const startedAt = generation;
      const ours = make();
      rendering.set(address, ours);
      try {
        const page = await ours;
        if (page && startedAt === generation) keep(address, page);
        return { page, isOurs: true };
      } finally {
        if (rendering.get(address) === ours) rendering.delete(address);
      }
    },
    forget(skill) {
      generation += 1;
      rendering.clear();
      for (const address of addresses.get(skill) ?? []) ofSkills.delete(address);
      addresses.delete(skill);
      ofCatalog.clear();
    },
    forgetAll() {
      generation += 1;
      rendering.clear();
      ofSkills.clear();
      ofCatalog.clear();
      addresses.clear();
    },
  };
}
