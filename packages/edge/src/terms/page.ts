import type { Rate } from "./rate.ts";
import type { Subject } from "./subject.ts";

/** What is downloaded with an answer. */
export interface Taken {
  versionId: number;
  skill: string;
  /** The protocol by which it is taken, as counts name it: `api`. */
  client: string;
}

/** A rendered answer. */
export interface Page {
  /** Everything that it speaks of: it falls with any of them. */
  subjects: readonly Subject[];
  /** The limit that its readers count against; null: none. */
  rate: Rate | null;
  body: string | Uint8Array<ArrayBuffer>;
  sizeBytes: number;
  etag: string;
  /** Those that do not depend on who asks: of the page itself, and of a 304 in its place. Lower-case names. */
  headers: Record<string, string>;
  notModifiedHeaders: Record<string, string>;
  /** The download that this answer is. */
  downloadOf: Taken | undefined;
  /** What its request's log line says. */
  path: string;
  route: string;
}

/** Rendered answers for anonymous readers, by address. */
export interface PageCache {
  find(address: string): Page | undefined;
  /**
   * Renders the page of an address and keeps it, unless something changed meanwhile; null when there is nothing to keep.
   * Who asks while the same knowledge is being rendered waits for that page: a page that runs out is made once, not by
   * everybody who wants it.
   */
  render(address: string, make: () => Promise<Page | null>): Promise<{ page: Page | null; isOurs: boolean }>;
  /**
   * Forgets what speaks of any of these. Where the catalog is among them and no publisher, nobody knows whose the skills are: all that
   * names no skill goes, whichever publisher or collection it speaks of.
   */
  forget(changed: readonly Subject[]): void;
  forgetAll(): void;
}
