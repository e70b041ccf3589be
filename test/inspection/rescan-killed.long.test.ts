import { rm } from "node:fs/promises";
import { openDatabase } from "@gaia/db";
import { expect, test, type TestContext } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { startProcess } from "../harness/process.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";
import { sharedScanners } from "../harness/scanners.ts";
import { describeScaled } from "../harness/scaled.ts";
import { scaledRegistry } from "../harness/scaled-processes.ts";
import { seedCopies } from "../harness/seed-copies.ts";
import { openSql } from "../harness/sql.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { until } from "../harness/until.ts";

const TOKEN = "test-admin-token-of-24-characters-or-more";
/** One version more than its copies. */
const VERSIONS = 500;

/** One finding of a scanner that need not look again, and which no verdict comes from. */
const SAMPLE = zipOf({
  ...sampleFiles({ name: "sample" }),
  "more.py": "import subprocess\n\nprint(subprocess.PIPE)\n",
});

/** What hangs on every version that was there before, whatever died meanwhile. */
const STANDING = `
  SELECT v.status, v.verdict, v.tier, i.status AS inspection,
    i.rescan_id IS NOT NULL AS counts_anew,
    (SELECT count(*)::int FROM inspections x WHERE x.version_id = v.id AND x.rescan_id IS NOT NULL) AS again,
    (SELECT count(*)::int FROM inspections x WHERE x.version_id = v.id AND x.status <> 'completed') AS unfinished,
    (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'verdict' AND t.created_at > r.created_at) AS statements,
    (SELECT count(*)::int FROM audit_log l WHERE l.target = 'skill:' || s.name || '@' || v.version AND l.action = 'version.rescanned') AS audits,
    (SELECT string_agg(f.rule || ' ' || f.file || ' ' || f.line, ', ' ORDER BY f.position) FROM findings f WHERE f.inspection_id = i.id) AS findings,
    (SELECT string_agg(f.rule || ' ' || f.file || ' ' || f.line, ', ' ORDER BY f.position) FROM findings f WHERE f.inspection_id = item.previous_inspection_id) AS findings_before,
    (SELECT count(*)::int FROM jsonb_array_elements(i.scanners) each
      WHERE (each->>'name' LIKE 'gaia-%') = (each->>'duration_ms' = '987654')) AS wrongly_carried_or_not,
    (SELECT count(*)::int FROM jsonb_array_elements(i.scanners) each WHERE each->>'rules_digest' LIKE '%another-day') AS outdated,
    (SELECT count(*)::int FROM notices n WHERE n.version_id = v.id) AS notices,
    item.status AS item, item.effect, item.before, item.after, item.inspection_id = v.inspection_id AS same_inspection
  FROM versions v JOIN skills s ON s.id = v.skill_id JOIN inspections i ON i.id = v.inspection_id
    JOIN rescan_items item ON item.version_id = v.id JOIN rescans r ON r.id = item.rescan_id
  WHERE s.name LIKE 'sample%'`;

const EXPECTED = {
  status: "published",
  verdict: "ALLOW",
  tier: "experimental",
  inspection: "completed",
  counts_anew: true,
  again: 1,
  unfinished: 0,
  statements: 1,
  audits: 1,
  wrongly_carried_or_not: 0,
  outdated: 0,
  notices: 0,
  item: "done",
  effect: "same",
  before: "ALLOW",
  after: "ALLOW",
  same_inspection: true,
};

function expectEachOnce(rows: Record<string, unknown>[]): void {
  expect(rows).toHaveLength(VERSIONS);
  for (const { findings, findings_before, ...row } of rows) {
    expect(row).toEqual(EXPECTED);
    expect(findings).toBe(findings_before);
    expect(findings).toContain("bandit/B404 more.py 1");
  }
}

const rescansOf = async (url: string): Promise<Record<string, unknown>[]> =>
  (await call(`${url}/api/v1/admin/rescans`, { token: TOKEN })).body.items;
const doneOf = async (url: string): Promise<number> => ((await rescansOf(url))[0]?.["done"] as number | undefined) ?? 0;

test("the process is killed in a re-scan of 500 versions and started again: each is inspected once, nothing is doubled, and publishes get through", async ({
  onTestFinished,
}) => {
  const dataDir = await freshDataDir();
  const osv = await startFakeOsv();
  const env = {
    DATA_DIR: dataDir,
    ADMIN_TOKEN: TOKEN,
    SCANNER_DIR: (await sharedScanners()).binDir,
    OSV_URL: osv.url,
    RATE_LIMIT_READS: "0",
    RATE_LIMIT_WRITES: "0",
    LEASE_SECONDS: "2",
    SWEEP_SECONDS: "1",
  };
  onTestFinished(async () => {
    await osv.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const rows = async (text: string): Promise<Record<string, unknown>[]> => {
    const database = await openDatabase({ url: null, dataDir });
    const found = await database.withSession((session) => session.query<Record<string, unknown>>(text));
    await database.close();
    return found;
  };

  const first = await startProcess({ env });
  const author = await account(first.url, TOKEN, "ada");
  expect((await publish(first.url, author, SAMPLE)).status).toBe(201);
  expect(await inspected(first.url, "sample", "1.0.0", author)).toMatchObject({
    status: "published",
    verdict: "ALLOW",
  });
  expect(await rescansOf(first.url)).toEqual([]);
  first.kill("SIGTERM");
  await first.exited;
  const database = await openDatabase({ url: null, dataDir });
  await seedCopies(database, { name: "sample", copies: VERSIONS - 1 });
  await database.close();

  // The rules are others than those of the reports: nobody has to ask for the re-scan.
  for (const until_ of [100, 250]) {
    const server = await startProcess({ env });
    await until(async () => (await doneOf(server.url)) >= until_, 200_000);
    server.kill("SIGKILL");
    expect(await server.exited).toMatchObject({ signal: "SIGKILL" });
  }
  const [killed] = await rows("SELECT count(*)::int AS done FROM rescan_items WHERE status = 'done'");
  expect(killed?.["done"]).toBeLessThan(VERSIONS);

  const last = await startProcess({ env });
  expect((await publish(last.url, author, zipOf(sampleFiles({ name: "newcomer" })))).status).toBe(201);
  expect(await inspected(last.url, "newcomer", "1.0.0", author)).toMatchObject({ status: "published" });
  const [meanwhile] = await rescansOf(last.url);
  expect(meanwhile).toMatchObject({ status: "running", cause: "rules", total: VERSIONS });
  expect(meanwhile?.["waiting"]).toBeGreaterThan(0);
  await until(async () => (await rescansOf(last.url))[0]?.["status"] === "completed", 250_000);
  expect(await rescansOf(last.url)).toMatchObject([
    { done: VERSIONS, worsened: 0, improved: 0, held: 0, failed: 0, skipped: 0, created_by: "registry" },
  ]);
  last.kill("SIGTERM");
  expect(await last.exited).toEqual({ exitCode: 0, signal: null });

  expectEachOnce(await rows(STANDING));
  // Another start finds nothing that changed.
  const again = await startProcess({ env });
  await until(
    async () => again.log().includes('"event":"find_changes","for_advisories":null,"for_rules":null'),
    30_000,
  );
  expect(await rescansOf(again.url)).toHaveLength(1);
  await again.close();
}, 800_000);

await describeScaled("Two workers", () => {
  test("one of two workers is killed in a re-scan of 500 versions: each is inspected once, and nothing is doubled", async ({
    onTestFinished,
  }: TestContext) => {
    const registry = await scaledRegistry();
    const sql = await openSql(registry.environment["DATABASE_URL"] ?? "");
    onTestFinished(async () => {
      await registry.close();
      await sql.close();
    });
    const [api, first] = await Promise.all([registry.start("api"), registry.start("worker")]);
    const author = await account(api.url, registry.adminToken, "ada");
    expect((await publish(api.url, author, SAMPLE)).status).toBe(201);
    expect(await inspected(api.url, "sample", "1.0.0", author)).toMatchObject({ verdict: "ALLOW" });
    first.kill("SIGTERM");
    await first.exited;
    const database = await openDatabase({ url: registry.environment["DATABASE_URL"] ?? "", dataDir: "" });
    await seedCopies(database, { name: "sample", copies: VERSIONS - 1 });
    await database.close();

    const more = { RESCAN_CONCURRENCY: "3" };
    // Both look for changes at one moment: one re-scan is begun.
    const [second, third] = await Promise.all([registry.start("worker", more), registry.start("worker", more)]);
    await until(async () => (await doneOf(api.url)) >= 150, 200_000);
    second.kill("SIGKILL");
    expect(await second.exited).toMatchObject({ signal: "SIGKILL" });
    const [underWay] = await sql.rows<{ count: number }>(
      "SELECT count(*)::int AS count FROM rescan_items WHERE status = 'inspecting'",
    );
    expect(underWay?.count).toBeLessThanOrEqual(3);
    await until(async () => (await rescansOf(api.url))[0]?.["status"] === "completed", 200_000);
    expect(await rescansOf(api.url)).toMatchObject([{ total: VERSIONS, done: VERSIONS, failed: 0 }]);
    expectEachOnce(await sql.rows(STANDING));
    third.kill("SIGTERM");
    expect(await third.exited).toEqual({ exitCode: 0, signal: null });
  }, 800_000);
});
