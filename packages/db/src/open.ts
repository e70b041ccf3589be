import type { Database, DatabaseConfig } from "./database.ts";

export type { Database, Db } from "./database.ts";

const CHECK_TIMEOUT_MS = 2000;
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
  };
}

async function embedded({ dataDir, fromTemplate = false }: DatabaseConfig): Promise<Database> {
  const { openPglite } = await import("./pglite.ts");
  return await openPglite({ dataDir, fromTemplate, checkTimeoutMs: CHECK_TIMEOUT_MS });
}

async function remote(url: string, { maxConnections = 10, prepare = true }: DatabaseConfig): Promise<Database> {
  const { loadMendedDriver } = await import("./mended-driver.ts");
  await loadMendedDriver();
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({ url, maxConnections, prepare, checkTimeoutMs: CHECK_TIMEOUT_MS });
}
