import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { executeRows, inTransaction, openDatabase } from "../src/index.ts";
import { listenSuite } from "./listen-suite.ts";
import { migrateSuite } from "./migrate-suite.ts";
import { queriesSuite } from "./queries-suite.ts";
import { scratchDir } from "./scratch.ts";

describe("PGlite", { timeout: 60_000 }, () => {
  // A copy of one fresh cluster: making each anew takes seconds.
  let template = "";
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), "gaia-db-"));
    await (await openDatabase({ url: null, dataDir: template })).close();
  });
  afterAll(() => rm(template, { recursive: true, force: true }));
  const openFresh = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "gaia-db-"));
    await cp(template, dataDir, { recursive: true });
    const database = await openDatabase({ url: null, dataDir });
    const close = async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { ...database, close };
  };
  migrateSuite(openFresh);
  queriesSuite(openFresh);
  listenSuite(openFresh);

  it("keeps what was committed over close and open", async () => {
    const dataDir = await scratchDir();
    const first = await openDatabase({ url: null, dataDir });
    await first.withSession((session) => session.exec("CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)"));
    await first.close();
    const second = await openDatabase({ url: null, dataDir });
    onTestFinished(() => second.close());
    expect(await executeRows(second.db, sql`SELECT id FROM kept`)).toEqual([{ id: 1 }]);
  });

  it("syncs each commit to the disk", async () => {
    const database = await openFresh();
    onTestFinished(() => database.close());
    const settings = await executeRows(
      database.db,
      sql`SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'wal_sync_method') ORDER BY name`,
    );
    expect(settings).toEqual([
      { name: "fsync", setting: "on" },
      { name: "synchronous_commit", setting: "on" },
      { name: "wal_sync_method", setting: "fsync" },
    ]);
  });

  it("refuses a query beside its transaction at once, where it would wait for ever", async () => {
    const database = await openFresh();
    onTestFinished(() => database.close());
    const beside = inTransaction(database.db, () => executeRows(database.db, sql`SELECT 1`));
    await expect(beside).rejects.toMatchObject({
      cause: { message: expect.stringContaining("through that transaction") },
    });
    const nested = inTransaction(database.db, () => inTransaction(database.db, async () => 1));
    await expect(nested).rejects.toThrow("through that transaction");
    const after = await inTransaction(database.db, async () => ({
      later: new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        executeRows(database.db, sql`SELECT 2 AS two`),
      ),
    }));
    expect(await after.later).toEqual([{ two: 2 }]);
  });
});
