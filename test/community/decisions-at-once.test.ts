import { afterAll, beforeAll, expect, test } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { freshDatabase } from "../harness/services.ts";
import { openSql, type Sql } from "../harness/sql.ts";

const AUDITED = "INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test')";

// One connection after the other is all that the embedded database has.
await describeWith("postgres", "decisions at once", () => {
  let registry: TestRegistry;
  let onlooker: Sql;
  const tokens: Record<string, string> = {};
  const ask = (who: string, method: string, path: string, json?: unknown) =>
    call(`${registry.url}/api/v1${path}`, { method, token: tokens[who] ?? "", json });
  const released = (name: string) => publishedAtOnce(registry, { token: tokens["ada"] ?? "", name, version: "1.0.0" });
  const tierTo = (name: string, tier: string) =>
    `${AUDITED}; UPDATE versions SET tier = '${tier}' WHERE id = ${versionRow(name, "1.0.0")}`;
  const reported = async (name: string): Promise<string> =>
    (await ask("bob", "POST", `/skills/${name}/reports`, { kind: "malware", text: "line 3" })).body.id;
  const uphold = (id: string, effect: string) =>
    ask("admin", "POST", `/admin/reports/${id}/uphold`, { effect, reason: "it is so" });
  const standing = async (name: string) =>
    (
      await rowsOf(
        registry,
        `SELECT tier, status, demoted_reason FROM versions WHERE id = ${versionRow(name, "1.0.0")}`,
      )
    )[0];

  beforeAll(async () => {
    const url = await freshDatabase();
    // A sweep would take the tier from what nobody signed.
    const environment = { DATABASE_URL: url, SWEEP_SECONDS: "600" };
    registry = await startTestRegistry({ withoutScanners: true, environment });
    // Before anybody asks: a statement that is prepared already would fail of it. One of the tests needs it, to the others it is nothing.
    await runSql(
      registry,
      `CREATE COLLATION hyphens_last (provider = icu, locale = 'en-u-ka-shifted');
       ALTER TABLE accounts ALTER COLUMN handle TYPE text COLLATE hyphens_last;`,
    );
    tokens["admin"] = registry.adminToken;
    for (const who of ["ada", "bob", "eve"]) tokens[who] = await account(registry.url, registry.adminToken, who);
    onlooker = await openSql(url);
  });
  afterAll(async () => {
    await onlooker.close();
    await registry.close();
  });

  test("R2 of many reports at once no more than a day's are opened, and of the same one is", async () => {
    for (const name of ["many-0", "many-1", "many-2", "many-3"]) await released(name);
    await runSql(
      registry,
      `BEGIN; ${AUDITED}; INSERT INTO reports (skill_id, kind, body, reporter_id, created_at, status, decided_at, reason)
         SELECT skills.id, 'spam', 'x', accounts.id, now(), 'dismissed', now(), 'x' FROM skills, accounts, generate_series(1, 18)
         WHERE skills.name = 'many-0' AND handle = 'eve'; COMMIT;`,
    );
    const report = (name: string, kind: string) =>
      ask("eve", "POST", `/skills/${name}/reports`, { kind, text: "more" });
    const same = await Promise.all(Array.from({ length: 5 }, () => report("many-1", "other")));
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    const names = ["many-0", "many-1", "many-2", "many-3"];
    const more = await Promise.all(names.map((name) => report(name, "copyright")));
    expect(more.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429]);
  });

  test("R2 a tier that rises while a report is upheld falls with it: nothing is kept down above experimental", async () => {
    await released("risen");
    const id = await reported("risen");
    const rise = await onlooker.hold(tierTo("risen", "community"));
    const upheld = uphold(id, "demotion");
    await pause(300);
    await rise.release();
    expect((await upheld).status).toBe(200);
    expect(await standing("risen")).toMatchObject({ tier: "experimental", demoted_reason: "report upheld: it is so" });
  });

  test("R2 what withholds a version by a report is whole or not at all: a case that cannot be closed takes no tier", async () => {
    await released("whole");
    await runSql(registry, `BEGIN; ${tierTo("whole", "verified")}; COMMIT;`);
    const id = await reported("whole");
    await runSql(
      registry,
      `CREATE FUNCTION refuse_report() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
       CREATE TRIGGER refuse_report BEFORE UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION refuse_report();`,
    );
    expect((await uphold(id, "quarantine")).status).toBe(500);
    expect(await standing("whole")).toMatchObject({ tier: "verified", status: "published" });
    const said = `SELECT decision FROM attestations WHERE version_id = ${versionRow("whole", "1.0.0")} ORDER BY sequence`;
    const before = (await rowsOf<{ decision: string }>(registry, said)).map(({ decision }) => decision);
    await runSql(registry, "DROP TRIGGER refuse_report ON reports; DROP FUNCTION refuse_report();");
    expect((await uphold(id, "quarantine")).status).toBe(200);
    expect(await standing("whole")).toMatchObject({ tier: "experimental", status: "quarantined" });
    // The fall is said before what withholds it: the newest statement is the one that counts.
    const after = (await rowsOf<{ decision: string }>(registry, said)).map(({ decision }) => decision);
    expect(after).toEqual([...before, "tier", "quarantine"]);
  });

  test("R2 an offer that is made while the skill goes to somebody else, or by who was an owner, is none", async () => {
    await released("goes");
    const move = `${AUDITED}; UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'eve') WHERE name = 'goes'`;
    const gone = await onlooker.hold(move);
    const offered = ask("ada", "POST", "/transfers", { name: "goes", to: "bob" });
    await pause(300);
    await gone.release();
    expect((await offered).status).toBe(409);
    // Its new owner is kept from nothing.
    expect((await ask("eve", "POST", "/transfers", { name: "goes", to: "bob" })).status).toBe(201);

    await ask("bob", "POST", "/publishers", { handle: "acme" });
    const { id } = (await ask("bob", "POST", "/publishers/acme/invitations", { account: "eve", role: "owner" })).body;
    await ask("eve", "POST", `/invitations/${id}/accept`);
    const input = { token: tokens["bob"] ?? "", name: "acme-own", version: "1.0.0", publisher: "acme" };
    await publishedAtOnce(registry, input);
    const leave = `${AUDITED}; SELECT 1 FROM publishers WHERE handle = 'acme' FOR UPDATE;
      DELETE FROM memberships WHERE account_id = (SELECT id FROM accounts WHERE handle = 'eve')
        AND publisher_id = (SELECT id FROM publishers WHERE handle = 'acme')`;
    const left = await onlooker.hold(leave);
    const late = ask("eve", "POST", "/transfers", { name: "acme-own", to: "eve" });
    await pause(300);
    await left.release();
    expect((await late).status).toBe(403);
    const two = await Promise.all(
      ["ada", "eve"].map((to) => ask("bob", "POST", "/transfers", { name: "acme-own", to })),
    );
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("a list of readers is a set: told again in another order it is no change, however the database sorts handles", async () => {
    await ask("ada", "POST", "/publishers", { handle: "adas" });
    for (const who of ["a-c", "ab"]) {
      tokens[who] = await account(registry.url, registry.adminToken, who);
      const asked = await ask("ada", "POST", "/publishers/adas/invitations", { account: who });
      expect((await ask(who, "POST", `/invitations/${asked.body.id}/accept`)).status).toBe(200);
    }
    const input = { token: tokens["ada"] ?? "", name: "read-by-two", version: "1.0.0", publisher: "adas" };
    await publishedAtOnce(registry, input);
    for (const readers of [
      ["ab", "a-c"],
      ["a-c", "ab"],
      ["ab", "a-c", "ab"],
    ])
      expect((await ask("ada", "PATCH", "/skills/read-by-two/settings", { readers })).status).toBe(200);
    const changes = "SELECT 1 FROM audit_log WHERE action = 'skill.settings' AND target = 'skill:read-by-two'";
    expect(await rowsOf(registry, changes)).toHaveLength(1);
  });
});
