import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database, DatabaseConfig, Lending, OpenedDatabase } from "./database.ts";
import { executeRows } from "./rows.ts";

export type { Database, Db } from "./database.ts";

const CHECK_TIMEOUT_MS = 2000;
const HEARING = "gaia_hearing";
const HEARING_TIMEOUT_MS = 3000;
const CHANNEL = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Opens the database: PostgreSQL at `url`, or PGlite in `dataDir/db`. PostgreSQL is connected to at the first query; ask
 * `check()` at boot. Only the driver in use is loaded.
 * @throws DatabaseError `data_dir_locked`, `data_dir_unusable` (PGlite)
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = config.url === null ? await embedded(config) : await remote(config.url, config);
  return {
    ...database,
    async listen(channel, onMessage, onLost) {
      if (!CHANNEL.test(channel)) throw new TypeError(`Not a channel name: ${channel}`);
      return await database.listen(channel, onMessage, onLost);
    },
    hears: () => hears(database),
  };
}

/**
 * Looks, before it is opened, whether a PostgreSQL server can carry a registry, and what a connection to it is lent for.
 * @throws DatabaseError `server_unfit` with what to do, `unavailable`
 */
export async function lookAtServer(config: { url: string; directUrl: string | null }): Promise<{ lending: Lending }> {
  const { loadMendedDriver } = await import("./driver/mended-driver.ts");
  await loadMendedDriver();
  const { lookAtPostgres } = await import("./look-at-postgres.ts");
  return await lookAtPostgres(config);
}

async function hears({ db, listen }: OpenedDatabase): Promise<boolean> {
  const sent = randomUUID();
  const heard = Promise.withResolvers<true>();
  const stop = await listen(
    HEARING,
    (said) => void (said === sent && heard.resolve(true)),
    () => {},
  );
  const timeout = new AbortController();
  try {
    await executeRows(db, sql`SELECT pg_notify(${HEARING}, ${sent})`);
    const late = sleep(HEARING_TIMEOUT_MS, false, { signal: timeout.signal }).catch(() => false);
    return await Promise.race([heard.promise, late]);
  } finally {
    timeout.abort();
    await stop();
  }
}

async function embedded({ dataDir, fromTemplate = false }: DatabaseConfig): Promise<OpenedDatabase> {
  const { openPglite } = await import("./pglite.ts");
  return await openPglite({ dataDir, fromTemplate, checkTimeoutMs: CHECK_TIMEOUT_MS });
}

async function remote(url: string, config: DatabaseConfig): Promise<OpenedDatabase> {
  const { maxConnections = 10, lending = "session", prepare = lending === "session" } = config;
  const { loadMendedDriver } = await import("./driver/mended-driver.ts");
  await loadMendedDriver();
  const { openPostgres } = await import("./postgres.ts");
  const directUrl = config.directUrl ?? url;
  return openPostgres({ url, directUrl, lending, maxConnections, prepare, checkTimeoutMs: CHECK_TIMEOUT_MS });
}
