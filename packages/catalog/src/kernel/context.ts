import type { ArchiveLimits } from "@gaia/archive";
import type { Db } from "@gaia/db";
import type { Actor, Tier } from "@gaia/policy";
import type { SearchIndex } from "@gaia/search";
import type { Blobs } from "@gaia/storage";
import type { LogReader } from "./log-reader.ts";
import type { PackageConverter } from "./package-converter.ts";

/**
 * The open doors and the settings that a read needs. What writes needs more of them: `Registry` of `@gaia/registry` extends this, and
 * its context goes wherever this one is asked for.
 */
export interface Catalog {
  db: Db;
  blobs: Pick<Blobs, "read">;
  search: Pick<SearchIndex, "find">;
  log: LogReader;
  reader: PackageConverter;
  publicUrl: string;
  limits: ArchiveLimits;
  /** So much storage a publisher may take, in MiB, unless an admin said otherwise; 0: as much as it wants. */
  publisherQuotaMib: number;
  /** The probability of harm from which evidence holds a version, 0 to 1. */
  holdFrom: number;
  /** The probability from which evidence of two kinds withholds a version; above 1 none does. */
  blockFrom: number;
  /** The lowest tier that clients of foreign protocols are given. */
  clientsLeastTier: Tier;
  now(): Date;
  /** Something worth a line in the log that fails no request. */
  warn(event: string, fields: Record<string, unknown>): void;
}

/** Who asks, what for: one request, or one job of the registry itself. */
export interface Asker {
  /** Null: nobody that is known. */
  actor: Actor | null;
  requestId: string | null;
}

/** What a read is given: the doors, and who asks. */
export interface ReadCtx extends Catalog, Asker {}
