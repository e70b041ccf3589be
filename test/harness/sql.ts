import { openDatabase } from "@gaia/db";

/** A PostgreSQL database as an onlooker sees it. */
export interface Sql {
  rows<Row = Record<string, unknown>>(text: string, params?: unknown[]): Promise<Row[]>;
  /** Runs the statement in a transaction that stays open until `release`: a lock that is held. */
  hold(text: string): Promise<{ release(): Promise<void> }>;
  close(): Promise<void>;
}

export async function openSql(url: string): Promise<Sql> {
  const database = await openDatabase({ url, dataDir: "" });
  return {
    rows: <Row>(text: string, params: unknown[] = []) =>
      database.withSession((session) => session.query<Row>(text, params)),
    async hold(text) {
      const held = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const transaction = database.withSession((session) =>
        session.transaction(async (inner) => {
          await inner.exec(text);
          held.resolve();
          await over.promise;
        }),
      );
      transaction.catch(held.reject);
      await held.promise;
      return {
        async release() {
          over.resolve();
          await transaction;
        },
      };
    },
    close: () => database.close(),
  };
}
