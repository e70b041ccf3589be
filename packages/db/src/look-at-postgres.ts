import { randomInt } from "node:crypto";
import postgres, { type Sql } from "postgres";
import type { Lending } from "./database.ts";
import { answerWithin } from "./deadline.ts";
import { DatabaseError, sqlState, unavailableReason } from "./errors.ts";
import { POOL_SETTINGS } from "./driver/session-settings.ts";

const ANSWER_MS = 10_000;
const ROUNDS = 4;
const OLDEST_VERSION = 140_000;
/** Apart from the locks of the tables (43) and of migrations. */
const LOCKS = 44;
/** What the words below send people to. */
const POOLERS = 'docs/operations.md, "Poolers"';

/**
 * Looks, over connections of its own, at the server and at what may stand before it.
 * @throws DatabaseError `server_unfit` with what to do about it, `unavailable`
 */
export async function lookAtPostgres(config: { url: string; directUrl: string | null }): Promise<{ lending: Lending }> {
  const { url, directUrl } = config;
  const clients: Sql[] = [];
  const connect = (address: string): Sql => {
    const client = postgres(address, {
      max: 1,
      prepare: false,
      fetch_types: false,
      connect_timeout: 5,
      idle_timeout: 0,
      onnotice: () => {},
      connection: { application_name: "gaia-start", TimeZone: "UTC" },
    });
    clients.push(client);
    return client;
  };
  try {
    const ours = connect(url);
    await ensureServer(ours);
    const lending = await findLending(ours, connect(url));
    if (directUrl === null && lending === "transaction") throw unfit(NEEDS_DIRECT);
    if (directUrl !== null) {
      const direct = connect(directUrl);
      if ((await findLending(direct, connect(directUrl))) === "transaction") throw unfit(DIRECT_IS_LENT);
      await ensureSameDatabase(ours, direct);
    }
    if (lending === "transaction") {
      await ensureTransactions(ours);
      await ensureRoleSettings(ours);
    }
    return { lending };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("unavailable", "The database does not answer.", { cause: error });
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 1 }).catch(() => {})));
  }
}

const NEEDS_DIRECT =
  "DATABASE_URL leads to a pooler that lends a server's connection to each transaction anew (PgBouncer's pool_mode = transaction). " +
  "Migrations, locks and LISTEN need a session: set DATABASE_DIRECT_URL to the server itself or to a pooler in session mode " +
  `(${POOLERS}).`;

const DIRECT_IS_LENT =
  "DATABASE_DIRECT_URL leads to a pooler that lends a server's connection to each transaction anew. " +
  `It has to lead to the server itself or to a pooler in session mode (${POOLERS}).`;

const NO_SECOND =
  "The database answered on one connection and not on a second one. A pooler in front of it needs room for every connection of the " +
  `registry's processes (PgBouncer's default_pool_size; ${POOLERS}).`;

const unfit = (message: string): DatabaseError => new DatabaseError("server_unfit", message);

async function ensureServer(client: Sql): Promise<void> {
  const [server] = await answered(
    client<{ version: string; encoding: string }[]>`
      SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const why = whyUnfit({ version: Number(server?.version), encoding: server?.encoding ?? "" });
  if (why !== null) throw unfit(why);
}

/** `version` as of `server_version_num`. */
export function whyUnfit({ version, encoding }: { version: number; encoding: string }): string | null {
  if (version < OLDEST_VERSION)
    return `The server is PostgreSQL ${Math.floor(version / 10_000)}; the registry needs 14 or newer.`;
  if (encoding === "UTF8") return null;
  return `The database's encoding is ${encoding}; the registry needs UTF8: CREATE DATABASE registry TEMPLATE template0 ENCODING 'UTF8'.`;
}

/**
 * Asks over two open connections, by turns, which of the server's processes answers. Sessions keep their own process and never share it;
 * so one answer that is another connection's, or another than before, says that processes are lent. Turns grow, so that a pool that goes
 * round its processes does not keep in step with them. No process is held, so two registries that start at once do not wait for each other.
 */
async function findLending(ours: Sql, theirs: Sql): Promise<Lending> {
  const ownOurs = await processOf(ours);
  const ownTheirs = await processOf(theirs).catch((error: unknown) => {
    throw sqlState(error) === null ? unfit(NO_SECOND) : error;
  });
  if (ownOurs === ownTheirs) return "transaction";
  for (let turn = 1; turn <= ROUNDS; turn += 1) {
    for (let time = 0; time < turn; time += 1) if ((await processOf(theirs)) !== ownTheirs) return "transaction";
    if ((await processOf(ours)) !== ownOurs) return "transaction";
  }
  return "session";
}

/** With its beginning, because servers behind one address may number their processes alike. */
async function processOf(client: Sql): Promise<string> {
  const asked = client<{ process: string }[]>`
    SELECT concat_ws(' ', pid, backend_start) AS process FROM pg_catalog.pg_stat_activity WHERE pid = pg_backend_pid()`;
  const [row] = await answered(asked);
  return row?.process ?? "";
}

async function answered<T>(query: PromiseLike<T>): Promise<T> {
  let answer: { value: T } | null = null;
  const asked = Promise.resolve(query).then((value) => {
    answer = { value };
  });
  await answerWithin(asked, ANSWER_MS);
  // `answerWithin` has returned, so the query has.
  return (answer as unknown as { value: T }).value;
}

/** A lock of a session is known in its database alone: one that the other address may take too is another database's. */
async function ensureSameDatabase(ours: Sql, direct: Sql): Promise<void> {
  const lock = randomInt(2 ** 31 - 1);
  await answered(direct`SELECT pg_advisory_lock(${LOCKS}, ${lock})`);
  const [row] = await answered(
    ours<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCKS}, ${lock}) AS taken`,
  );
  await answered(direct`SELECT pg_advisory_unlock(${LOCKS}, ${lock})`);
  if (row?.taken === true)
    throw unfit("DATABASE_URL and DATABASE_DIRECT_URL lead to two databases; they have to be one.");
}

/** PgBouncer's statement mode ends a connection that begins a transaction, with or without a word. */
async function ensureTransactions(client: Sql): Promise<void> {
  try {
    await answered(client.begin((transaction) => transaction`SELECT 1`));
  } catch (error) {
    const reason = unavailableReason(error) ?? "no reason given";
    throw unfit(`The pooler of DATABASE_URL has no transactions (pool_mode = statement?): ${reason} (${POOLERS}).`);
  }
}

/** What a session begins with, which no other client of the pool has changed for its own. */
async function ensureRoleSettings(client: Sql): Promise<void> {
  const rows = await answered(
    client<{ name: string; value: string; unit: string | null }[]>`
      SELECT name, reset_val AS value, unit FROM pg_catalog.pg_settings 
      WHERE name IN ${client(Object.keys(POOL_SETTINGS))}`,
  );
  const found = new Map(
    rows.map(({ name, value, unit }) => [name, unit === "ms" ? `${Number(value) / 1_000}s` : value]),
  );
  const lacking = Object.entries(POOL_SETTINGS).filter(([name, value]) => found.get(name) !== value);
  if (lacking.length === 0) return;
  const [who] = await answered(
    client<{ role: string; database: string }[]>`
      SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database`,
  );
  const statements = lacking.map(
    ([name, value]) => `  ALTER ROLE ${who?.role} IN DATABASE ${who?.database} SET ${name} = '${value}';`,
  );
  throw unfit(
    "Behind a pooler that lends connections by the transaction, these settings have to be the role's own. " +
      `Run, and have the pooler connect anew (RECONNECT in PgBouncer's console):\n${statements.join("\n")}`,
  );
}
