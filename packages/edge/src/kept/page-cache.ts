import { LRUCache } from "lru-cache";
import type { Page, PageCache } from "../terms/page.ts";
import { skillOf, type Subject } from "../terms/subject.ts";

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PAGE_BYTES = 1024 * 1024;
const MOST_ADDRESS = 1_024;
/**
 * What changes is dropped by its notification, and a lost connection drops everything (`postgresListener` finds a silent one within
 * seconds). This is the bound for what neither tells of: a count of downloads.
 */
const MOST_AGE_MS = 60_000;

/** Where notifications are not heard, a page may be wrong for as long as this. */
const MOST_AGE_UNHEARD_MS = 2_000;

/**
 * Two bounded stores, so that a flood of made-up searches does not push out the pages that name a skill. Dropped by the
 * database's own notifications; the age limit, by a `clock` in milliseconds, is the belt to those braces, and short while these are not
 * heard (`isHeard`).
 */
export function pageCache({
  clock = performance,
  isHeard = () => true,
}: { clock?: { now(): number }; isHeard?(): boolean } = {}): PageCache {
  const addresses = new Map<Subject, Set<string>>();
  const forgetAddress = (subject: Subject, address: string): void => {
    const known = addresses.get(subject);
    if (known?.delete(address) === true && known.size === 0) addresses.delete(subject);
  };
  const ofSkills = storeOf(clock, forgetAddress);
  const ofOthers = storeOf(clock, forgetAddress);
  /** What is being rendered: dropped with every change of the catalog, so that nobody waits for what is no longer true. */
  const rendering = new Map<string, Rendering>();
  let generation = 0;

  const drop = (address: string): void => {
    ofSkills.delete(address);
    ofOthers.delete(address);
  };

  const keep = (address: string, page: Page): void => {
    if (page.sizeBytes > MOST_PAGE_BYTES || address.length > MOST_ADDRESS) return;
    // An answer to the same address may speak of others than the one before.
    drop(address);
    (page.subjects.some((subject) => skillOf(subject) !== null) ? ofSkills : ofOthers).set(address, page, {
      ttl: isHeard() ? MOST_AGE_MS : MOST_AGE_UNHEARD_MS,
    });
    for (const subject of page.subjects) {
      const known = addresses.get(subject);
      if (known) known.add(address);
      else addresses.set(subject, new Set([address]));
    }
  };

  return {
    find: (address) => ofSkills.get(address) ?? ofOthers.get(address),
    async render(address, make) {
      const theirs = rendering.get(address);
      // When they fail, so would we: then it is our turn to say how.
      if (theirs) return { page: await theirs.page.catch(() => null), isOurs: false };
      const startedAt = generation;
      const ours: Rendering = { page: make(), changed: new Set() };
      rendering.set(address, ours);
      try {
        const page = await ours.page;
        if (page && startedAt === generation && !page.subjects.some((one) => ours.changed.has(one)))
          keep(address, page);
        return { page, isOurs: true };
      } finally {
        if (rendering.get(address) === ours) rendering.delete(address);
      }
    },
    forget(changed) {
      for (const subject of changed) for (const address of addresses.get(subject) ?? []) drop(address);
      if (!changed.includes("catalog")) {
        // What others make at this moment shows nothing of it: a stranger could see that it isn't kept.
        for (const one of rendering.values()) for (const subject of changed) one.changed.add(subject);
        return;
      }
      generation += 1;
      rendering.clear();
      if (!changed.some(isPublisher)) ofOthers.clear();
    },
    forgetAll() {
      generation += 1;
      rendering.clear();
      ofSkills.clear();
      ofOthers.clear();
      addresses.clear();
    },
  };
}

function storeOf(clock: { now(): number }, forgetAddress: (subject: Subject, address: string) => void) {
  return new LRUCache<string, Page>({
    max: 20_000,
    maxSize: MOST_BYTES,
    sizeCalculation: (page, address) => page.sizeBytes + address.length + 1_024,
    ttl: MOST_AGE_MS,
    perf: clock,
    // Pages that had to go leave no address behind.
    disposeAfter: (page, address, reason) => {
      if (reason !== "set") for (const subject of page.subjects) forgetAddress(subject, address);
    },
  });
}

/** An answer that is being made, and what changed meanwhile without the catalog. */
interface Rendering {
  page: Promise<Page | null>;
  changed: Set<Subject>;
}

const isPublisher = (subject: Subject): boolean => subject.startsWith("publisher:");
