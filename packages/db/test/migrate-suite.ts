import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, executeRows, migrate, pendingMigrations } from "../src/index.ts";
import { addMigrations, migrationsDir, type OpenFresh } from "./scratch.ts";

const FIRST = { "0001_first.sql": "CREATE TABLE first (id int); INSERT INTO first VALUES (1);" };
const SECOND = { "0002_second.sql": "ALTER TABLE first ADD COLUMN note text;\nCREATE INDEX first_id ON first (id);" };

export function migrateSuite(openFresh: OpenFresh): void {
  describe("migrate", () => {
    let database: Database;
    beforeEach(async () => {
      database = await openFresh();
    });
    afterEach(() => database.close());
    const tableThere = async (name: string) =>
      (await executeRows<{ there: boolean }>(database.db, sql`SELECT to_regclass(${name}) IS NOT NULL AS there`))[0]
        ?.there;

    it("applies each file once, in order, and says which are pending", async () => {
      const dir = await migrationsDir({ ...SECOND, ...FIRST, "README.md": "not a migration" });
      expect(await pendingMigrations(database, dir)).toEqual(["0001_first.sql", "0002_second.sql"]);
      expect(await migrate(database, dir)).toEqual({ applied: ["0001_first.sql", "0002_second.sql"] });
      expect(await migrate(database, dir)).toEqual({ applied: [] });
      expect(await pendingMigrations(database, dir)).toEqual([]);
      await addMigrations(dir, { "0003_third.sql": "INSERT INTO first VALUES (3, 'three')" });
      expect(await migrate(database, dir)).toEqual({ applied: ["0003_third.sql"] });
      expect(await executeRows(database.db, sql`SELECT * FROM first ORDER BY id`)).toEqual([
        { id: 1, note: null },
        { id: 3, note: "three" },
      ]);
    });

    it("refuses a file that was changed after it was applied, but not one with other line ends", async () => {
      const dir = await migrationsDir({ ...FIRST, ...SECOND });
      await migrate(database, dir);
      await addMigrations(dir, { "0002_second.sql": SECOND["0002_second.sql"].replaceAll("\n", "\r\n") });
      expect(await migrate(database, dir)).toEqual({ applied: [] });
      await addMigrations(dir, { "0001_first.sql": `${FIRST["0001_first.sql"]} `, "0003_x.sql": "CREATE TABLE x ()" });
      await expect(migrate(database, dir)).rejects.toMatchObject({ code: "migration_changed" });
      await expect(pendingMigrations(database, dir)).rejects.toMatchObject({ code: "migration_changed" });
      expect(await tableThere("x")).toBe(false);
    });

    it("refuses a new file before an applied one, a badly named one and a number used twice", async () => {
      const dir = await migrationsDir({ "0002_second.sql": "CREATE TABLE two ()" });
      await migrate(database, dir);
      await addMigrations(dir, { "0001_late.sql": "CREATE TABLE late ()" });
      await expect(migrate(database, dir)).rejects.toMatchObject({ code: "migration_out_of_order" });
      const bad = await migrationsDir({ "1_bad.sql": "SELECT 1" });
      await expect(migrate(database, bad)).rejects.toMatchObject({ code: "migration_invalid" });
      const twice = await migrationsDir({ "0001_a.sql": "SELECT 1", "0001_b.sql": "SELECT 1" });
      await expect(migrate(database, twice)).rejects.toMatchObject({ code: "migration_invalid" });
    });

    it("refuses to migrate when an applied file is gone; a reader of an older release may go on", async () => {
      const dir = await migrationsDir({ ...FIRST, ...SECOND, "0003_third.sql": "SELECT 1" });
      await migrate(database, dir);
      await rm(join(dir, "0003_third.sql"));
      await expect(migrate(database, dir)).rejects.toMatchObject({ code: "migration_missing" });
      expect(await pendingMigrations(database, dir)).toEqual([]);
      await addMigrations(dir, { "0003_third.sql": "SELECT 1" });
      await rm(join(dir, "0002_second.sql"));
      await expect(pendingMigrations(database, dir)).rejects.toMatchObject({ code: "migration_missing" });
    });

    it("keeps nothing of a failing file, names its line, and goes on once it is mended", async () => {
      const dir = await migrationsDir({
        ...FIRST,
        "0002_bad.sql": "CREATE TABLE half ();\n-- äöü 🙂\nSELECT nothing_like_this FROM first;",
      });
      await expect(migrate(database, dir)).rejects.toMatchObject({
        code: "migration_failed",
        message: expect.stringMatching(/^0002_bad\.sql:3: .*nothing_like_this/),
      });
      expect(await tableThere("half")).toBe(false);
      await addMigrations(dir, { "0002_bad.sql": "CREATE TABLE half ()" });
      expect(await migrate(database, dir)).toEqual({ applied: ["0002_bad.sql"] });
    });

    it("runs a file that says so outside a transaction", async () => {
      const concurrently = "CREATE INDEX CONCURRENTLY IF NOT EXISTS first_note ON first (id)";
      const inside = await migrationsDir({ ...FIRST, "0002_index.sql": concurrently });
      await expect(migrate(database, inside)).rejects.toMatchObject({ code: "migration_failed" });
      await addMigrations(inside, { "0002_index.sql": `-- no transaction\n${concurrently}` });
      expect(await migrate(database, inside)).toEqual({ applied: ["0002_index.sql"] });
    });

    it("of eight concurrent migrates one applies and the others wait", async () => {
      const dir = await migrationsDir({ ...FIRST, "0002_slow.sql": "SELECT pg_sleep(0.2); CREATE TABLE slow ()" });
      const results = await Promise.all(Array.from({ length: 8 }, () => migrate(database, dir)));
      expect(results.flatMap(({ applied }) => applied)).toEqual(["0001_first.sql", "0002_slow.sql"]);
      expect(await executeRows(database.db, sql`SELECT count(*) FROM first`)).toEqual([{ count: 1 }]);
    });
  });
}
