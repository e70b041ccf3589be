import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { drizzle } from "drizzle-orm/pglite";
import { copyTemplate } from "./cluster-template.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import type { OpenedDatabase, Db, Session } from "./database.ts";
import { answerWithin } from "./deadline.ts";
import { ensureDiskRoom } from "./disk-room.ts";
import { durableStartParams, DurableFiles, syncPath, syncTree } from "./driver/durable-files.ts";
import { DatabaseError } from "./errors.ts";
import * as schema from "./tables/index.ts";

/** Postgres touches all of it at its start. What it does not hold comes from the files, which the machine caches. */
const SHARED_BUFFERS = "32MB";
const READ = /^\s*(?:select|show)\b/i;

/** Opens PGlite in `dataDir/db`, under the lock on `dataDir`, with an fsync at each commit. */
export async function openPglite(config: {
  dataDir: string;
  fromTemplate: boolean;
  checkTimeoutMs: number;
}): Promise<OpenedDatabase> {
  const lock = await lockDataDir(config.dataDir);
  try {
    const dir = await ensureCluster(resolve(config.dataDir), config.fromTemplate);
    const pg = await start(dir);
    return databaseOver(pg, { dir, checkTimeoutMs: config.checkTimeoutMs, onClosed: () => lock.release() });
  } catch (error) {
    await lock.release();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      "data_dir_unusable",
      `The database in ${config.dataDir}/db does not open: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}

async function start(dir: string): Promise<PGlite> {
  return await PGlite.create({
    dataDir: dir,
    fs: new DurableFiles(dir),
    startParams: [...durableStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
    relaxedDurability: false,
    extensions: { pg_trgm, unaccent },
  });
}

// A first boot that was killed half way must not leave a half cluster that no later boot can open: it is made beside
// its place, written through to the disk, and renamed.
async function ensureCluster(dataDir: string, fromTemplate: boolean): Promise<string> {
  const dir = join(dataDir, "db");
  if (existsSync(dir)) return dir;
  ensureDiskRoom(dataDir);
  const draft = join(dataDir, "db.new");
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const isCopied = fromTemplate && (await copyTemplate(draft));
  if (!isCopied) await (await start(draft)).close();
  await syncTree(draft);
  await rename(draft, dir);
  syncPath(dataDir);
  return dir;
}

function databaseOver(
  pg: PGlite,
  { dir, checkTimeoutMs, onClosed }: { dir: string; checkTimeoutMs: number; onClosed: () => Promise<void> },
): OpenedDatabase {
  const db = drizzle(guard(pg, dir), { schema });
  let lastSession: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | null = null;
  return {
    // The one cast between drizzle's driver type and the type over both drivers; only raw results differ, see rows.ts.
    db: db as unknown as Db,
    kind: "pglite",
    async listen(channel, onMessage) {
      const stop = await pg.listen(channel, (payload) => queueMicrotask(() => onMessage(payload)));
      return async () => {
        if (closing === null) await stop();
      };
    },
    check: () => answerWithin(pg.query("SELECT 1"), checkTimeoutMs),
    withSession(run) {
      const result = lastSession.then(() => {
        ensureDiskRoom(dir);
        return run(toSession(pg));
      });
      lastSession = result.catch(() => {});
      return result;
    },
    close() {
      closing ??= pg.close().finally(onClosed);
      return closing;
    },
  };
}

function toSession(pg: PGlite | Transaction): Session {
  return {
    async exec(text) {
      await pg.exec(text);
    },
    async query<Row>(text: string, params: unknown[] = []) {
      return (await pg.query<Row>(text, params)).rows;
    },
    transaction(run) {
      if (!("transaction" in pg)) throw new Error("A session's transaction holds no other one.");
      return pg.transaction((tx) => run(toSession(tx)));
    },
  };
}

/**
 * PGlite has one connection: a query on the outer `db` from inside a transaction would wait for that transaction for ever.
 * This makes it an error on the spot. Whatever may write is refused while the disk is nearly full.
 */
function guard(pg: PGlite, dir: string): PGlite {
  const current = new AsyncLocalStorage<{ open: boolean }>();
  const ensureOutside = () => {
    if (current.getStore()?.open !== true) return;
    throw new Error("A query inside a transaction must go through that transaction (`tx`), not through `db`.");
  };
  const query: PGlite["query"] = async (...args) => {
    ensureOutside();
    if (!READ.test(args[0])) ensureDiskRoom(dir);
    return await pg.query(...args);
  };
  const transaction: PGlite["transaction"] = async (run) => {
    ensureOutside();
    ensureDiskRoom(dir);
    return await pg.transaction((tx) => {
      const state = { open: true };
      return current.run(state, async () => {
        try {
          return await run(tx);
        } finally {
          state.open = false;
        }
      });
    });
  };
  // drizzle calls these two and nothing else.
  return Object.assign(Object.create(pg) as PGlite, { query, transaction });
}
