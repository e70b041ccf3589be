import { eq, sql } from "drizzle-orm";
import { jsonb, pgTable, text, timestamp, bigint } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Database,
  executeRows,
  inTransaction,
  isSerializationFailure,
  isUnavailable,
  isUniqueViolation,
  sqlState,
  toLoggableError,
} from "../src/index.ts";
import type { OpenFresh } from "./scratch.ts";

const things = pgTable("things", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  tags: text("tags").array(),
  body: jsonb("body"),
  at: timestamp("at", { withTimezone: true }),
});

const CREATE = `
  CREATE TABLE things (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL CONSTRAINT things_name UNIQUE,
    tags text[], body jsonb, at timestamptz);
  CREATE UNIQUE INDEX things_body_key ON things ((body ->> 'key'));`;

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error("did not fail");
    },
    (error: unknown) => error,
  );

export function queriesSuite(openFresh: OpenFresh): void {
  describe("queries", () => {
    let database: Database;
    beforeAll(async () => {
      database = await openFresh();
      await database.withSession((session) => session.exec(CREATE));
    });
    afterAll(() => database.close());

    it("gives json, times, arrays and big integers back as they went in", async () => {
      const row = {
        name: "round-trip",
        tags: ["a", 'quo"te', "com,ma", "{brace}", "", "null", "back\\slash", "ünïcødé"],
        body: { key: "k", nested: [1, 2.5, null, { deep: "'; DROP TABLE things; --" }], text: "line\nbreak 🙂" },
        at: new Date("2026-02-28T23:59:59.123Z"),
      };
      const [inserted] = await database.db.insert(things).values(row).returning();
      expect(inserted).toEqual({ id: expect.any(Number), ...row });
      const [found] = await database.db.select().from(things).where(eq(things.at, row.at));
      expect(found).toEqual(inserted);
    });

    it("gives raw rows the same shape on both drivers", async () => {
      const at = new Date("2026-02-28T23:59:59.123Z");
      const rows = await executeRows(
        database.db,
        sql`SELECT 9007199254740991::bigint AS safe, 9007199254740993::bigint AS big, count(*) AS count, 1.50::numeric AS exact,
              ${at}::timestamptz AS at, date '2026-02-28' AS day, ARRAY['a', 'c']::text[] AS texts,
              ARRAY[1, 2]::bigint[] AS numbers, ${JSON.stringify({ a: [1] })}::jsonb AS body, true AS yes, NULL AS nothing,
              ${sql.param(["x", "y"])}::text[] AS given, 0.1::float8 AS float
            FROM generate_series(1, 3)`,
      );
      expect(rows).toEqual([
        {
          safe: 9007199254740991,
          big: 9007199254740993n,
          count: 3,
          exact: "1.50",
          at: "2026-02-28 23:59:59.123+00",
          day: "2026-02-28",
          texts: ["a", "c"],
          numbers: [1, 2],
          body: { a: [1] },
          yes: true,
          nothing: null,
          given: ["x", "y"],
          float: 0.1,
        },
      ]);
      expect(Array.isArray(rows)).toBe(true);
      expect(await executeRows(database.db, sql`SELECT 1 WHERE false`)).toEqual([]);
    });

    it("has trigrams and unaccent at hand", async () => {
      await database.withSession((session) =>
        session.exec("CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS unaccent"),
      );
      expect(
        await executeRows(
          database.db,
          sql`SELECT similarity('search', 'serach') > 0.2 AS near, unaccent('é') AS plain`,
        ),
      ).toEqual([{ near: true, plain: "e" }]);
    });

    it("tells a unique violation, and which one, through drizzle's wrapper, raw and in a transaction", async () => {
      await database.db.insert(things).values({ name: "taken", body: { key: "taken" } });
      const byName = await failure(database.db.insert(things).values({ name: "taken" }));
      const byIndex = await failure(
        inTransaction(database.db, (tx) => tx.insert(things).values({ name: "free", body: { key: "taken" } })),
      );
      const raw = await failure(executeRows(database.db, sql`INSERT INTO things (name) VALUES ('taken')`));
      for (const error of [byName, raw]) {
        expect(isUniqueViolation(error)).toBe(true);
        expect(isUniqueViolation(error, "things_name")).toBe(true);
        expect(isUniqueViolation(error, "things_body_key")).toBe(false);
      }
      expect(isUniqueViolation(byIndex, "things_body_key")).toBe(true);
      expect(isUnavailable(byName)).toBe(false);
      expect(isSerializationFailure(byName)).toBe(false);
      const notNull = await failure(executeRows(database.db, sql`INSERT INTO things (name) VALUES (NULL)`));
      expect(isUniqueViolation(notNull)).toBe(false);
      expect(sqlState(notNull)).toBe("23502");
    });

    it("X9 keeps values out of what may be logged", async () => {
      const secret = "s3cr3t-value";
      await database.db.insert(things).values({ name: secret });
      const error = await failure(database.db.insert(things).values({ name: secret }));
      expect(String(error)).toContain(secret);
      const loggable = toLoggableError(error);
      expect(JSON.stringify(loggable)).not.toContain(secret);
      expect(loggable).toMatchObject({ sqlState: "23505", constraint: "things_name", table: "things" });
    });

    it("rolls back what a failed transaction did, and a savepoint alone when only that failed", async () => {
      await failure(
        inTransaction(database.db, async (tx) => {
          await tx.insert(things).values({ name: "rolled-back" });
          throw new Error("changed my mind");
        }),
      );
      await inTransaction(database.db, async (tx) => {
        await tx.insert(things).values({ name: "outer" });
        await failure(
          inTransaction(tx, async (inner) => {
            await inner.insert(things).values({ name: "inner" });
            await inner.insert(things).values({ name: "outer" });
          }),
        );
      });
      const names = await executeRows<{ name: string }>(
        database.db,
        sql`SELECT name FROM things WHERE name IN ('rolled-back', 'outer', 'inner')`,
      );
      expect(names).toEqual([{ name: "outer" }]);
    });

    it("R8 tries a transaction again that lost to another, three times and no more", async () => {
      const lose = (code: string) =>
        sql`DO ${sql.raw(`$$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '${code}'; END $$`)}`;
      for (const code of ["40001", "40P01"]) {
        let attempts = 0;
        const result = await inTransaction(database.db, async (tx) => {
          attempts += 1;
          await tx.insert(things).values({ name: `attempt-${code}` });
          if (attempts < 4) await tx.execute(lose(code));
          return attempts;
        });
        expect(result).toBe(4);
      }
      let attempts = 0;
      const error = await failure(
        inTransaction(database.db, async (tx) => {
          attempts += 1;
          await tx.execute(lose("40001"));
        }),
      );
      expect(attempts).toBe(4);
      expect(isSerializationFailure(error)).toBe(true);
    });

    it("tries no other failure again", async () => {
      let attempts = 0;
      await failure(
        inTransaction(database.db, async (tx) => {
          attempts += 1;
          await tx.execute(sql`SELECT 1 / 0`);
        }),
      );
      expect(attempts).toBe(1);
    });

    it("loses no update of fifty concurrent transactions that lock their row", async () => {
      await database.db.insert(things).values({ name: "counter", body: { n: 0 } });
      const add = () =>
        inTransaction(database.db, async (tx) => {
          const [row] = await tx.select().from(things).where(eq(things.name, "counter")).for("update");
          const { n } = (row?.body ?? { n: Number.NaN }) as { n: number };
          await tx
            .update(things)
            .set({ body: { n: n + 1 } })
            .where(eq(things.name, "counter"));
        });
      await Promise.all(Array.from({ length: 50 }, add));
      const [row] = await database.db.select().from(things).where(eq(things.name, "counter"));
      expect(row?.body).toEqual({ n: 50 });
    });

    it("checks, and after close() says that it is unavailable", async () => {
      const other = await openFresh();
      await expect(other.check()).resolves.toBeUndefined();
      await other.close();
      await other.close();
      await expect(other.check()).rejects.toMatchObject({ code: "unavailable" });
      expect(isUnavailable(await failure(executeRows(other.db, sql`SELECT 1`)))).toBe(true);
    });
  });
}
