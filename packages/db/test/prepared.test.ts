import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { freshDatabase } from "../../../test/harness/services.ts";
import { executeRows, inTransaction, openDatabase, publishers } from "../src/index.ts";

await describeWith("postgres", "prepared statements", () => {
  const open = async (options: { prepare?: boolean } = {}) => {
    const database = await openDatabase({
      url: await freshDatabase(),
      dataDir: "unused",
      maxConnections: 1,
      ...options,
    });
    onTestFinished(() => database.close());
    const { db } = database;
    await executeRows(db, sql`CREATE TABLE publishers (id int, handle text, kind text, created_at timestamptz)`);
    const prepared = async () => {
      const query = sql`SELECT count(*)::int AS number FROM pg_prepared_statements WHERE statement LIKE '%from "publishers"%'`;
      const [row] = await executeRows<{ number: number }>(db, query);
      return row?.number;
    };
    return { db, prepared };
  };
  const read = (db: Awaited<ReturnType<typeof open>>["db"]) =>
    db
      .select()
      .from(publishers)
      .where(sql`id > ${0}`);

  it("a query is prepared once for each connection, also in a transaction", async () => {
    const { db, prepared } = await open();
    for (let times = 0; times < 3; times += 1) await read(db);
    expect(await prepared()).toBe(1);
    await inTransaction(db, async (tx) => void (await read(tx)));
    expect(await prepared()).toBe(1);
  });

  it("behind a pooler nothing is prepared", async () => {
    const { db, prepared } = await open({ prepare: false });
    for (let times = 0; times < 3; times += 1) await read(db);
    expect(await prepared()).toBe(0);
  });

  it("a migration that changes a result's type costs no query its answer", async () => {
    const { db } = await open();
    const change = (type: string) => executeRows(db, sql.raw(`ALTER TABLE publishers ALTER COLUMN kind TYPE ${type}`));
    await executeRows(db, sql`INSERT INTO publishers (id, handle, kind) VALUES (1, 'ada', 'user')`);
    await read(db);
    await change("varchar(50)");
    expect(await read(db)).toMatchObject([{ handle: "ada" }]);
    await change("text");
    let tries = 0;
    const rows = await inTransaction(db, async (tx) => {
      tries += 1;
      return read(tx);
    });
    expect(rows).toMatchObject([{ handle: "ada" }]);
    // The first one was given up by the server.
    expect(tries).toBe(2);
  });

  it("texts without number do not fill the server's memory", async () => {
    const { db } = await open();
    for (let number = 0; number < 400; number += 1)
      await executeRows(db, sql`SELECT ${number}::int AS ${sql.identifier(`flood_${number}`)}`);
    const [row] = await executeRows<{ number: number }>(
      db,
      sql`SELECT count(*)::int AS number FROM pg_prepared_statements WHERE statement LIKE '%flood_%'`,
    );
    expect(row?.number).toBeLessThan(310);
    expect(row?.number).toBeGreaterThan(250);
  });
});
