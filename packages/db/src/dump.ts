import type { Database, Session } from "./database.ts";
import { type AppliedMigration, findPending, readMigrations } from "./migration-files.ts";

/** A table of record: `orderBy` is its primary key, so that equal rows give equal text. */
interface DumpedTable {
  name: string;
  orderBy: string;
  /** Columns that mean something in the database that wrote them only. */
  omit?: string;
  /** Rows fetched at a time; fewer where one row can be large. */
  batch?: number;
}

/**
 * Every table of record, in an order that foreign keys allow. What is not here is derived: `search_…` is rebuilt, `…listing…` and
 * `publisher_usage` are made by triggers, `…_artefacts` are made again when a client asks, and `schema_migrations` is written by
 * migrating; sessions, and what else somebody was given for hours, end with the database they were given in (`auth_sessions`,
 * `auth_verifications`, `device_logins`). A new table has its line here; a test compares this with the database.
 */
export const DUMPED_TABLES: readonly DumpedTable[] = [
  { name: "audit_log", orderBy: "id", omit: "transaction_id" },
  { name: "registry_keys", orderBy: "key_id" },
  { name: "publishers", orderBy: "id" },
  { name: "auth_users", orderBy: "id" },
  { name: "auth_identities", orderBy: "id" },
  { name: "auth_second_factors", orderBy: "id" },
  { name: "auth_passkeys", orderBy: "id" },
  { name: "accounts", orderBy: "id" },
  { name: "sign_up_invitations", orderBy: "id" },
  { name: "memberships", orderBy: "account_id, publisher_id" },
  { name: "invitations", orderBy: "id" },
  { name: "tokens", orderBy: "id" },
  { name: "trusted_publishers", orderBy: "id" },
  { name: "workload_tokens", orderBy: "id" },
  { name: "spent_identities", orderBy: "issuer, identity_sha256" },
  { name: "signing_keys", orderBy: "id", batch: 50 },
  { name: "skills", orderBy: "id" },
  { name: "skill_transfers", orderBy: "id" },
  { name: "skill_readers", orderBy: "skill_id, account_id" },
  { name: "collections", orderBy: "id" },
  { name: "collection_skills", orderBy: "collection_id, place" },
  { name: "versions", orderBy: "id", batch: 20 },
  { name: "artifacts", orderBy: "version_id, kind" },
  { name: "files", orderBy: "version_id, path" },
  { name: "imported_versions", orderBy: "version_id", batch: 50 },
  { name: "publisher_quotas", orderBy: "publisher_id" },
  { name: "purges", orderBy: "version_id", batch: 500 },
  { name: "downloads_daily", orderBy: "version_id, day" },
  { name: "downloads_by_client", orderBy: "version_id, day, client" },
  { name: "rescans", orderBy: "id" },
  { name: "mirrors", orderBy: "id" },
  { name: "mirror_items", orderBy: "id" },
  { name: "mirrored_versions", orderBy: "version_id" },
  { name: "batches", orderBy: "id" },
  { name: "batch_items", orderBy: "id", batch: 50 },
  { name: "inspections", orderBy: "id" },
  { name: "findings", orderBy: "inspection_id, position" },
  { name: "signatures", orderBy: "id", batch: 100 },
  { name: "directory_signatures", orderBy: "version_id, path", batch: 100 },
  { name: "provenances", orderBy: "id", batch: 50 },
  { name: "signer_changes", orderBy: "version_id" },
  { name: "attestations", orderBy: "sequence" },
  { name: "log_leaves", orderBy: "id" },
  { name: "log_checkpoints", orderBy: "size" },
  { name: "log_origin", orderBy: "singleton" },
  { name: "promotions", orderBy: "id" },
  { name: "rescan_items", orderBy: "rescan_id, version_id" },
  { name: "notices", orderBy: "id" },
  { name: "hold_contests", orderBy: "id" },
  { name: "hold_mails", orderBy: "account_id, kind" },
  { name: "mail_choices", orderBy: "account_id, kind" },
  { name: "announcement", orderBy: "singleton" },
  { name: "account_downloads", orderBy: "account_id, version_id" },
  { name: "publisher_reputations", orderBy: "publisher_id" },
  { name: "reviews", orderBy: "id" },
  { name: "stars", orderBy: "skill_id, account_id" },
  { name: "reports", orderBy: "id" },
  { name: "webhooks", orderBy: "id" },
  { name: "webhook_events", orderBy: "id" },
  { name: "webhook_deliveries", orderBy: "id" },
  { name: "webhook_attempts", orderBy: "id" },
  { name: "advisories", orderBy: "id", batch: 20 },
  { name: "advisory_packages", orderBy: "ecosystem, name, advisory_id", batch: 100 },
  { name: "version_dependencies", orderBy: "version_id, ecosystem, name, version" },
];

/** Every sequence and the column that it numbers. */
export const DUMPED_SEQUENCES: readonly { name: string; table: string; column: string }[] = [
  { name: "audit_log_id_seq", table: "audit_log", column: "id" },
  { name: "publishers_id_seq", table: "publishers", column: "id" },
  { name: "accounts_id_seq", table: "accounts", column: "id" },
  { name: "skills_id_seq", table: "skills", column: "id" },
  { name: "collections_id_seq", table: "collections", column: "id" },
  { name: "versions_id_seq", table: "versions", column: "id" },
  { name: "notices_id_seq", table: "notices", column: "id" },
  { name: "mirror_items_id_seq", table: "mirror_items", column: "id" },
  { name: "batch_items_id_seq", table: "batch_items", column: "id" },
  { name: "webhook_attempts_id_seq", table: "webhook_attempts", column: "id" },
  { name: "log_leaves_id_seq", table: "log_leaves", column: "id" },
  { name: "attestation_sequence", table: "attestations", column: "sequence" },
];

/** Why rows could not be dumped or loaded. The message is for the operator and quotes no row. */
export class DumpError extends Error {
  override readonly name = "DumpError";
  readonly code: "no_registry" | "not_empty" | "schema_differs" | "rows_differ" | "blob_missing";

  constructor(code: DumpError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** What is left to say of a dump when its rows have been given away. */
export interface Dumped {
  /** The migrations that made its tables, in order. */
  migrations: AppliedMigration[];
  /** Rows by table. */
  counts: Record<string, number>;
  /** The last number drawn from each sequence, as decimal text; null: none yet. */
  sequences: Record<string, string | null>;
}

/** The SHA-256 (hex) of every blob that a version needs; purged versions have none. */
export const NAMED_BLOBS = `
  SELECT artifacts.sha256 FROM artifacts JOIN versions ON versions.id = artifacts.version_id WHERE versions.status <> 'purged'
  UNION SELECT upload_sha256 FROM versions WHERE status <> 'purged' ORDER BY 1`;
const DEFAULT_BATCH = 500;
const BLOBS_BATCH = 2_000;

/**
 * Reads every row of record as it was at one moment (one REPEATABLE READ transaction), in batches: `rows` gets the lines of
 * one table after the other, each a JSON object as Postgres writes it, and `blobs` the SHA-256 of what those rows name.
 * @throws DumpError `no_registry` for a database without our tables; DatabaseError `migration_missing` and
 * `migration_changed` for one that a newer or another release made
 */
export async function dumpRows(
  database: Database,
  input: {
    migrationsDir: string;
    rows(table: string, lines: string[]): Promise<void>;
    blobs(sha256: string[]): Promise<void>;
  },
): Promise<Dumped> {
  const files = await readMigrations(input.migrationsDir);
  return await database.withSession((session) =>
    session.transaction(async (tx) => {
      await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      await tx.query("SET LOCAL TIME ZONE 'UTC'");
      const migrations = await findApplied(tx);
      if (migrations.length === 0) throw new DumpError("no_registry", "The database holds no registry.");
      findPending(files, migrations, false);
      const counts: Record<string, number> = {};
      for (const table of DUMPED_TABLES) {
        // An older release's database lacks tables that later migrations bring.
        if (!(await isThere(tx, table.name))) continue;
        counts[table.name] = await dumpTable(tx, table, (lines) => input.rows(table.name, lines));
      }
      const named = `SELECT sha256 AS line FROM (${NAMED_BLOBS}) AS named`;
      await fetchAll(tx, { query: named, batch: BLOBS_BATCH }, input.blobs);
      return { migrations, counts, sequences: await readSequences(tx) };
    }),
  );
}

/** The migrations that a database has had, in order; none when it was never migrated. */
export async function findApplied(session: Session): Promise<AppliedMigration[]> {
  if (!(await isThere(session, "schema_migrations"))) return [];
  return await session.query<AppliedMigration>("SELECT name, sha256 FROM schema_migrations ORDER BY name");
}

export async function isThere(session: Session, relation: string): Promise<boolean> {
  const [row] = await session.query<{ there: boolean }>("SELECT to_regclass($1::text) IS NOT NULL AS there", [
    relation,
  ]);
  return row?.there === true;
}

async function dumpTable(
  tx: Session,
  { name, orderBy, omit, batch = DEFAULT_BATCH }: DumpedTable,
  onLines: (lines: string[]) => Promise<void>,
): Promise<number> {
  const json = omit === undefined ? "to_jsonb(t)" : `to_jsonb(t) - '${omit}'`;
  return await fetchAll(
    tx,
    { query: `SELECT (${json})::text AS line FROM ${name} t ORDER BY ${orderBy}`, batch },
    onLines,
  );
}

/** Reads a query's `line` column through a cursor: memory holds one batch. */
async function fetchAll(
  tx: Session,
  { query, batch }: { query: string; batch: number },
  onLines: (lines: string[]) => Promise<void>,
): Promise<number> {
  await tx.query(`DECLARE dump NO SCROLL CURSOR FOR ${query}`);
  let count = 0;
  for (;;) {
    const rows = await tx.query<{ line: string }>(`FETCH FORWARD ${batch} FROM dump`);
    if (rows.length === 0) break;
    count += rows.length;
    await onLines(rows.map(({ line }) => line));
  }
  await tx.query("CLOSE dump");
  return count;
}

async function readSequences(tx: Session): Promise<Record<string, string | null>> {
  const sequences: Record<string, string | null> = {};
  for (const { name } of DUMPED_SEQUENCES) {
    if (!(await isThere(tx, name))) continue;
    const [row] = await tx.query<{ last: string | null }>(
      `SELECT CASE WHEN is_called THEN last_value::text END AS last FROM ${name}`,
    );
    sequences[name] = row?.last ?? null;
  }
  return sequences;
}
