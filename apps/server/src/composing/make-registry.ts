import { DEFAULT_LIMITS } from "@gaia/archive";
import type { Database } from "@gaia/db";
import type { Queue } from "@gaia/queue";
import { openLog } from "@gaia/registry";
import type { PackageReader, Registry, SignatureVerifier } from "@gaia/registry";
import type { SearchIndex } from "@gaia/search";
import type { Blobs } from "@gaia/storage";
import type { Settings } from "../config/config.ts";
import type { Logger } from "../logging/log.ts";
import { webhookDoor } from "../outside/webhook-door.ts";
import { postToWitness, readLogPolicy } from "./log-witnesses.ts";
import { authSecret, openSigningKey } from "./secrets.ts";

/** The registry with what verbs need of the doors, and its settings. */
export async function makeRegistry(parts: {
  settings: Settings;
  log: Logger;
  publicUrl: () => string;
  database: Database;
  blobs: Blobs;
  queue: Queue;
  search: SearchIndex;
  reader: PackageReader;
  verifier: SignatureVerifier;
  keys: Pick<Registry, "signer" | "hubSigner">;
}): Promise<Registry> {
  const { settings, log, publicUrl, database, blobs, queue, search, reader, verifier, keys } = parts;
  return {
    db: database.db,
    blobs,
    queue,
    search,
    ...keys,
    nextSigner: settings.SIGNING_KEY_NEXT === null ? null : await openSigningKey(settings.SIGNING_KEY_NEXT),
    get publicUrl() {
      return publicUrl();
    },
    limits: DEFAULT_LIMITS,
    reader,
    verifier,
    log: openLog({
      blobs,
      origin: settings.LOG_ORIGIN,
      policy: await readLogPolicy(settings.LOG_POLICY),
      post: postToWitness,
    }),
    keysPerPublisher: settings.PUBLISHER_KEYS,
    publisherQuotaMib: settings.PUBLISHER_QUOTA_MIB,
    reservedNames: settings.RESERVED_NAMES,
    defaultVisibility: settings.DEFAULT_VISIBILITY,
    holdFrom: settings.HOLD_FROM_PERCENT / 100,
    blockFrom: settings.BLOCK_FROM_PERCENT / 100,
    clientsLeastTier: settings.CLIENTS_LEAST_TIER,
    rescans: { concurrency: settings.RESCAN_CONCURRENCY, pausePercent: settings.RESCAN_PAUSE_PERCENT },
    webhooks: webhookDoor({
      secret: settings.ROLE === "migrate" ? "" : await authSecret(settings),
      hosts: settings.WEBHOOK_HOSTS,
    }),
    now: () => new Date(),
    warn: (event, fields) => log.warn({ event, ...fields }, event),
  };
}
