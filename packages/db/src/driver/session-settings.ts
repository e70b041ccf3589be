/** What holds for every connection that serves: a statement or transaction that goes on for ever would hold rows for as long. */
export const POOL_SETTINGS = {
  statement_timeout: "30s",
  idle_in_transaction_session_timeout: "30s",
  // To compile a plan takes longer than our statements, and workers would not read the parts of one in their order.
  jit: "off",
  max_parallel_workers_per_gather: "0",
} as const;

/** For migrations: an index may take its time to be made, a lock may not. */
export const MIGRATION_SETTINGS = { statement_timeout: "0", lock_timeout: "30s" } as const;

/**
 * The driver's first query on each new connection, which asks for the types of arrays, and puts these settings in force for the session.
 * As parameters of the connection's start, poolers refuse them; as a statement of its own, each would cost a round trip.
 * `mended-driver.ts` has the driver ask it.
 */
export function firstQuery(settings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `WITH applied AS MATERIALIZED (
      SELECT set_config(name, value, false) AS value FROM (VALUES ${rows.join(", ")}) AS wanted (name, value)
    )
    SELECT b.oid, b.typarray
    FROM pg_catalog.pg_type a
    LEFT JOIN pg_catalog.pg_type b ON b.oid = a.typelem
    CROSS JOIN (SELECT count(value) FROM applied) AS settings
    WHERE a.typcategory = 'A'
    GROUP BY b.oid, b.typarray
    ORDER BY b.oid`;
}
