import { catchUpStatement } from "@gaia/decisions";
import { attestations, type Db, executeRows, inTransaction, logLeaves } from "@gaia/db";
import { LogError } from "@gaia/log";
import { asc, eq, gte, isNull, sql } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";

/** Leaves that get their places in one transaction. */
const BATCH = 5_000;
/** Any number of its own: whoever gives places holds it until the transaction ends. */
const LOCK = 0x676c6f67;

/** Nobody else gives places in this database until the transaction ends. */
export const lockPlaces = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);

/**
 * Gives pending leaves the places after the last, in the order in which they were written; of one version that is the order of its
 * decisions, which hold its lock.
 * @returns how many
 */
export async function placeLeaves({ db }: Pick<Registry, "db">): Promise<number> {
  const [pending] = await db.select({ id: logLeaves.id }).from(logLeaves).where(isNull(logLeaves.position)).limit(1);
  if (!pending) return 0;
  return inTransaction(db, async (tx) => {
    await lockPlaces(tx);
    const placed = await executeRows<{ id: number }>(
      tx,
      sql`WITH base AS (SELECT coalesce(max(position) + 1, 0) AS first FROM log_leaves),
          pending AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth FROM
            (SELECT id FROM log_leaves WHERE position IS NULL ORDER BY id LIMIT ${BATCH}) AS waiting)
          UPDATE log_leaves SET position = base.first + pending.nth FROM base, pending
          WHERE log_leaves.id = pending.id RETURNING log_leaves.id`,
    );
    return placed.length;
  });
}

/** The leaves from a place on, in order. @throws LogError `rewritten` for a gap, because every place was given once */
export async function* leavesFrom({ db }: Pick<Registry, "db">, first: number): AsyncGenerator<Uint8Array> {
  for (let next = first; ;) {
    const rows = await db
      .select({ position: logLeaves.position, leaf: logLeaves.leaf })
      .from(logLeaves)
      .where(gte(logLeaves.position, next))
      .orderBy(asc(logLeaves.position))
      .limit(BATCH);
    for (const { position, leaf } of rows) {
      if (position !== next) throw new LogError("rewritten", `leaf ${next} of the log is missing from the database`);
      next += 1;
      yield Buffer.from(leaf);
    }
    if (rows.length < BATCH) return;
  }
}

const MOST_CAUGHT_UP = 500;

/** Writes the leaves of statements that have none: signed before there was a log. In the order of their sequence. */
export async function catchUpLeaves({ db }: Pick<Registry, "db">): Promise<number> {
  const rows = await db
    .select({ attestation: attestations })
    .from(attestations)
    .leftJoin(logLeaves, eq(logLeaves.attestationSequence, attestations.sequence))
    .where(isNull(logLeaves.id))
    .orderBy(asc(attestations.sequence))
    .limit(MOST_CAUGHT_UP);
  for (const { attestation } of rows) await catchUpStatement(db, attestation);
  return rows.length;
}
