import { LRUCache } from "lru-cache";

/** A rendered answer. */
export interface Page {
  /** The skill it speaks of, or `*` for the catalog. */
  of: string;
  body: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
  etag: string;
  downloadOf: number | undefined;
}

/** Rendered answers for anonymous readers, by address. */
export interface PageCache {
  find(address: string): Page | undefined;
  /** The state of knowledge that an answer rendered from now on is based on. */
  generation(): number;
  /** Keeps a page, unless something changed since `generation`. */
  keep(address: string, page: Page, generation: number): void;
  /** Forgets what speaks of that skill, and the catalog as a whole. */
  forget(skill: string): void;
  forgetAll(): void;
}

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PAGE_BYTES = 1024 * 1024;
/** Even when a notification goes missing, nothing older than this is served. */
const MOST_AGE_MS = 2_000;

/**
 * Two bounded stores, so that a flood of made-up searches does not push out the pages of skills. Dropped by the
 * database's own notifications; the age limit is the belt to those braces.
 */
export function pageCache(): PageCache {
  const store = () =>
    new LRUCache<string, Page>({
      max: 20_000,
      maxSize: MOST_BYTES,
      sizeCalculation: (page, address) => page.body.byteLength + address.length + 512,
      ttl: MOST_AGE_MS,
    });
  const ofSkills = store();
  const ofCatalog = store();
  const addresses = new Map<string, Set<string>>();
  let generation = 0;
  return {
    find: (address) => ofSkills.get(address) ?? ofCatalog.get(address),
    generation: () => generation,
    keep(address, page, renderedAt) {
      if (renderedAt !== generation || page.body.byteLength > MOST_PAGE_BYTES) return;
      if (page.of === "*") {
        ofCatalog.set(address, page);
        return;
      }
      ofSkills.set(address, page);
      // Addresses of evicted pages pile up here; starting over is cheap and forgets no page that must go.
      if (addresses.size > 50_000) {
        addresses.clear();
        ofSkills.clear();
        ofSkills.set(address, page);
      }
      const known = addresses.get(page.of);
      if (known) known.add(address);
      else addresses.set(page.of, new Set([address]));
    },
    forget(skill) {
      generation += 1;
      for (const address of addresses.get(skill) ?? []) ofSkills.delete(address);
      addresses.delete(skill);
      ofCatalog.clear();
    },
    forgetAll() {
      generation += 1;
      ofSkills.clear();
      ofCatalog.clear();
      addresses.clear();
    },
  };
}
