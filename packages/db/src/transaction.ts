import { setTimeout as sleep } from "node:timers/promises";
import { is } from "drizzle-orm";
import { PgTransaction, type PgTransactionConfig } from "drizzle-orm/pg-core";
import type { Db, Tx } from "./database.ts";
import { isSerializationFailure, isStalePlan } from "./errors.ts";

const RETRIES = 3;

/**
 * Runs `run` in a transaction, and again, up to three times, when it lost to a concurrent one (serialization failure or deadlock), or
 * when a migration changed the type of a prepared statement's result meanwhile. So `run` must change nothing but the database. Inside a
 * transaction it becomes a savepoint that is not retried, because the server has given up the whole transaction.
 */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
  if (is(db, PgTransaction)) return await db.transaction(run);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(run, config);
    } catch (error) {
      if (attempt > RETRIES || !(isSerializationFailure(error) || isStalePlan(error))) throw error;
      await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}
