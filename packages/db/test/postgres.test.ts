import postgres from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { sql } from "drizzle-orm";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { freshDatabase } from "../../../test/harness/services.ts";
import { executeRows, inTransaction, isUnavailable, migrate, openDatabase } from "../src/index.ts";
import { postgresListener } from "../src/postgres-listener.ts";
import { listenSuite } from "./listen-suite.ts";
import { migrateSuite } from "./migrate-suite.ts";
import { queriesSuite } from "./queries-suite.ts";
import { eventually, migrationsDir } from "./scratch.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

const open = (url: string, maxConnections = 10) => openDatabase({ url, dataDir: "unused", maxConnections });

await describeWith("postgres", "PostgreSQL", () => {
  const openFresh = async () => open(await freshDatabase());
  migrateSuite(openFresh);
  queriesSuite(openFresh);
  listenSuite(openFresh);

  const overProxy = async () => {
    const url = new URL(await freshDatabase());
    const direct = await open(url.href);
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const database = await open(url.href, 2);
    onTestFinished(async () => {
      await Promise.all([database.close(), direct.close()]);
      await proxy.close();
    });
    return { database, direct, proxy, url: url.href };
  };

  it("migrates once when two processes' pools start together, a concurrent index included", async () => {
    const url = await freshDatabase();
    const databases = await Promise.all([open(url), open(url), open(url)]);
    onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))));
    const dir = await migrationsDir({
      "0001_first.sql": "CREATE TABLE first (id int); SELECT pg_sleep(0.3)",
      "0002_index.sql": "-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS first_id ON first (id)",
    });
    const results = await Promise.all(databases.map((database) => migrate(database, dir)));
    expect(results.map(({ applied }) => applied.length).toSorted()).toEqual([0, 0, 2]);
  });

  it("a row lock makes the second transaction wait for the first", async () => {
    const database = await openFresh();
    onTestFinished(() => database.close());
    await executeRows(database.db, sql`CREATE TABLE locked (id int, n int)`);
    await executeRows(database.db, sql`INSERT INTO locked VALUES (1, 0)`);
    const order: string[] = [];
    const firstHasIt = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const lock = sql`SELECT n FROM locked WHERE id = 1 FOR UPDATE`;
    const first = inTransaction(database.db, async (tx) => {
      await executeRows(tx, lock);
      firstHasIt.resolve();
      await letGo.promise;
      order.push("first");
      await executeRows(tx, sql`UPDATE locked SET n = 1`);
    });
    await firstHasIt.promise;
    const second = inTransaction(database.db, async (tx) => {
      const [row] = await executeRows<{ n: number }>(tx, lock);
      order.push(`second sees ${row?.n}`);
    });
    await eventually(async () => {
      const [row] = await executeRows<{ waiting: number }>(
        database.db,
        sql`SELECT count(*) AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.waiting === 1;
    });
    expect(order).toEqual([]);
    letGo.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(["first", "second sees 1"]);
  });

  it("R8 survives real deadlocks and real serialization failures", async () => {
    const database = await openFresh();
    onTestFinished(() => database.close());
    await executeRows(database.db, sql`CREATE TABLE pair (id int PRIMARY KEY, n int)`);
    await executeRows(database.db, sql`INSERT INTO pair VALUES (1, 0), (2, 0)`);
    let attempts = 0;
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    const crosswise = (ids: [number, number]) =>
      inTransaction(database.db, async (tx) => {
        attempts += 1;
        await executeRows(tx, sql`UPDATE pair SET n = n + 1 WHERE id = ${ids[0]}`);
        holding += 1;
        if (holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await executeRows(tx, sql`UPDATE pair SET n = n + 1 WHERE id = ${ids[1]}`);
      });
    await Promise.all([crosswise([1, 2]), crosswise([2, 1])]);
    expect(attempts).toBe(3);
    const bothRead = Promise.withResolvers<void>();
    let read = 0;
    const addAll = () =>
      inTransaction(
        database.db,
        async (tx) => {
          attempts += 1;
          const [row] = await executeRows<{ sum: number }>(tx, sql`SELECT sum(n)::int AS sum FROM pair`);
          read += 1;
          if (read === 2) bothRead.resolve();
          await bothRead.promise;
          await executeRows(tx, sql`UPDATE pair SET n = n + ${row?.sum ?? 0} WHERE id = 1`);
        },
        { isolationLevel: "serializable" },
      );
    await Promise.all([addAll(), addAll()]);
    expect(attempts).toBe(6);
    expect(await executeRows(database.db, sql`SELECT n FROM pair ORDER BY id`)).toEqual([{ n: 14 }, { n: 2 }]);
  });

  it("ends a statement that runs away and a transaction that sits idle", async () => {
    const database = await openFresh();
    onTestFinished(() => database.close());
    const settings = await executeRows(
      database.db,
      sql`SELECT current_setting('statement_timeout') AS statement,
            current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone`,
    );
    expect(settings).toEqual([{ statement: "30s", idle: "30s", zone: "UTC" }]);
    const migrating = await database.withSession((session) => session.query("SHOW statement_timeout"));
    expect(migrating).toEqual([{ statement_timeout: "0" }]);
  });

  it("says when the listening connection was lost, and goes on hearing", async () => {
    const database = await openFresh();
    onTestFinished(() => database.close());
    const heard: string[] = [];
    let lost = 0;
    await database.listen(
      "changes",
      (payload) => heard.push(payload),
      () => (lost += 1),
    );
    const backends = () =>
      executeRows<{ pid: number }>(
        database.db,
        sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gaia-listen'`,
      );
    for (let round = 1; round <= 3; round += 1) {
      const [backend] = await backends();
      await executeRows(database.db, sql`SELECT pg_terminate_backend(${backend?.pid}::int)`);
      await eventually(() => lost === 2 * round);
      expect(await backends()).toHaveLength(1);
      await executeRows(database.db, sql`SELECT pg_notify('changes', ${`round ${round}`})`);
      await eventually(() => heard.length === round);
    }
    expect(heard).toEqual(["round 1", "round 2", "round 3"]);
  });

  it("keeps saying so through an outage, refuses new listeners meanwhile, and comes back by itself", async () => {
    const { database, direct, proxy } = await overProxy();
    const heard: string[] = [];
    let lost = 0;
    await database.listen(
      "changes",
      (payload) => heard.push(payload),
      () => (lost += 1),
    );
    await database.check();
    await proxy.cut();
    await eventually(() => lost >= 3);
    const checked = await database.check().catch((error: unknown) => error);
    expect(checked).toMatchObject({ code: "unavailable" });
    expect(isUnavailable(checked)).toBe(true);
    await expect(
      database.listen(
        "other",
        () => {},
        () => {},
      ),
    ).rejects.toMatchObject({ code: "unavailable" });
    await executeRows(direct.db, sql`SELECT pg_notify('changes', 'in the dark')`);
    await proxy.restore();
    const before = lost;
    await eventually(async () => {
      await executeRows(direct.db, sql`SELECT pg_notify('changes', 'again')`);
      return heard.includes("again");
    }, 12_000);
    expect(lost).toBeGreaterThan(before);
    expect(heard).not.toContain("in the dark");
    await eventually(() =>
      database.check().then(
        () => true,
        () => false,
      ),
    );
  });

  it("notices by its heartbeat that the listening connection has fallen silent", async () => {
    const { proxy, direct, url } = await overProxy();
    const listener = postgresListener(
      (onnotify, onclose) => {
        const options = { max: 1, connect_timeout: 1, idle_timeout: 0, onnotify, onclose };
        return postgres(url, options);
      },
      { intervalMs: 100, timeoutMs: 200 },
    );
    onTestFinished(() => listener.close());
    const heard: string[] = [];
    let lost = 0;
    await listener.listen(
      "changes",
      (payload) => heard.push(payload),
      () => (lost += 1),
    );
    proxy.freeze();
    await eventually(() => lost >= 2);
    proxy.thaw();
    await eventually(async () => {
      await executeRows(direct.db, sql`SELECT pg_notify('changes', 'again')`);
      return heard.includes("again");
    });
  });

  it("check() gives up after 2 s on a server that has fallen silent", async () => {
    const { database, proxy } = await overProxy();
    await database.check();
    proxy.freeze();
    const started = performance.now();
    await expect(database.check()).rejects.toMatchObject({ code: "unavailable" });
    expect(performance.now() - started).toBeGreaterThan(1900);
    proxy.thaw();
    await eventually(() =>
      database.check().then(
        () => true,
        () => false,
      ),
    );
  });

  it("tells a terminated query from a wrong one", async () => {
    const { database, direct } = await overProxy();
    const running = executeRows(database.db, sql`SELECT pg_sleep(20)`).catch((error: unknown) => error);
    await eventually(async () => {
      const [row] = await executeRows<{ ended: number }>(
        direct.db,
        sql`SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE '%pg_sleep(20)%' AND pid <> pg_backend_pid()`,
      );
      return row !== undefined && row.ended > 0;
    });
    expect(isUnavailable(await running)).toBe(true);
    await database.check();
  });

  it("is unavailable when nothing listens there or the name does not resolve", async () => {
    for (const url of ["postgres://nobody@127.0.0.1:1/none", "postgres://nobody@no-such-host.invalid/none"]) {
      const database = await open(url);
      await expect(database.check()).rejects.toMatchObject({ code: "unavailable" });
      const error = await executeRows(database.db, sql`SELECT 1`).catch((caught: unknown) => caught);
      expect(isUnavailable(error)).toBe(true);
      await database.close();
    }
  });
});
