import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, executeRows, inTransaction } from "../src/index.ts";
import { eventually, freshName, type OpenFresh } from "./scratch.ts";

export function listenSuite(openFresh: OpenFresh): void {
  describe("listen", () => {
    let database: Database;
    beforeAll(async () => {
      database = await openFresh();
    });
    afterAll(() => database.close());
    const notify = (channel: string, payload: string) =>
      executeRows(database.db, sql`SELECT pg_notify(${channel}, ${payload})`);

    it("hears what is committed, in order, only after the commit, and nothing that is rolled back", async () => {
      const channel = freshName("c");
      const heard: string[] = [];
      await database.listen(
        channel,
        (payload) => heard.push(payload),
        () => {},
      );
      const finish = Promise.withResolvers<void>();
      const told = Promise.withResolvers<void>();
      const transaction = inTransaction(database.db, async (tx) => {
        await executeRows(tx, sql`SELECT pg_notify(${channel}, 'first')`);
        await executeRows(tx, sql`SELECT pg_notify(${channel}, 'zweite 🙂')`);
        told.resolve();
        await finish.promise;
      });
      await told.promise;
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(heard).toEqual([]);
      finish.resolve();
      await transaction;
      await inTransaction(database.db, async (tx) => {
        await executeRows(tx, sql`SELECT pg_notify(${channel}, 'never')`);
        throw new Error("roll back");
      }).catch(() => {});
      await notify(channel, "last");
      await eventually(() => heard.includes("last"));
      expect(heard).toEqual(["first", "zweite 🙂", "last"]);
    });

    it("hears a trigger's notification", async () => {
      const channel = freshName("c");
      await database.withSession((session) =>
        session.exec(`
          CREATE TABLE watched (id int);
          CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_notify('${channel}', NEW.id::text); RETURN NEW; END $$;
          CREATE TRIGGER tell AFTER INSERT ON watched FOR EACH ROW EXECUTE FUNCTION tell();`),
      );
      const heard: string[] = [];
      await database.listen(
        channel,
        (payload) => heard.push(payload),
        () => {},
      );
      await inTransaction(database.db, (tx) => executeRows(tx, sql`INSERT INTO watched VALUES (7)`));
      await eventually(() => heard.length > 0);
      expect(heard).toEqual(["7"]);
    });

    it("serves several listeners of several channels, and only those that still listen", async () => {
      const [one, two] = [freshName("c"), freshName("c")];
      const heard: string[] = [];
      const stopA = await database.listen(
        one,
        (payload) => heard.push(`a:${payload}`),
        () => {},
      );
      const stopB = await database.listen(
        one,
        (payload) => heard.push(`b:${payload}`),
        () => {},
      );
      await database.listen(
        two,
        (payload) => heard.push(`two:${payload}`),
        () => {},
      );
      await notify(one, "1");
      await notify(two, "1");
      await eventually(() => heard.length === 3);
      await stopA();
      await stopA();
      await notify(one, "2");
      await eventually(() => heard.includes("b:2"));
      await stopB();
      await notify(one, "3");
      await notify(two, "3");
      await eventually(() => heard.includes("two:3"));
      expect(heard.toSorted()).toEqual(["a:1", "b:1", "b:2", "two:1", "two:3"]);
    });

    it("refuses a name that is not a channel's", async () => {
      for (const name of ['a"; DROP TABLE x; --', "Upper", "", "a b", "x".repeat(64)])
        await expect(
          database.listen(
            name,
            () => {},
            () => {},
          ),
        ).rejects.toThrow(TypeError);
    });
  });
}
