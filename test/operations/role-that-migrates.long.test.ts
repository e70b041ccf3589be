import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { migrate, openDatabase } from "@gaia/db";
import { generateSigningKey } from "@gaia/trust";
import { afterEach, beforeEach, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type DatabaseRole, databaseRoles, type DatabaseRoles } from "../harness/database-roles.ts";
import { describeWith } from "../harness/describe-with.ts";
import { runProcess } from "../harness/process.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDatabase } from "../harness/services.ts";
import { openSql } from "../harness/sql.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The blocks of SQL below one heading of docs/operations.md: what an operator copies. */
async function documented(heading: string): Promise<string[]> {
  const text = await readFile(join(ROOT, "docs/operations.md"), "utf8");
  const section = text.split(/^##+ /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, block]) => block ?? "");
}

await describeWith("postgres", "the role that migrates, and the one that serves (first week, B8)", () => {
  let url: string;
  let roles: DatabaseRoles;
  let owner: DatabaseRole;
  let serving: DatabaseRole;
  let dataDir: string;
  beforeEach(async () => {
    [url, dataDir] = await Promise.all([freshDatabase(), freshDataDir()]);
    roles = await databaseRoles(url);
    [owner, serving] = [await roles.create(), await roles.create()];
    await roles.run(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${owner.name}`);
  });
  afterEach(async () => {
    await roles.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Runs a block of the documents with these roles in the place of `registry` and `serving`. */
  async function run(as: string, block: string): Promise<void> {
    const sql = await openSql(as);
    const own = block
      .replaceAll(/\bTO registry\b/g, `TO ${owner.name}`)
      .replaceAll(/\bTO serving\b/g, `TO ${serving.name}`);
    for (const statement of own.split(/;\n(?=GRANT|ALTER|$)/)) if (statement.trim() !== "") await sql.rows(statement);
    await sql.close();
  }
  async function migrated(as: string): Promise<string[]> {
    const database = await openDatabase({ url: as, dataDir: "unused" });
    try {
      return (await migrate(database, join(ROOT, "migrations"))).applied;
    } finally {
      await database.close();
    }
  }
  const starting = (as: DatabaseRole, role: string) =>
    runProcess({ env: { DATABASE_URL: as.url, DATA_DIR: dataDir, ROLE: role, SIGNING_KEY: generateSigningKey() } });

  async function works(): Promise<void> {
    const registry = await startTestRegistry({ environment: { DATABASE_URL: serving.url }, withoutScanners: true });
    try {
      const author = await account(registry.url, registry.adminToken, "ada");
      expect((await publish(registry.url, author, sampleZip({ name: "served" }))).status).toBe(201);
      await inspected(registry.url, "served", "1.0.0", author);
      const yank = `${registry.url}/api/v1/skills/served/1.0.0/yank`;
      const yanked = await call(yank, { token: author, json: { reason: "as any other" } });
      expect(yanked.status, JSON.stringify(yanked.body)).toBe(200);
    } finally {
      await registry.close();
    }
  }

  test("one with the rights that the documents give serves what another one migrated, before or after", async () => {
    const [, rights = ""] = await documented("The role in PostgreSQL");
    expect(await migrated(owner.url)).not.toEqual([]);
    await run(owner.url, rights.replaceAll(/^ALTER.*\n/gm, ""));
    await works();
    expect(await roles.run("SELECT 1 FROM pg_default_acl")).toEqual([]);
  });

  test("rights that were given before hold for the tables that migrations make", async () => {
    const [, rights = ""] = await documented("The role in PostgreSQL");
    await run(owner.url, rights);
    expect(await migrated(owner.url)).not.toEqual([]);
    await works();
  });

  test("while a migration is pending it is refused in words, and says who owns what", async () => {
    const [, rights = ""] = await documented("The role in PostgreSQL");
    await run(owner.url, rights);
    const last = (await migrated(owner.url)).at(-1) ?? "";
    await roles.run(`DELETE FROM schema_migrations WHERE name = '${last}'`);
    for (const role of ["all", "migrate"]) {
      const ended = await starting(serving, role);
      expect(ended.exitCode, ended.output).toBe(1);
      expect(ended.output).toContain(`Not started: The role ${serving.name} may not migrate the database`);
      expect(ended.output).toContain(`where ${last} is pending: it does not own what earlier ones made.`);
      expect(ended.output).toMatch(new RegExp(`\\n  ${owner.name} owns \\d+ tables .*, \\d+ functions `));
      expect(ended.output).toContain(`\n  REASSIGN OWNED BY ${owner.name} TO ${serving.name};\n`);
      expect(ended.output).not.toMatch(/\n\s+at /);
    }
  });

  test("on a new database of another's, it is refused with the statements that let it, and they do", async () => {
    await roles.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC"); // as PostgreSQL 15 and newer begin
    const ended = await starting(serving, "migrate");
    expect(ended.exitCode, ended.output).toBe(1);
    expect(ended.output).toMatch(
      /Not started: The role \w+ may not migrate .* may not make tables in the schema public\./,
    );
    for (const statement of ended.output.match(/GRANT .*?;/g) ?? []) await roles.run(statement);
    expect(await migrated(serving.url)).not.toEqual([]);
  });

  test("what the cluster's first superuser owns is handed over by the documents' statement", async () => {
    const [, , handing = ""] = await documented("The role in PostgreSQL");
    const last = (await migrated(url)).at(-1) ?? "";
    await run(url, handing);
    await roles.run(`DELETE FROM schema_migrations WHERE name = '${last}'`);
    const foreign = await roles.run(
      `SELECT oid::regclass FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> '${owner.name}'::regrole`,
    );
    expect(foreign).toEqual([]);
    // Its last file is applied already; that the role got as far as the file says that it may.
    const again = await migrated(owner.url).then(
      (applied) => applied,
      (error: unknown) => error,
    );
    expect(again).not.toMatchObject({ code: "role_unfit" });
  });
});
