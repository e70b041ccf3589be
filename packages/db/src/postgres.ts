import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type Options, type PostgresType, type Sql, type TransactionSql } from "postgres";
import type { OpenedDatabase, Db, Lending, Session } from "./database.ts";
import { answerWithin } from "./deadline.ts";
import { isMended } from "./driver/mended-driver.ts";
import { postgresListener } from "./postgres-listener.ts";
import { preparingClient } from "./driver/prepared-client.ts";
import { firstQuery, MIGRATION_SETTINGS, POOL_SETTINGS } from "./driver/session-settings.ts";
import * as schema from "./tables/index.ts";

type OurTypes = { bigint: number | bigint };
type Client = Sql<OurTypes>;

const CLOSE_TIMEOUT_SECONDS = 5;

/** Opens a pool of connections to PostgreSQL; the first query connects. `directUrl` is where a connection is a session of the server. */
export function openPostgres(config: {
  url: string;
  directUrl: string;
  lending: Lending;
  maxConnections: number;
  checkTimeoutMs: number;
  prepare: boolean;
}): OpenedDatabase {
  const client = postgres(config.url, {
    ...clientOptions,
    prepare: config.prepare,
    max: config.maxConnections,
    idle_timeout: 300,
    connection: serverSettings,
  });
  // A session that is lent by the transaction keeps none of ours, and would give them to others: there the role has them.
  if (config.lending === "session") putInForce(client, POOL_SETTINGS);
  const db = drizzle(config.prepare ? preparingClient(client) : client, { schema });
  restoreDates(client);
  const listener = postgresListener((onNotify, onClose) => {
    // `onnotify` is an option that the driver's types leave out.
    const options = {
      ...clientOptions,
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connection: { ...serverSettings, application_name: "gaia-listen" },
      onnotify: onNotify,
      onclose: onClose,
    };
    return postgres(config.directUrl, options);
  });
  return {
    // The one cast between drizzle's driver type and the type over both drivers; only raw results differ, see rows.ts.
    db: db as unknown as Db,
    kind: "postgres",
    listen: listener.listen,
    check: () => answerWithin(client`SELECT 1`, config.checkTimeoutMs),
    withSession: (run) => withSession(config.directUrl, run),
    async close() {
      await Promise.all([listener.close(), client.end({ timeout: CLOSE_TIMEOUT_SECONDS })]);
    },
  };
}

/** What poolers take as parameters of the start, and keep for who said them. */
const serverSettings = { application_name: "gaia", TimeZone: "UTC" };

const clientOptions = {
  connect_timeout: 5,
  keep_alive: 10,
  // The driver's own grows to 20 s, which would outlast an outage.
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1) * (0.5 + Math.random() / 2),
  onnotice: () => {},
  types: {
    // Like PGlite: a number, and a bigint only where a number would lie.
    bigint: { to: 20, from: [20], serialize: String, parse: toSafeNumber },
  },
} satisfies Options<Record<string, PostgresType>>;

function toSafeNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

// drizzle makes the date serializers transparent, and the driver then chokes on a Date in raw SQL.
function restoreDates(client: Client): void {
  const toText = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
  for (const type of [1082, 1083, 1114, 1184]) client.options.serializers[type] = toText;
}

/** On each connection that is made from now on. A driver without the repairs knows parameters of the start alone. */
function putInForce({ options }: Client, settings: Readonly<Record<string, string>>): void {
  if (isMended()) Object.assign(options, { firstQuery: firstQuery(settings) });
  else Object.assign(options.connection, settings);
}

async function withSession<T>(url: string, run: (session: Session) => Promise<T>): Promise<T> {
  const client = postgres(url, {
    ...clientOptions,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { ...serverSettings, application_name: "gaia-migrate" },
  });
  putInForce(client, MIGRATION_SETTINGS);
  try {
    return await run({
      ...toSession(client),
      async transaction<R>(inner: (session: Session) => Promise<R>) {
        let result: { value: R } | null = null;
        await client.begin(async (tx) => {
          result = { value: await inner(toSession(tx)) };
        });
        // `begin` has returned, so `inner` has too.
        return (result as unknown as { value: R }).value;
      },
    });
  } finally {
    await client.end({ timeout: CLOSE_TIMEOUT_SECONDS });
  }
}

function toSession(client: Client | TransactionSql<OurTypes>): Session {
  return {
    async exec(text) {
      await client.unsafe(text).simple();
    },
    async query<Row>(text: string, params: unknown[] = []) {
      // The parameters are the migrator's own strings and numbers; the rows' type is the caller's claim.
      return [...(await client.unsafe(text, params as string[]))] as Row[];
    },
    transaction() {
      throw new Error("A session's transaction holds no other one.");
    },
  };
}
