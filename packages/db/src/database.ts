import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./tables/index.ts";

/** drizzle over our tables, whichever of the two drivers is behind it. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** What a transaction's function is given. It is a `Db`, so a verb that takes a `Db` runs inside a transaction too. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** What a connection has of the server: a session of it, or, through some poolers, one that is lent anew to each transaction. */
export type Lending = "session" | "transaction";

/** One connection that keeps its state between calls; plain SQL text. For migrations. */
export interface Session {
  /** Runs text that may hold several statements (then they are one implicit transaction). */
  exec(text: string): Promise<void>;
  query<Row>(text: string, params?: unknown[]): Promise<Row[]>;
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>;
}

/** An open database. */
export interface Database {
  db: Db;
  kind: "pglite" | "postgres";
  /**
   * Hears `NOTIFY channel` until the returned function is called. Only what was committed arrives, in the order of commits.
   * `onLost` is called whenever notifications may have been missed: when the connection is lost, at each failed attempt to
   * regain it, and when it is regained. It must be cheap and, like `onMessage`, must not throw.
   * @throws DatabaseError `unavailable` when the first LISTEN fails; TypeError for a channel that is not `[a-z_][a-z0-9_]*`
   */
  listen(channel: string, onMessage: (payload: string) => void, onLost: () => void): Promise<() => Promise<void>>;
  /**
   * Whether a `NOTIFY` that is sent the way of all statements is heard here within 3 s. False behind what drops `LISTEN` in silence.
   * @throws DatabaseError `unavailable`, and what a query throws
   */
  hears(): Promise<boolean>;
  /** Asks `SELECT 1`. @throws DatabaseError `unavailable` when no answer comes within 2 s */
  check(): Promise<void>;
  /** Lends a session with no statement timeout. Sessions of one PGlite run one after the other. */
  withSession<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** Ends all connections; running statements get 5 s. Releases the lock on the data directory. */
  close(): Promise<void>;
}

/** As an adapter opens it. */
export type OpenedDatabase = Omit<Database, "hears">;

/** How to open: a `postgres://` address, or null for PGlite in `dataDir/db`. */
export interface DatabaseConfig {
  /** PGlite: a new `dataDir` begins as the copy of what the build left, with every migration of this repository (default: empty). */
  fromTemplate?: boolean | undefined;
  url: string | null;
  dataDir: string;
  /** Where a connection is a session, for migrations and `listen`; needed where `lending` is `transaction`. Default: `url`. */
  directUrl?: string | null | undefined;
  /** What `lookAtServer` found. Default `session`. */
  lending?: Lending | undefined;
  /** The pool's size; PGlite has one connection whatever this says. Default 10. */
  maxConnections?: number | undefined;
  /** Whether statements are prepared once for each connection. Default: not where `lending` is `transaction`. */
  prepare?: boolean | undefined;
}
