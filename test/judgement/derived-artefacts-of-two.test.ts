import { join } from "node:path";
import { openDatabase } from "@gaia/db";
import { fileBlobs } from "@gaia/storage/files";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { artefactCtx, cardOf, keptOf, makeCard, versionIdOf } from "../harness/derived.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { freshDatabase } from "../harness/services.ts";
import { openSql, type Sql } from "../harness/sql.ts";

await describeWith("postgres", "two processes that make the same", () => {
  let registry: TestRegistry;
  let ada: string;
  let sql: Sql;
  let other: Awaited<ReturnType<typeof openDatabase>>;
  type Ctx = Awaited<ReturnType<typeof artefactCtx>>;
  /** The registry's own process, and another one on its database and its blobs. */
  let processes: [Ctx, Ctx];

  beforeAll(async () => {
    const url = await freshDatabase();
    registry = await startTestRegistry({ withoutScanners: true, environment: { DATABASE_URL: url } });
    ada = await account(registry.url, registry.adminToken, "ada");
    sql = await openSql(url);
    other = await openDatabase({ url, dataDir: "" });
    const ctx = await artefactCtx(registry);
    processes = [ctx, { ...ctx, db: other.db, blobs: fileBlobs(join(registry.dataDir, "blobs")) }];
  });
  afterAll(async () => {
    await sql.close();
    await other.close();
    await registry.close();
  });

  const published = async (name: string) => {
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    return versionIdOf(registry, name);
  };

  test("R1 at once keep one row and give the same bytes", async () => {
    const id = await published("by-two");
    let makings = 0;
    const both = Promise.withResolvers<void>();
    const make: typeof makeCard = async (release) => {
      makings += 1;
      if (makings === 2) both.resolve();
      await both.promise;
      return makeCard(release);
    };
    const [one, two] = await Promise.all(processes.map((ctx) => cardOf(ctx, id, { make })));
    expect([makings, two]).toEqual([2, one]);
    expect(await keptOf(registry, id)).toEqual({ rows: [one], dropped: [] });
  });

  test("R1 but not alike, as two releases of the server may, both give what was kept first", async () => {
    const id = await published("by-unlike");
    const told: string[] = [];
    const both = Promise.withResolvers<void>();
    let makings = 0;
    const given = await Promise.all(
      processes.map((ctx, index) =>
        cardOf({ ...ctx, warn: (event) => void told.push(event) }, id, {
          async make() {
            makings += 1;
            if (makings === 2) both.resolve();
            await both.promise;
            return new TextEncoder().encode(`by process ${index}`);
          },
        }),
      ),
    );
    expect(new Set(given).size).toBe(1);
    expect(told).toEqual(["artefact_differs"]);
    const { rows, dropped } = await keptOf(registry, id);
    expect([rows, dropped.length]).toEqual([[given[0]], 1]);
  });

  test("R2 a quarantine that is not committed yet is waited for, and wins", async () => {
    const id = await published("in-doubt");
    const withheld = await sql.hold(
      `INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE versions SET status = 'quarantined', quarantined_by = 'admin' WHERE id = ${id}`,
    );
    const asked = processes.map((ctx) => cardOf(ctx, id));
    // Work in the background may wait for that row as well: it asks otherwise.
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' " +
      `AND query LIKE '%for share of "versions"'`;
    await expect.poll(async () => (await sql.rows(waiting)).length).toBe(2);
    await withheld.release();
    expect(await Promise.all(asked)).toEqual(["quarantined", "quarantined"]);
    const { rows, dropped } = await keptOf(registry, id);
    expect([rows, dropped.length]).toEqual([[], 1]);
  });
});
