import { readFileSync } from "node:fs";
import { pause } from "./until.ts";

/** How many connections each `application_name` of the registry has, and all of them. */
type Connections = Record<string, number> & { all: number };

/** Somebody beside a registry who counts its connections to PostgreSQL all the time. */
export interface ConnectionWatch {
  now(): Promise<Connections>;
  /** The most at one moment, since this was asked last. */
  peaks(): Connections;
  /** Holds a lock on this table, so that every statement about it waits. */
  lock(table: string): Promise<{ release(): Promise<void> }>;
  close(): Promise<void>;
}

const COUNT = `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'gaia%' GROUP BY 1`;

export async function watchConnections(databaseUrl: string): Promise<ConnectionWatch> {
  const { default: postgres } = await import("postgres");
  const client = postgres(databaseUrl, { max: 2, connection: { application_name: "onlooker" }, onnotice: () => {} });
  let peaks: Connections = { all: 0 };
  const now = async (): Promise<Connections> => {
    const rows = await client.unsafe<{ name: string; count: number }[]>(COUNT);
    const counted = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    const all = rows.reduce((sum, { count }) => sum + count, 0);
    for (const [name, count] of Object.entries({ ...counted, all })) peaks[name] = Math.max(peaks[name] ?? 0, count);
    return { ...counted, all };
  };
  const watch = { isOver: false };
  await now();
  const watching = (async () => {
    while (!watch.isOver) {
      await now();
      await pause(3);
    }
  })();
  return {
    now,
    peaks() {
      const seen = peaks;
      peaks = { all: 0 };
      return seen;
    },
    async lock(table) {
      const held = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const transaction = client.begin(async (inner) => {
        await inner.unsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        held.resolve();
        await over.promise;
      });
      transaction.catch(held.reject);
      await held.promise;
      return {
        async release() {
          over.resolve();
          await transaction;
        },
      };
    },
    async close() {
      watch.isOver = true;
      await watching;
      await client.end();
    },
  };
}

/** What "Connections" of docs/operations.md says of one process, and of four. */
export interface DocumentedConnections {
  byName: Record<string, number>;
  /** Of `gaia-start`, where there is a `DATABASE_DIRECT_URL`. */
  lookingTwice: number;
  fourRunning: number;
  fourStarting: number;
}

/** Throws when the page does not say it in these words. */
export function documentedConnections(): DocumentedConnections {
  const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const part = /^### Connections\n(.*?)^### /ms.exec(page)?.[1] ?? "";
  const rows = [
    ...part.matchAll(/^\| `(gaia[a-z-]*)` \| (?:up to )?(\d+)(?:, or (\d+) with `DATABASE_DIRECT_URL`)? \|/gm),
  ];
  const four = /two API processes and two workers want (\d+), and up to (\d+) while all start/.exec(part);
  if (rows.length !== 4 || four === null)
    throw new Error(`"Connections" of docs/operations.md reads otherwise: ${part}`);
  return {
    byName: Object.fromEntries(rows.map(([, name = "", count]) => [name, Number(count)])),
    lookingTwice: Number(rows.find(([, name]) => name === "gaia-start")?.[3]),
    fourRunning: Number(four[1]),
    fourStarting: Number(four[2]),
  };
}
