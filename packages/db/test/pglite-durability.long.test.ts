import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { executeRows, openDatabase } from "../src/index.ts";
import { startChild } from "./child.ts";
import { eventually, scratchDir } from "./scratch.ts";

const writer = (dataDir: string) => `
  import { sql } from "drizzle-orm";
  import { openDatabase } from "./open.ts";
  import { executeRows } from "./rows.ts";
  import { inTransaction } from "./transaction.ts";
  const { db } = await openDatabase({ url: null, dataDir: ${JSON.stringify(dataDir)} });
  await executeRows(db, sql\`CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY, half int)\`);
  const [{ next }] = await executeRows(db, sql\`SELECT coalesce(max(id), 0) + 1 AS next FROM kept\`);
  for (let id = next; ; id += 1) {
    await inTransaction(db, async (tx) => {
      await executeRows(tx, sql\`INSERT INTO kept VALUES (\${id}, 1)\`);
      await executeRows(tx, sql\`UPDATE kept SET half = 2 WHERE id = \${id}\`);
    });
    console.log(String(id));
  }`;

describe("PGlite when its process is killed", () => {
  it("R3 keeps every transaction that was reported as committed, and no half of one", { timeout: 60_000 }, async () => {
    const dataDir = await scratchDir();
    let reported = 0;
    for (let round = 0; round < 3; round += 1) {
      const child = startChild(writer(dataDir));
      for (let lines = 0; lines < 40 + 17 * round; lines += 1) reported = Number(await child.line());
      await child.kill9();
    }
    const database = await openDatabase({ url: null, dataDir });
    onTestFinished(() => database.close());
    const [row] = await executeRows<{ count: number; max: number; halves: number }>(
      database.db,
      sql`SELECT count(*) AS count, max(id) AS max, count(*) FILTER (WHERE half = 1) AS halves FROM kept`,
    );
    expect(row?.max).toBeGreaterThanOrEqual(reported);
    expect(row?.count).toBe(row?.max);
    expect(row?.halves).toBe(0);
    expect(reported).toBeGreaterThan(40 * 3);
  });

  it("opens although the very first boot was killed half way", { timeout: 60_000 }, async () => {
    const dataDir = await scratchDir();
    const child = startChild(writer(dataDir));
    await eventually(() => existsSync(join(dataDir, "db.new", "global")), 30_000);
    await child.kill9();
    expect(existsSync(join(dataDir, "db"))).toBe(false);
    const database = await openDatabase({ url: null, dataDir });
    onTestFinished(() => database.close());
    await database.check();
    expect(existsSync(join(dataDir, "db.new"))).toBe(false);
  });
});
