import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DatabaseRole, databaseRoles, type DatabaseRoles } from "../../../test/harness/database-roles.ts";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { freshDatabase } from "../../../test/harness/services.ts";
import { namesIn } from "../src/ensure-may-migrate.ts";
import { executeRows, migrate, openDatabase, pendingMigrations } from "../src/index.ts";
import { readMigrations } from "../src/migration-files.ts";
import { addMigrations, migrationsDir } from "./scratch.ts";

const OURS = join(import.meta.dirname, "../../../migrations");
const FIRST = {
  "0001_first.sql":
    "CREATE EXTENSION IF NOT EXISTS pg_trgm;\nCREATE TABLE first (id int);\n" +
    "CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';\nCREATE SEQUENCE turns;",
};
const SECOND = { "0002_second.sql": "ALTER TABLE first ADD COLUMN note text;" };

await describeWith("postgres", "a role migrates what it owns (first week, B8)", () => {
  let url: string;
  let roles: DatabaseRoles;
  let owner: DatabaseRole;
  let dir: string;
  beforeEach(async () => {
    url = await freshDatabase();
    roles = await databaseRoles(url);
    owner = await roles.create();
    await roles.run(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${owner.name}`);
    dir = await migrationsDir(FIRST);
  });
  afterEach(() => roles.close());

  async function as<T>(role: { url: string }, act: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
    const database = await openDatabase({ url: role.url, dataDir: "unused", maxConnections: 1 });
    try {
      return await act(database);
    } finally {
      await database.close();
    }
  }
  const migrating = (role: { url: string }) => as(role, (database) => migrate(database, dir));
  const refusal = async (act: Promise<unknown>): Promise<string> => {
    const error: unknown = await act.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: "DatabaseError", code: "role_unfit" });
    return (error as Error).message;
  };
  const addSecond = () => addMigrations(dir, SECOND);

  it("another one is refused with who owns what, and nothing is applied", async () => {
    expect(await migrating(owner)).toEqual({ applied: ["0001_first.sql"] });
    await addSecond();
    const other = await roles.create();
    await roles.run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${other.name}`);
    const said = await refusal(migrating(other));
    expect(said).toContain(`The role ${other.name} may not migrate`);
    expect(said).toContain("where 0002_second.sql is pending: it does not own what earlier ones made.");
    const owned = "2 tables (first, schema_migrations), 1 sequence (turns), 1 function (one)";
    expect(said).toContain(`  ${owner.name} owns ${owned}\n`);
    expect(said).toContain(`ROLE=migrate and a DATABASE_URL of ${owner.name}.`);
    expect(await as(owner, (database) => pendingMigrations(database, dir))).toEqual(["0002_second.sql"]);
    // What the refusal says to run helps: the schema has one owner again.
    for (const statement of said.match(/(?:REASSIGN|GRANT) .*?;/g) ?? []) await roles.run(statement);
    expect(await migrating(other)).toEqual({ applied: ["0002_second.sql"] });
    await addMigrations(dir, { "0003_third.sql": "ALTER TABLE first ADD COLUMN third text;" });
    await roles.run(`GRANT SELECT ON schema_migrations TO ${owner.name}`);
    expect(await refusal(migrating(owner))).toContain(`  ${other.name} owns ${owned}\n`);
  });

  it("one that only uses it starts while nothing is pending, and may lack every right to make tables", async () => {
    await migrating(owner);
    const other = await roles.create();
    await roles.run(`GRANT SELECT ON schema_migrations TO ${other.name}`);
    await as(other, async (database) => {
      await expect(executeRows(database.db, sql`CREATE TABLE IF NOT EXISTS schema_migrations ()`)).rejects.toThrow();
      expect(await pendingMigrations(database, dir)).toEqual([]);
      expect(await migrate(database, dir)).toEqual({ applied: [] });
    });
  });

  it("a member of the owner counts as the owner, one that does not inherit its rights does not, a superuser does", async () => {
    await migrating(owner);
    const member = await roles.create(`IN ROLE ${owner.name}`);
    const bare = await roles.create(`NOINHERIT IN ROLE ${owner.name}`);
    await roles.run(`GRANT SELECT ON schema_migrations TO ${bare.name}`);
    await addSecond();
    expect(await refusal(migrating(bare))).toContain(`${owner.name} owns 2 tables`);
    expect(await migrating(member)).toEqual({ applied: ["0002_second.sql"] });
    await addMigrations(dir, { "0003_third.sql": "ALTER TABLE first ADD COLUMN third text;" });
    expect(await migrating({ url })).toEqual({ applied: ["0003_third.sql"] });
  });

  it("what the cluster's first superuser owns is handed over one by one, and other programs' tables count for nothing", async () => {
    await migrating({ url });
    await roles.run("CREATE TABLE theirs (id int)");
    await addSecond();
    const superuser = new URL(url).username;
    const statements = ["TABLE first", "TABLE schema_migrations", "SEQUENCE turns", "FUNCTION one()"];
    await roles.run(`GRANT SELECT ON schema_migrations TO ${owner.name}`);
    const said = await refusal(migrating(owner));
    expect(said).toContain(`  ALTER … OWNER TO ${owner.name}; for each of ${superuser}'s`);
    expect(said).not.toContain("REASSIGN");
    expect(said).not.toContain("theirs");
    for (const statement of statements) await roles.run(`ALTER ${statement} OWNER TO ${owner.name}`);
    expect(await migrating(owner)).toEqual({ applied: ["0002_second.sql"] });
  });

  it("on a new database one that may make no tables is refused with the statements that let it", async () => {
    await roles.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC"); // as PostgreSQL 15 and newer begin
    const other = await roles.create();
    const said = await refusal(migrating(other));
    expect(said).toContain("where 0001_first.sql is pending: it may not make tables in the schema public.");
    const statements = said.match(/GRANT .*?;/g) ?? [];
    expect(statements).toHaveLength(2);
    for (const statement of statements) await roles.run(statement);
    expect(await migrating(other)).toEqual({ applied: ["0001_first.sql"] });
  });

  it("one that may make tables and no extension is refused with the one statement that lacks", async () => {
    const other = await roles.create();
    await roles.run(`GRANT CREATE ON SCHEMA public TO ${other.name}`);
    const said = await refusal(migrating(other));
    expect(said).toContain("it may not make extensions.");
    expect(said.match(/GRANT .*?;/g)).toEqual([expect.stringMatching(/^GRANT CREATE ON DATABASE \w+ TO /)]);
    await roles.run("CREATE EXTENSION pg_trgm");
    expect(await migrating(other)).toEqual({ applied: ["0001_first.sql"] });
  });

  it("one that may not read what was applied, or has no schema, hears that in words", async () => {
    await migrating(owner);
    const other = await roles.create();
    const asked = () => as(other, (database) => pendingMigrations(database, dir));
    for (const act of [asked, () => migrating(other)])
      expect(await refusal(act())).toMatch(/may not use .*permission denied for table schema_migrations/);
    await roles.run("REVOKE USAGE ON SCHEMA public FROM PUBLIC");
    expect(await refusal(asked())).toMatch(/it may use no schema/);
    expect(await refusal(migrating(other))).toContain(`GRANT USAGE, CREATE ON SCHEMA public TO ${other.name};`);
  });

  it("the names that our migrations are said to make are those that are there", async () => {
    await as(owner, (database) => migrate(database, OURS));
    const [there] = await roles.run<{ names: string[] }>(
      `SELECT array_agg(DISTINCT name::text ORDER BY name::text) AS names FROM (
         SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')
         UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner = '${owner.name}'::regrole
       ) AS made WHERE name <> 'schema_migrations'`,
    );
    const named = new Set(namesIn(await readMigrations(OURS)));
    expect(there?.names.length).toBeGreaterThan(80);
    expect(there?.names.filter((name) => !named.has(name))).toEqual([]);
  });
});
