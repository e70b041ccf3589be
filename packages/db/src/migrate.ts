import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database, Session } from "./database.ts";
import { findApplied } from "./dump.ts";
import { ensureMayMigrate, ROLES } from "./ensure-may-migrate.ts";
import { DatabaseError, errorOffset, isUnavailable, sqlState, toLoggableError } from "./errors.ts";
import { type AppliedMigration, findPending, type Migration, readMigrations } from "./migration-files.ts";
import { executeRows } from "./rows.ts";

// Any number will do, as long as nothing else in this database takes the same one.
const ADVISORY_LOCK = 7_241_930_551;
const LOCK_WAIT_MS = 300_000;
const LOCK_POLL_MS = 250;

/**
 * Applies the pending files of `dir` in order, each in a transaction of its own together with its row in
 * `schema_migrations`; so a kill leaves whole files only. Of several processes one migrates, the others wait for it.
 * @throws DatabaseError `migration_failed` with file and line, `migration_busy` after 5 minutes of waiting, `unavailable`,
 * `role_unfit` as `ensureMayMigrate`, and the codes of `findPending` and `readMigrations`; files before the failing one stay applied
 */
export async function migrate(database: Database, dir: string): Promise<{ applied: string[] }> {
  const files = await readMigrations(dir);
  return await database.withSession(async (session) => {
    await takeLock(session);
    try {
      const done = await readable(findApplied(session));
      const pending = findPending(files, done, false);
      if (pending.length > 0) {
        await ensureMayMigrate(session, { applied: files.filter((file) => !pending.includes(file)), pending });
        // Only now: in PostgreSQL a role that may not make tables may not ask for this one either, though it is there.
        await session.exec(
          `CREATE TABLE IF NOT EXISTS schema_migrations (
             name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
        );
      }
      for (const migration of pending) await apply(session, migration);
      return { applied: pending.map(({ name }) => name) };
    } finally {
      await session.query("SELECT pg_advisory_unlock($1::bigint)", [String(ADVISORY_LOCK)]).catch(() => {});
    }
  });
}

/**
 * The names of the files that `migrate` would apply now: what a process that does not migrate itself asks at boot. Files of
 * a newer release that this one does not know are no error here.
 * @throws DatabaseError `migration_changed`, `migration_missing`, `migration_out_of_order`, `migration_invalid`, `role_unfit`
 */
export async function pendingMigrations(database: Database, dir: string): Promise<string[]> {
  const files = await readMigrations(dir);
  const [found] = await executeRows<{ there: boolean; schema: string | null }>(
    database.db,
    sql`SELECT to_regclass('schema_migrations') IS NOT NULL AS there, current_schema() AS schema`,
  );
  if (found?.schema === null) throw mayNotRead("it may use no schema that is there");
  const applied =
    found?.there === true
      ? await readable(
          executeRows<AppliedMigration>(database.db, sql`SELECT name, sha256 FROM schema_migrations ORDER BY name`),
        )
      : [];
  return findPending(files, applied, true).map(({ name }) => name);
}

/** Passes on what is read of `schema_migrations`, and says in words that this role may not. */
async function readable<T>(rows: PromiseLike<T>): Promise<T> {
  try {
    return await rows;
  } catch (error) {
    if (sqlState(error) === "42501") throw mayNotRead(toLoggableError(error).message);
    throw error;
  }
}

const mayNotRead = (reason: string) =>
  new DatabaseError(
    "role_unfit",
    `The role of DATABASE_URL may not use the registry's tables: ${reason}. See ${ROLES}.`,
  );

// Polled rather than waited for: a session that waits inside a statement holds a snapshot, and CREATE INDEX CONCURRENTLY
// in the migrating session would wait for that snapshot: a deadlock.
async function takeLock(session: Session): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const [row] = await session.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1::bigint) AS taken", [
      String(ADVISORY_LOCK),
    ]);
    if (row?.taken === true) return;
    if (Date.now() > deadline) {
      throw new DatabaseError("migration_busy", "Another process has been migrating this database for 5 minutes.");
    }
    await sleep(LOCK_POLL_MS);
  }
}

async function apply(session: Session, migration: Migration): Promise<void> {
  try {
    if (migration.inTransaction) {
      await session.transaction(async (tx) => {
        await tx.exec(migration.text);
        await record(tx, migration);
      });
    } else {
      await session.exec(migration.text);
      await record(session, migration);
    }
  } catch (error) {
    throw toMigrationError(error, migration);
  }
}

async function record(session: Session, { name, sha256 }: Migration): Promise<void> {
  await session.query("INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)", [name, sha256]);
}

function toMigrationError(error: unknown, { name, text }: Migration): DatabaseError {
  const offset = errorOffset(error);
  // The server counts characters, not UTF-16 units.
  const before = offset === null ? null : Array.from(text).slice(0, offset);
  const line = before === null ? "" : `:${before.filter((character) => character === "\n").length + 1}`;
  const code = isUnavailable(error) ? "unavailable" : "migration_failed";
  return new DatabaseError(code, `${name}${line}: ${toLoggableError(error).message}`, { cause: error });
}
