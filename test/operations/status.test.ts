import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { heldZip } from "../harness/samples.ts";
import { freshDataDir, quickPlace } from "../harness/template-data-dir.ts";
import { until } from "../harness/until.ts";
import { startWitness, type WitnessServer } from "../harness/witness-server.ts";

const statusOf = (registry: TestRegistry) => call(`${registry.url}/api/v1/status`);
const pageOf = async (registry: TestRegistry, path = "/status") => {
  const answer = await fetch(`${registry.url}${path}`, { redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
};

let registry: TestRegistry;
let witness: WitnessServer;
let dataDir: string;

beforeAll(async () => {
  witness = await startWitness("w.example/1");
  dataDir = await freshDataDir(await quickPlace());
  const policy = join(dataDir, "witnesses");
  await writeFile(policy, `${witness.line}\nquorum w.example/1\n`);
  registry = await startTestRegistry({ withoutScanners: true, dataDir, environment: { LOG_POLICY: policy } });
  witness.follow((await call(`${registry.url}/api/v1/keys`)).body.log.key);
  const { url, adminToken } = registry;
  const ada = await account(url, adminToken, "ada");
  // Five publishes of this week, one of them private; one of an hour two weeks ago; one from before what counts.
  const publishes = [
    ...[2, 4, 6, 8, 10].map((seconds) => ({ name: seconds === 6 ? "unseen" : `s${seconds}`, days: 1, seconds })),
    { name: "slow", days: 14, seconds: 3_600 },
    { name: "old", days: 31, seconds: 9_000 },
  ];
  for (const { name } of publishes) {
    const query = name === "unseen" ? "?visibility=private" : "";
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0", query });
  }
  await registry.settle();
  for (const { name, days, seconds } of publishes) await took(name, days, seconds);
  expect((await publish(url, ada, heldZip({ name: "murky" }))).status).toBe(201);
  const { inspection_id } = await inspected(url, "murky", "1.0.0", ada);
  await took("murky", 31, 1);
  await runSql(registry, "UPDATE versions SET held_since = now() - interval '2 hours' WHERE held_since IS NOT NULL");
  const json = { inspection_id, reason: "looked at" };
  const cleared = await call(`${url}/api/v1/admin/skills/murky/1.0.0/clear`, { token: adminToken, json });
  expect(cleared.status).toBe(200);
  expect((await publish(url, ada, heldZip({ name: "darker" }))).status).toBe(201);
  await inspected(url, "darker", "1.0.0", ada);
  await took("darker", 31, 1);
  for (const skill of ["s2", "s4"]) {
    const report = { kind: "spam", text: "it is an advertisement" };
    const token = await account(url, adminToken, `reporter-${skill}`);
    const opened = await call(`${url}/api/v1/skills/${skill}/reports`, { token, json: report });
    expect(opened.status).toBe(201);
    if (skill === "s4") continue;
    await reportedFor("30 minutes");
    const dismissed = await call(`${url}/api/v1/admin/reports/${opened.body.id}/dismiss`, {
      token: adminToken,
      json: { reason: "it is none" },
    });
    expect(dismissed.status).toBe(200);
  }
  const open = "SELECT 1 FROM log_checkpoints HAVING max(size) = max(size) FILTER (WHERE cosigned_at IS NOT NULL)";
  await until(async () => (await rowsOf(registry, open)).length > 0);
});
afterAll(async () => {
  await registry?.close();
  await witness?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** As if all that was reported had been so long ago. */
const reportedFor = (time: string): Promise<void> =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'report.open', 'skill:s2');
     UPDATE reports SET created_at = now() - interval '${time}'; COMMIT;`,
  );

/** As if the publish of a skill had ended so many days ago, after so many seconds. */
const took = (name: string, days = 1, seconds = 1): Promise<void> =>
  runSql(
    registry,
    `UPDATE inspections SET finished_at = now() - interval '${days} days', created_at = now() - interval '${days} days ${seconds} seconds'
     WHERE version_id IN (SELECT versions.id FROM versions JOIN skills ON skills.id = skill_id WHERE name = '${name}')`,
  );

describe("the status of a registry", () => {
  test("tells what was published, held and reported lately: how many, how long, and what waits", async () => {
    const { status, body } = await statusOf(registry);
    expect(status).toBe(200);
    expect(body.publish_to_verdict).toEqual({
      waiting: 0,
      oldest: null,
      last_7_days: { count: 5, p50_seconds: 6, p95_seconds: 9.6 },
      last_30_days: { count: 6, p50_seconds: 7, p95_seconds: 2_702.5 },
    });
    expect(body.hold_to_decision).toMatchObject({ waiting: 1, oldest: expect.stringMatching(/^\d{4}-/) });
    expect(body.hold_to_decision.last_7_days.count).toBe(1);
    expect(body.hold_to_decision.last_7_days.p95_seconds).toBeGreaterThanOrEqual(7_200);
    expect(body.hold_to_decision.last_7_days.p95_seconds).toBeLessThan(7_300);
    expect(body.report_to_decision.waiting).toBe(1);
    expect(body.report_to_decision.last_30_days.count).toBe(1);
    expect(Math.round(body.report_to_decision.last_30_days.p50_seconds / 60)).toBe(30);
  });

  test("tells the log's checkpoint, its key, and when each witness cosigned last", async () => {
    const { log, version } = (await statusOf(registry)).body;
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(log).toMatchObject({ is_one_history: true, key: (await call(`${registry.url}/api/v1/keys`)).body.log.key });
    expect(log.size).toBeGreaterThan(5);
    const [one] = log.witnesses;
    expect(one).toMatchObject({ name: "w.example/1", cosigned_size: log.size });
    expect(Math.abs(Date.now() - Date.parse(one.cosigned_at))).toBeLessThan(120_000);
  });

  test("names no skill, publisher or account, whoever asks; who is signed in sees the same", async () => {
    const open = await statusOf(registry);
    const text = JSON.stringify(open.body);
    for (const name of ["unseen", "murky", "darker", "ada", "reporter"]) expect(text).not.toContain(name);
    const asAdmin = await call(`${registry.url}/api/v1/status`, { token: registry.adminToken });
    expect(asAdmin.body).toEqual(open.body);
  });

  test("is counted once a minute, whatever happens meanwhile", async () => {
    const { counted_at } = (await statusOf(registry)).body;
    await reportedFor("3 days");
    const again = (await statusOf(registry)).body;
    expect(again.counted_at).toBe(counted_at);
  });

  test("the indexes fit what is counted of thirty days and what waits, however much there was before", async () => {
    const since = "now() - interval '30 days'";
    const counts = {
      inspections_verdicts: `inspections WHERE status = 'completed' AND rescan_id IS NULL AND finished_at > ${since}`,
      reports_decided: `reports WHERE decided_at > ${since}`,
      audit_log_held: `audit_log WHERE detail ? 'held_since' AND at > ${since}`,
      versions_waiting: "versions WHERE held_since IS NOT NULL",
    };
    await registry.running.services.database.withSession(async (session) => {
      // A table of a few rows is read as a whole, unless that is forbidden.
      await session.exec("SET enable_seqscan = off");
      for (const [index, rows] of Object.entries(counts)) {
        const plan = await session.query(`EXPLAIN SELECT count(*) FROM ${rows}`);
        expect(JSON.stringify(plan)).toContain(index);
      }
      await session.exec("RESET enable_seqscan");
    });
  });

  test("the page says the same in words, and home says how soon a verdict comes", async () => {
    const { status, text } = await pageOf(registry);
    expect(status).toBe(200);
    for (const words of ["Publish to verdict", "9.6 seconds", "7 seconds", "45 minutes", "Witness w.example/1"])
      expect(text).toContain(words);
    expect(text).not.toMatch(/unseen@|>unseen<|skills\/unseen|murky|darker/);
    const home = (await pageOf(registry, "/")).text;
    expect(home).toContain("95 of 100 publishes had their verdict within 9.6 seconds");
    expect(home).toMatch(/<footer[^]*href="\/status"/);
  });
});

describe("a registry that is", () => {
  test("new says that there is no time to tell yet", async () => {
    const fresh = await startTestRegistry({ withoutScanners: true });
    const { body } = await statusOf(fresh);
    expect(body.publish_to_verdict.last_30_days).toEqual({ count: 0, p50_seconds: null, p95_seconds: null });
    expect(body.scanners).toBeNull();
    expect((await pageOf(fresh)).text).toContain("Nothing was published here in the last 30 days");
    expect((await pageOf(fresh, "/")).text).not.toContain("had their verdict");
    await fresh.close();
  });

  test("closed tells strangers nothing of it", async () => {
    const closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
    expect((await statusOf(closed)).status).toBe(401);
    const page = await fetch(`${closed.url}/status`, { redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([303, "/login?back=%2Fstatus"]);
    await closed.close();
  });
});
