import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { describeForms } from "../harness/scaled.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let ada: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const purge = (release: string) =>
  call(api(`/skills/${release}/purge`), { token: ada, json: { reason: "it holds our key" } });
const stateOf = async (release: string) => (await call(api(`/skills/${release}`), { token: ada })).body.status;
const age = (name: string) =>
  runSql(
    registry,
    `UPDATE versions SET received_at = now() - interval '1 year' WHERE id = ${versionRow(name, "1.0.0")}`,
  );

async function open(options: Parameters<typeof startTestRegistry>[0]): Promise<void> {
  registry = await startTestRegistry(options);
  ada = await account(registry.url, registry.adminToken, "ada");
}

/** The tables that hold a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    registry,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const found = [];
  for (const { name } of tables) {
    const [row] = await rowsOf<{ there: boolean }>(
      registry,
      `SELECT EXISTS (SELECT 1 FROM ${name} t WHERE to_jsonb(t)::text LIKE $1) AS there`,
      [`%${text}%`],
    );
    if (row?.there) found.push(name);
  }
  return found.toSorted();
}

await describeForms("P1 purge", (form) => {
  beforeAll(async () => open({ withoutScanners: true, environment: await form.environment() }));
  afterAll(() => registry.close());

  test("P1 purge leaves no text of the files in any table, and search finds it no more", async () => {
    const secret = "zq7marker";
    const files = sampleFiles({ name: "quoted", body: `The password is ${secret}.`, tags: [`t-${secret}`] });
    files[`notes-${secret}.md`] = `# ${secret}\n`;
    expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
    const row = versionRow("quoted", "1.0.0");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:quoted@1.0.0');
       UPDATE inspections SET status = 'completed', verdict = 'ALLOW', finished_at = now(), started_at = now(), reason = 'x ${secret}',
         scanners = '[{"reason": "${secret}"}]', uses = '["${secret}"]', left_out = '["${secret}"]' WHERE version_id = ${row};
       INSERT INTO findings (inspection_id, position, rule, scanner, severity, category, file, message, hint, snippet)
         SELECT inspection_id, 0, 'detect-secrets/secret-keyword', 'detect-secrets', 'low', 'secret', 'SKILL.md', '${secret}', '${secret}', '${secret}'
         FROM versions WHERE id = ${row};
       INSERT INTO version_dependencies (version_id, ecosystem, name, version, source) VALUES (${row}, 'npm', '${secret}', '1.0.0', 'x');
       INSERT INTO notices (publisher_id, version_id, kind, text) SELECT publisher_id, ${row}, 'demoted', '${secret}' FROM skills WHERE name = 'quoted';
       UPDATE versions SET status = 'published', verdict = 'ALLOW', published_at = now() WHERE id = ${row};
       UPDATE skills SET revision = revision + 1, latest_version_id = ${row} WHERE name = 'quoted'; COMMIT;`,
    );
    const hits = async () => (await call(api("/search?q=quoted"))).body.hits.map(({ name }: { name: string }) => name);
    await until(async () => (await tablesWith(secret)).includes("search_entries"));
    expect(await hits()).toEqual(["quoted"]);
    const before = await tablesWith(secret);
    for (const table of ["versions", "files", "findings", "inspections", "listings", "notices", "search_entries"])
      expect(before).toContain(table);
    expect((await purge("quoted/1.0.0")).status).toBe(200);
    // What words and tags there ever were, without their documents, is kept until `rebuild-search` or the next folding of counts.
    const words = ["listing_counts", "search_words"];
    expect((await tablesWith(secret)).filter((table) => !words.includes(table))).toEqual([]);
    expect(await hits()).toEqual([]);
    expect((await call(api("/skills?publisher=ada&limit=100"))).body.items).not.toContainEqual(
      expect.objectContaining({ name: "quoted" }),
    );
    expect((await call(api("/skills/quoted"))).status).toBe(410);
  });

  test("P1 purge takes a version out of a re-scan that is under way", async () => {
    const names = ["rescanned-a", "rescanned-b"];
    for (const name of names) await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    // A re-scan that has ended has nothing to take out of it.
    const releases = names.map((name) => registry.holdInspection(name));
    const began = await call(api("/admin/rescans"), { token: registry.adminToken, json: { reason: "to have one" } });
    expect(began.status).toBe(201);
    expect((await purge("rescanned-a/1.0.0")).status).toBe(200);
    const items = await rowsOf(
      registry,
      `SELECT status, note, inspection_id FROM rescan_items WHERE version_id = ${versionRow("rescanned-a", "1.0.0")}`,
    );
    expect(items).toEqual([{ status: "skipped", note: "it was purged", inspection_id: null }]);
    const cancelled = await call(api(`/admin/rescans/${began.body.id}/cancel`), {
      token: registry.adminToken,
      json: { reason: "seen" },
    });
    expect(cancelled.status).toBe(200);
    for (const release of releases) release();
  });

  test("P1 purge of a version whose verdict a paused re-scan holds does not keep the re-scan from going on", async () => {
    for (const name of ["held-a", "held-b"]) await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const row = versionRow("held-a", "1.0.0");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       INSERT INTO rescans (id, cause, detail, status, total, paused_at)
         VALUES ('00000000-0000-4000-8000-000000000001', 'rules', 'test', 'paused', 1, now());
       INSERT INTO inspections (id, version_id, status, verdict, rescan_id, started_at, finished_at)
         VALUES ('00000000-0000-4000-8000-000000000002', ${row}, 'completed', 'REVIEW', '00000000-0000-4000-8000-000000000001', now(), now());
       INSERT INTO rescan_items (rescan_id, version_id, status, inspection_id, previous_inspection_id, before, after, effect)
         SELECT '00000000-0000-4000-8000-000000000001', id, 'held', '00000000-0000-4000-8000-000000000002', inspection_id, 'ALLOW', 'REVIEW', 'worse'
         FROM versions WHERE id = ${row}; COMMIT;`,
    );
    expect((await purge("held-a/1.0.0")).status).toBe(200);
    const at = "/admin/rescans/00000000-0000-4000-8000-000000000001";
    const resumed = await call(api(`${at}/resume`), { token: registry.adminToken, json: { reason: "go on" } });
    expect([resumed.status, resumed.body]).toEqual([200, resumed.body]);
    await until(async () => (await call(api(at), { token: registry.adminToken })).body.status === "completed");
    expect(await rowsOf(registry, `SELECT status, verdict FROM versions WHERE id = ${row}`)).toEqual([
      { status: "purged", verdict: "ALLOW" },
    ]);
  });
});

describe("P1 purge beside real scanners", () => {
  beforeAll(() => open({}));
  afterAll(() => registry.close());

  test("P1 purge for a leaked secret is its publisher's at any age; its snippet is in no report any more", async () => {
    const key = `AKIA${"QWERTYUIOPASDFGH"}`;
    const files = sampleFiles({ name: "with-key" });
    files["tools.py"] = `${String(files["tools.py"])}\n\nACCESS = "${key}"\n`;
    expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
    await inspected(registry.url, "with-key", "1.0.0", ada);
    const report = (await call(api("/skills/with-key/1.0.0/scan"), { token: ada })).body;
    expect(report.findings).toContainEqual(expect.objectContaining({ category: "secret", file: "tools.py" }));
    expect(await tablesWith("tools.py")).toContain("findings");
    await age("with-key");
    expect(await purge("with-key/1.0.0")).toMatchObject({ status: 200, body: { status: "purged" } });
    expect((await call(api("/skills/with-key/1.0.0/scan"), { token: ada })).status).toBe(410);
    expect(await tablesWith("tools.py")).toEqual([]);
  });

  test("P1 purge while it is inspected: the inspection ends without a verdict, and its job in peace", async () => {
    expect((await publish(registry.url, ada, sampleZip({ name: "early" }))).status).toBe(201);
    await until(async () => (await stateOf("early/1.0.0")) === "inspecting");
    expect((await purge("early/1.0.0")).status).toBe(200);
    await registry.settle();
    const { attestations } = (await call(api("/skills/early/1.0.0/attestations"))).body;
    expect(attestations.map(({ decision }: { decision: string }) => decision)).toEqual(["publish", "purge"]);
    const row = versionRow("early", "1.0.0");
    expect(await rowsOf(registry, `SELECT status, verdict, inspection_id FROM versions WHERE id = ${row}`)).toEqual([
      { status: "purged", verdict: null, inspection_id: null },
    ]);
    expect(await rowsOf(registry, `SELECT 1 FROM inspections WHERE version_id = ${row}`)).toEqual([]);
  });
});
