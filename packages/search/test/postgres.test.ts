import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, migrate, openDatabase } from "@gaia/db";
import { afterAll, describe, expect, it } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { freshDatabase } from "../../../test/harness/services.ts";
import { SearchError } from "../src/index.ts";
import { postgresSearch } from "../src/postgres.ts";
import { searchConformance } from "./conformance.ts";
import { skill } from "./documents.ts";

const migrations = join(import.meta.dirname, "../../../migrations");

const opened: Database[] = [];
const dirs: string[] = [];
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true })));
});

async function open(url: string | null): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), "gaia-search-"));
  dirs.push(dataDir);
  const database = await openDatabase({ url, dataDir });
  opened.push(database);
  await migrate(database, migrations);
  return database;
}

searchConformance("postgresSearch on PGlite", async () => postgresSearch((await open(null)).db));

await describeWith("postgres", "postgresSearch on PostgreSQL", () => {
  searchConformance("in a database of its own", async () => postgresSearch((await open(await freshDatabase())).db));
});

describe("postgresSearch", () => {
  it("says unavailable when the database does not answer", async () => {
    const database = await openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", dataDir: "unused" });
    opened.push(database);
    const index = postgresSearch(database.db);
    const failures = await Promise.all(
      [index.find("web", { limit: 1 }), index.put([skill(1, { description: "a secret text" })]), index.check()].map(
        (each) =>
          each.then(
            () => null,
            (error: unknown) => error,
          ),
      ),
    );
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(SearchError);
      expect(failure).toMatchObject({ code: "unavailable" });
      expect(JSON.stringify(failure) + String(failure)).not.toContain("secret");
    }
  });

  it("says refused where its tables are missing", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "gaia-search-"));
    dirs.push(dataDir);
    const database = await openDatabase({ url: null, dataDir });
    opened.push(database);
    await expect(postgresSearch(database.db).check()).rejects.toMatchObject({ name: "SearchError", code: "refused" });
  });
});
