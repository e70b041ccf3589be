import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditEntry } from "./audit.ts";
import type { Database, Session } from "./database.ts";
import { DUMPED_SEQUENCES, DUMPED_TABLES, DumpError, type Dumped, findApplied, isThere, NAMED_BLOBS } from "./dump.ts";
import { type AppliedMigration, findPending, readMigrations } from "./migration-files.ts";
import { migrate } from "./migrate.ts";

/**
 * Makes the tables as they were when the dump was made, so that its rows fit: later migrations are applied once the rows are
 * in, as they would have been in the database that was dumped.
 * @throws DumpError `schema_differs` when the dump or the database is newer than that, `not_empty` when there are rows;
 * DatabaseError as `migrate`
 */
export async function prepareLoad(
  database: Database,
  input: { migrationsDir: string; migrations: AppliedMigration[] },
): Promise<void> {
  const files = await readMigrations(input.migrationsDir);
  // Names an unknown or altered migration of the dump.
  findPending(files, input.migrations, false);
  const last = input.migrations.at(-1)?.name ?? "";
  await database.withSession(async (session) => {
    const [newer] = (await findApplied(session)).filter(({ name }) => name > last);
    if (newer) {
      throw new DumpError(
        "schema_differs",
        `The database has had ${newer.name}, which came after this backup. Restore into a new, empty database: ` +
          `later migrations are applied once the rows are in.`,
      );
    }
    await ensureEmpty(session);
  });
  const dir = await mkdtemp(join(tmpdir(), "migrations-"));
  try {
    for (const { name } of input.migrations) await copyFile(join(input.migrationsDir, name), join(dir, name));
    await migrate(database, dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Loads a dump into empty tables, all of it or nothing: one transaction, which ends with the audit row `audit`, and only when
 * every table has as many rows as the dump said and `hasBlob` knows every blob that they name. Every skill is left for search to
 * be told of.
 * @param input.rows the lines of one table in batches, as `dumpRows` gave them
 * @throws DumpError `not_empty`, `rows_differ`, `blob_missing`
 */
export async function loadRows(
  database: Database,
  input: Omit<Dumped, "migrations"> & {
    rows(table: string): AsyncIterable<string[]>;
    hasBlob(sha256: string): boolean;
    audit: AuditEntry;
  },
): Promise<void> {
  await database.withSession((session) =>
    session.transaction(async (tx) => {
      const tables = DUMPED_TABLES.map(({ name }) => name).filter((name) => name in input.counts);
      // A server that starts meanwhile waits, and finds the rows there.
      await tx.query(`LOCK TABLE ${tables.join(", ")} IN EXCLUSIVE MODE`);
      await ensureEmpty(tx);
      for (const table of tables) await loadTable(tx, table, input);
      for (const sequence of DUMPED_SEQUENCES) await advance(tx, sequence, input.sequences[sequence.name] ?? null);
      await ensureBlobs(tx, input.hasBlob);
      await tx.query("UPDATE skills SET indexed_revision = revision - 1");
      const { actor, action, target, detail = {} } = input.audit;
      await tx.query("INSERT INTO audit_log (actor, action, target, detail) VALUES ($1, $2, $3, $4::text::jsonb)", [
        actor,
        action,
        target,
        JSON.stringify(detail),
      ]);
    }),
  );
}

async function ensureEmpty(session: Session): Promise<void> {
  for (const { name } of DUMPED_TABLES) {
    if (!(await isThere(session, name))) continue;
    const [row] = await session.query<{ some: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${name}) AS some`);
    if (row?.some)
      throw new DumpError("not_empty", `The target is not empty: ${name} has rows. Restore into a new one.`);
  }
}

async function loadTable(
  tx: Session,
  table: string,
  input: { rows(table: string): AsyncIterable<string[]>; counts: Record<string, number> },
): Promise<void> {
  const omit = DUMPED_TABLES.find(({ name }) => name === table)?.omit ?? "";
  const columns = await tx.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> $2::text
     ORDER BY attnum`,
    [table, omit],
  );
  const names = columns.map(({ name }) => name).join(", ");
  for await (const lines of input.rows(table)) {
    await tx.query(
      `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1::text::jsonb)`,
      [`[${lines.join(",")}]`],
    );
  }
  const [found] = await tx.query<{ count: string }>(`SELECT count(*)::text AS count FROM ${table}`);
  if (Number(found?.count) !== input.counts[table]) {
    throw new DumpError("rows_differ", `${table} has ${found?.count} rows, the backup says ${input.counts[table]}.`);
  }
}

/** Numbers go on above every one that was drawn, also when the dump says less than its rows do. */
async function advance(
  tx: Session,
  { name, table, column }: { name: string; table: string; column: string },
  last: string | null,
): Promise<void> {
  if (!(await isThere(tx, name))) return;
  await tx.query(
    `SELECT setval($1::text::regclass, drawn) FROM
     (SELECT GREATEST($2::text::bigint, (SELECT max(${column}) FROM ${table})) AS drawn) AS of WHERE drawn IS NOT NULL`,
    [name, last],
  );
}

async function ensureBlobs(tx: Session, hasBlob: (sha256: string) => boolean): Promise<void> {
  const rows = await tx.query<{ sha256: string }>(NAMED_BLOBS);
  const missing = rows.find(({ sha256 }) => !hasBlob(sha256));
  if (missing)
    throw new DumpError("blob_missing", `A version needs the blob ${missing.sha256}, which the backup lacks.`);
}
