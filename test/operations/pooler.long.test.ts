import { executeRows, lookAtServer, openDatabase } from "@gaia/db";
import { generateSigningKey } from "@gaia/trust";
import { sql } from "drizzle-orm";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadMendedDriver } from "../../packages/db/src/driver/mended-driver.ts";
import { afterEach, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { fakeDeafPooler } from "../harness/fake-deaf-pooler.ts";
import { startPgbouncer } from "../harness/pgbouncer-server.ts";
import { runProcess } from "../harness/process.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { scaledRegistry, type ScaledRegistry } from "../harness/scaled-processes.ts";
import { describeWith } from "../harness/describe-with.ts";
import { freshDatabase, service } from "../harness/services.ts";
import { openSql } from "../harness/sql.ts";
import { until } from "../harness/until.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

// As the registry loads it: with what it lacks.
await loadMendedDriver();
const { default: postgres } = await import("postgres");

const ROLE_SETTINGS = {
  statement_timeout: "30s",
  idle_in_transaction_session_timeout: "30s",
  jit: "off",
  max_parallel_workers_per_gather: "0",
};

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function pooler(databaseUrl: string, mode: "session" | "transaction" | "statement", settings: string[] = []) {
  const { url: program } = (await service("pgbouncer")) as { url: string }; // asked for by `describeWith`
  const started = await startPgbouncer(program, { databaseUrl, mode, settings });
  endings.push(() => started.stop());
  return started;
}

async function giveRole(databaseUrl: string, settings: Record<string, string> = ROLE_SETTINGS): Promise<void> {
  const direct = await openSql(databaseUrl);
  const role = new URL(databaseUrl).username;
  const database = new URL(databaseUrl).pathname.slice(1);
  for (const [name, value] of Object.entries(settings))
    await direct.rows(`ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}'`);
  await direct.close();
}

/** Two processes that serve and one that works: what one is told, the others show. */
async function walk(registry: ScaledRegistry, onceMore: () => Promise<unknown> = async () => {}): Promise<void> {
  endings.push(() => registry.close());
  const [first, second] = await Promise.all([registry.start("api"), registry.start("api"), registry.start("worker")]);
  for (const { url } of [first, second])
    expect((await call(`${url}/readyz`)).body).toMatchObject({ status: "ready", changes: "heard" });
  const author = await account(first.url, registry.adminToken, "ada");
  const yankedWithin = async (name: string): Promise<number> => {
    expect((await publish(first.url, author, sampleZip({ name }))).status).toBe(201);
    await inspected(first.url, name, "1.0.0", author);
    const shown = async () => (await call(`${second.url}/api/v1/skills/${name}/1.0.0`)).body;
    // Twice: the second answer is a kept one.
    expect(await shown()).toMatchObject({ status: "published" });
    expect(await shown()).toMatchObject({ status: "published" });
    const yanked = await call(`${first.url}/api/v1/skills/${name}/1.0.0/yank`, {
      token: author,
      json: { reason: "to be heard of" },
    });
    expect(yanked.status, JSON.stringify(yanked.body)).toBe(200);
    const at = performance.now();
    await until(async () => ((await shown()) as { status: string }).status === "yanked", 10_000);
    return performance.now() - at;
  };
  expect(await yankedWithin("calm-a")).toBeLessThan(2_000);
  await onceMore();
  expect(await yankedWithin("calm-b")).toBeLessThan(2_000);
}

await describeWith("pgbouncer", "what PgBouncer lends is found out (first week, B1)", () => {
  const look = (url: string, directUrl: string | null = null) => lookAtServer({ url, directUrl });

  test.each<[string, string[]]>([
    ["one server connection", ["default_pool_size = 1"]],
    ["many, newest first", []],
    ["many, in turn", ["server_round_robin = 1", "min_pool_size = 7"]],
  ])("transaction mode, %s: also while others work", async (_, settings) => {
    const url = await freshDatabase();
    await giveRole(url);
    const through = (await pooler(url, "transaction", settings)).through(url);
    const others = postgres(through, { max: 3, prepare: false });
    const work = { isOver: false };
    const busy = Array.from({ length: 3 }, async () => {
      while (!work.isOver) await others`SELECT 1`;
    });
    for (let time = 0; time < 10; time += 1) expect(await look(through, url)).toEqual({ lending: "transaction" });
    work.isOver = true;
    await Promise.all(busy);
    for (let time = 0; time < 10; time += 1) expect(await look(through, url)).toEqual({ lending: "transaction" });
    await others.end();
  });

  test("session mode and no pooler", async () => {
    const url = await freshDatabase();
    const through = (await pooler(url, "session")).through(url);
    for (const address of [through, url]) expect(await look(address)).toEqual({ lending: "session" });
    expect(await look(url, through)).toEqual({ lending: "session" });
  });

  test("in session mode the settings of a session hold, and statements are prepared", async () => {
    const url = await freshDatabase();
    const database = await openDatabase({ url: (await pooler(url, "session")).through(url), dataDir: "unused" });
    endings.push(() => database.close());
    const shown = sql.join(
      Object.keys(ROLE_SETTINGS).map((name) => sql`current_setting(${name}) AS ${sql.identifier(name)}`),
      sql`, `,
    );
    expect(await executeRows(database.db, sql`SELECT ${shown}`)).toEqual([ROLE_SETTINGS]);
    expect(await database.hears()).toBe(true);
  });

  test("a role without the settings is refused with the statements that give them", async () => {
    const url = await freshDatabase();
    await giveRole(url, { jit: "off" });
    const pgbouncer = await pooler(url, "transaction");
    const refused: unknown = await look(pgbouncer.through(url), url).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "server_unfit", message: expect.stringContaining("RECONNECT") });
    const statements = (refused as Error).message.match(/ALTER ROLE .*;/g) ?? [];
    expect(statements).toHaveLength(3);
    const direct = await openSql(url);
    for (const statement of statements) await direct.rows(statement);
    await direct.close();
    const console = postgres(pgbouncer.through(url).replace(/[^/]*$/, "pgbouncer"), { max: 1, fetch_types: false });
    await console.unsafe("RECONNECT");
    await console.end();
    expect(await look(pgbouncer.through(url), url)).toEqual({ lending: "transaction" });
  });

  test("what cannot carry a registry is refused in words", async () => {
    const [url, another] = await Promise.all([freshDatabase(), freshDatabase()]);
    await giveRole(url);
    const lent = (await pooler(url, "transaction")).through(url);
    const statements = (await pooler(url, "statement")).through(url);
    const small = (await pooler(url, "session", ["default_pool_size = 1"])).through(url);
    const cases: [string, string | null, RegExp][] = [
      [lent, null, /set DATABASE_DIRECT_URL to the server itself/],
      [lent, lent, /DATABASE_DIRECT_URL leads to a pooler that lends/],
      [lent, another, /lead to two databases/],
      [url, another, /lead to two databases/],
      [statements, url, /no transactions .*pool_mode = statement/],
      [small, null, /default_pool_size/],
    ];
    for (const [address, direct, words] of cases)
      await expect(look(address, direct)).rejects.toMatchObject({
        code: "server_unfit",
        message: expect.stringMatching(words),
      });
    const env = { DATABASE_URL: lent, DATA_DIR: await freshDataDir(), ROLE: "migrate" };
    const ended = await runProcess({ env });
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toMatch(/Not started: DATABASE_URL leads to a pooler .* set DATABASE_DIRECT_URL/);
  });

  test("of two processes that migrate at once in transaction mode, one does", async () => {
    const url = await freshDatabase();
    await giveRole(url);
    const through = (await pooler(url, "transaction")).through(url);
    const migrating = async () =>
      runProcess({
        env: { DATABASE_URL: through, DATABASE_DIRECT_URL: url, ROLE: "migrate", DATA_DIR: await freshDataDir() },
      });
    const ended = await Promise.all([migrating(), migrating()]);
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(ended.filter(({ output }) => output.includes('"event":"migrated"'))).toHaveLength(1);
    expect(ended[0].output).toContain("statements are not prepared");
  });
});

await describeWith("postgres", "a pooler that drops LISTEN in silence (first week, B1)", () => {
  test("is found at the start, said, and what another process yanks is shown for 2 seconds at most", async () => {
    const url = await freshDatabase();
    const deaf = await fakeDeafPooler(url);
    endings.push(() => deaf.close());
    const logFile = join(await freshDataDir(), "registry.log");
    const environment = { DATABASE_URL: url, SIGNING_KEY: generateSigningKey() };
    const other = await startTestRegistry({ environment, withoutScanners: true });
    endings.push(() => other.close());
    const here = await startTestRegistry({
      environment: { ...environment, DATABASE_URL: deaf.url, LOG_LEVEL: "info" },
      withoutScanners: true,
      logFile,
    });
    endings.push(() => here.close());
    expect((await call(`${other.url}/readyz`)).body).toMatchObject({ status: "ready", changes: "heard" });
    expect((await call(`${here.url}/readyz`)).body).toMatchObject({ status: "ready", changes: "not heard" });
    expect((await call(`${here.url}/metrics`)).body).toContain("\nchanges_heard 0\n");
    expect(await readFile(logFile, "utf8")).toContain('"event":"changes_not_heard"');

    const author = await account(other.url, other.adminToken, "ada");
    expect((await publish(other.url, author, sampleZip({ name: "calm" }))).status).toBe(201);
    await inspected(other.url, "calm", "1.0.0", author);
    const shown = async () => (await call(`${here.url}/api/v1/skills/calm/1.0.0`)).body.status;
    expect(await shown()).toBe("published");
    await call(`${other.url}/api/v1/skills/calm/1.0.0/yank`, { token: author, json: { reason: "not to be heard" } });
    const at = performance.now();
    await until(async () => (await shown()) === "yanked", 10_000);
    expect(performance.now() - at).toBeLessThan(3_000);
  });
});

// Where there is none, the first suite says so.
if ((await service("pgbouncer")).available) {
  await describeScaled("a registry behind PgBouncer (first week, B1)", () => {
    test("session mode: it needs no other address, and another process shows a yank at once", async () => {
      const registry = await scaledRegistry(async (url) => ({
        DATABASE_URL: (await pooler(url, "session", ["default_pool_size = 60"])).through(url),
      }));
      await walk(registry);
    });

    test("transaction mode: with DATABASE_DIRECT_URL and the role's settings it is whole, and hears again after its connection was cut", async () => {
      let direct = "";
      const registry = await scaledRegistry(async (url) => {
        direct = url;
        await giveRole(url);
        return { DATABASE_URL: (await pooler(url, "transaction")).through(url), DATABASE_DIRECT_URL: url };
      });
      await walk(registry, async () => {
        const onlooker = await openSql(direct);
        const cut = await onlooker.rows(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gaia-listen'",
        );
        expect(cut).toHaveLength(3);
        const listening = () =>
          onlooker.rows(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gaia-listen'",
          );
        await until(async () => (await listening()).length === 3, 10_000);
        await onlooker.close();
      });
    });
  });
}
