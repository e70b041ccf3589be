import { importAdvisories, startRescanForAdvisories } from "@gaia/registry";
import { startRescanForChanges } from "@gaia/registry/inspecting";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleFiles, type SampleFiles, zipOf } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

/** Bandit: REVIEW. */
const RISKY = "import subprocess\n\n\ndef run(words: str) -> None:\n    subprocess.call(words, shell=True)\n";
/** detect-secrets: BLOCK. Made up. */
const LEAKY = `KEY = "AKIA${"QWERTYUIOPASDFGH"}"\n`;

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const post = (path: string, json: object, token = registry.adminToken) => call(api(path), { token, json });
const listed = async (): Promise<string[]> =>
  (await call(api("/skills?limit=100"))).body.items.map((one: { name: string }) => one.name);
const see = async (name: string) => (await call(api(`/skills/${name}/1.0.0`), { token: ada })).body;
const setUp = async (environment: Record<string, string> = {}) => {
  registry = await startTestRegistry({ environment, scansAnew: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  ofPublish.clear();
};

async function published(name: string, files: SampleFiles = {}): Promise<Record<string, string>> {
  const answer = await publish(registry.url, ada, zipOf({ ...sampleFiles({ name }), ...files }));
  expect(answer.status).toBe(201);
  const done = await inspected(registry.url, name, "1.0.0", ada);
  for (const { id } of await noticesOf(name)) ofPublish.add(id);
  return done;
}

/** A tier comes with a signature that it stands on: the sweep takes it from versions without one. */
const SIGNED = `INSERT INTO signing_keys (publisher_id, kind, fingerprint, public_key, user_ids, algorithm)
       SELECT s.publisher_id, 'openpgp', 'pretended ' || v.id, '', '{}', '' FROM meant m JOIN versions v ON v.id = m.id JOIN skills s ON s.id = v.skill_id;
     INSERT INTO signatures (version_id, kind, signing_key_id, signer, body, sha256, status, signed_at)
       SELECT m.id, 'openpgp', k.id, k.fingerprint, '', k.fingerprint, 'valid', now()
       FROM meant m JOIN signing_keys k ON k.fingerprint = 'pretended ' || m.id;`;
/** As if the inspection that counts, made long ago, had said something else: no finding, that verdict. */
const pretend = (name: string, set: { verdict: string; version?: string }) =>
  runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
     CREATE TEMP TABLE meant ON COMMIT DROP AS
       SELECT v.id, v.inspection_id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = '${name}';
     DELETE FROM findings WHERE inspection_id IN (SELECT inspection_id FROM meant);
     UPDATE inspections SET verdict = '${set.verdict}', reason = 'an earlier look', left_out = '[]'
       WHERE id IN (SELECT inspection_id FROM meant);
     ${set.version?.includes("community") ? SIGNED : ""}
     UPDATE versions SET verdict = '${set.verdict}' ${set.version ? `, ${set.version}` : ""} WHERE id IN (SELECT id FROM meant);
     COMMIT;`,
  );

async function rescan(input: { skill?: string; scanners?: string[] }) {
  const begun = await post("/admin/rescans", { reason: "to be sure", ...input });
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  return settled(begun.body.id);
}

async function settled(id: string) {
  let last: Record<string, unknown> & { items: Record<string, unknown>[] } = { items: [] };
  await until(async () => {
    last = (await call(api(`/admin/rescans/${id}`), { token: registry.adminToken })).body;
    return last["status"] !== "running" && last["inspecting"] === 0;
  }, 60_000);
  return last as { id: string; status: string; items: Record<string, unknown>[] };
}

const ofPublish = new Set<number>(); // What a first verdict notified of.
const noticesOf = async (name: string, token = ada) =>
  (await call(api("/notices?limit=100"), { token })).body.items.filter(
    (each: { id: number; name: string }) => each.name === name && !ofPublish.has(each.id),
  );
const auditsOf = async (name: string): Promise<{ action: string; detail: Record<string, unknown> }[]> =>
  (await call(api(`/admin/audit?limit=100&target=skill:${name}@1.0.0`), { token: registry.adminToken })).body.items;
const statementsOf = (name: string) =>
  rowsOf<{ decision: string }>(
    registry,
    "SELECT t.decision FROM attestations t JOIN versions v ON v.id = t.version_id JOIN skills s ON s.id = v.skill_id WHERE s.name = $1 ORDER BY t.sequence",
    [name],
  );
const found = async (name: string): Promise<boolean> =>
  (await call(api(`/search?q=${name}`))).body.hits.some((hit: { name: string }) => hit.name === name);

describe("A re-scan of one skill", () => {
  beforeAll(() => setUp());
  afterAll(() => registry.close());

  test("a worse verdict takes the tier, with statements, audit rows and a notice; the version stays served", async () => {
    await published("risky", { "run.py": RISKY });
    await pretend("risky", { verdict: "ALLOW", version: "tier = 'community'" });
    const before = await see("risky");
    expect(before).toMatchObject({ verdict: "ALLOW", security_tier: "community" });
    const statements = await statementsOf("risky");
    const done = await rescan({ skill: "risky", scanners: ["bandit"] });
    expect(done).toMatchObject({
      status: "completed",
      total: 1,
      done: 1,
      worsened: 1,
      improved: 0,
      held: 0,
      failed: 0,
    });
    expect(done.items).toMatchObject([{ name: "risky", before: "ALLOW", after: "REVIEW", effect: "worse" }]);
    const after = await see("risky");
    expect(after).toMatchObject({ status: "published", verdict: "REVIEW", security_tier: "experimental", held: true });
    expect(await listed()).not.toContain("risky");
    expect(after.inspection_id).not.toBe(before.inspection_id);
    expect((await fetch(after.download_url)).status).toBe(200);
    const report = (await call(api("/skills/risky/1.0.0/scan"))).body;
    expect(report).toMatchObject({ inspection_id: after.inspection_id, verdict: "REVIEW" });
    expect(report.findings.map((each: { rule: string }) => each.rule)).toContain("bandit/B602");
    const decisions = (await statementsOf("risky")).slice(statements.length).map((each) => each.decision);
    expect(decisions).toEqual(["verdict", "tier"]);
    const actions = (await auditsOf("risky")).map((each) => each.action);
    expect(actions).toEqual(expect.arrayContaining(["version.rescanned", "version.tier"]));
    const [notice, ...more] = await noticesOf("risky");
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ kind: "demoted", publisher: "ada", version: "1.0.0", read_at: null });
    expect(notice.text).toContain("fell from community to experimental");
    const eve = await account(registry.url, registry.adminToken, "eve");
    expect(await noticesOf("risky", eve)).toEqual([]);
    expect((await post(`/notices/${notice.id}/read`, {}, eve)).status).toBe(404);
    expect((await call(api("/notices?publisher=ada"), { token: eve })).status).toBe(403);
    expect((await call(api("/notices"))).status).toBe(401);
    expect((await post(`/notices/${notice.id}/read`, {}, ada)).body.read_at).not.toBeNull();
    const unread = (await call(api("/notices?unread=true"), { token: ada })).body.items;
    expect(unread.map((each: { id: number }) => each.id)).toEqual([...ofPublish]);
    // Again: nothing is new, nothing is told.
    expect(await rescan({ skill: "risky", scanners: ["bandit"] })).toMatchObject({ done: 1, worsened: 0, improved: 0 });
    expect(await noticesOf("risky")).toHaveLength(1);
  });

  test("only the scanner that was asked for looks; what the others found stays in the report", async () => {
    await published("kept", { "run.py": RISKY });
    await runSql(
      registry,
      `UPDATE inspections SET scanners = (SELECT jsonb_agg(each || '{"duration_ms": 123456}') FROM jsonb_array_elements(scanners) each)
       WHERE id = '${(await see("kept"))["inspection_id"]}'`,
    );
    const report = async () => (await call(api("/skills/kept/1.0.0/scan"))).body;
    const before = await report();
    await rescan({ skill: "kept", scanners: ["gaia-code", "detect-secrets"] });
    const after = await report();
    expect(after.inspection_id).not.toBe(before.inspection_id);
    expect(after.findings).toEqual(before.findings);
    expect(after.findings.length).toBeGreaterThan(0);
    expect(after.report_digest).toBe(before.report_digest);
    const looked = after.scanners.filter((each: { duration_ms: number }) => each.duration_ms !== 123_456);
    expect(looked.map((each: { name: string }) => each.name)).toEqual(["detect-secrets", "gaia-code"]);
  });

  test("BLOCK quarantines, with its statement: withheld, out of search, without its tier; an admin who lets it go is not overruled", async () => {
    await published("leaky", { "key.py": LEAKY });
    await pretend("leaky", {
      verdict: "ALLOW",
      version:
        "status = 'published', quarantined_by = NULL, status_before_quarantine = NULL, published_at = now(), tier = 'community'",
    });
    await runSql(
      registry,
      "UPDATE skills SET latest_version_id = (SELECT max(id) FROM versions WHERE skill_id = skills.id), revision = revision + 1 WHERE name = 'leaky'",
    );
    await until(() => found("leaky"));
    await rescan({ skill: "leaky", scanners: ["detect-secrets"] });
    expect(await see("leaky")).toMatchObject({
      status: "quarantined",
      verdict: "BLOCK",
      security_tier: "experimental",
    });
    expect((await call(api("/skills/leaky/1.0.0/download"))).status).toBe(403);
    expect(await found("leaky")).toBe(false);
    expect(await noticesOf("leaky")).toMatchObject([{ kind: "quarantined" }]);
    expect((await statementsOf("leaky")).at(-1)).toEqual({ decision: "quarantine" });
    // The same again changes nothing.
    expect(await rescan({ skill: "leaky", scanners: ["detect-secrets"] })).toMatchObject({ worsened: 0, improved: 0 });

    expect((await post("/admin/skills/leaky/1.0.0/release", { reason: "a test key" })).status).toBe(200);
    expect(await rescan({ skill: "leaky", scanners: ["detect-secrets"] })).toMatchObject({ worsened: 0 });
    expect(await see("leaky")).toMatchObject({ status: "published", verdict: "BLOCK" });
    expect((await statementsOf("leaky")).map((each) => each.decision)).toContain("release");
  });

  test("what a scan withheld is served again, with its statement, once nothing is found; what an admin withheld is not", async () => {
    for (const [name, by, before] of [
      ["wronged", "scan", "published"],
      ["wronged-yanked", "scan", "yanked"],
      ["withheld", "admin", "published"],
    ]) {
      await published(name ?? "");
      await pretend(name ?? "", {
        verdict: "BLOCK",
        version: `status = 'quarantined', status_reason = 'once', quarantined_by = '${by}', status_before_quarantine = '${before}'`,
      });
    }
    await rescan({ skill: "wronged", scanners: ["bandit"] });
    await rescan({ skill: "wronged-yanked", scanners: ["bandit"] });
    expect(await see("wronged")).toMatchObject({ status: "published", verdict: "ALLOW", status_reason: null });
    expect(await see("wronged-yanked")).toMatchObject({ status: "yanked", verdict: "ALLOW" });
    for (const name of ["wronged", "wronged-yanked"])
      expect((await statementsOf(name)).at(-1)).toEqual({ decision: "release" });
    expect(await found("wronged")).toBe(true);
    expect(await noticesOf("wronged")).toMatchObject([{ kind: "restored" }]);
    expect(await post("/admin/rescans", { reason: "try", skill: "withheld" })).toMatchObject({ status: 409 });
    expect(await see("withheld")).toMatchObject({ status: "quarantined", verdict: "BLOCK" });
  });

  test("an admin takes over what a scan withheld: then no scan gives it back", async () => {
    await published("taken-over", { "key.py": LEAKY });
    expect(await see("taken-over")).toMatchObject({ status: "quarantined" });
    const taken = await post("/admin/skills/taken-over/1.0.0/quarantine", { reason: "I looked: it is real" });
    expect(taken).toMatchObject({
      status: 200,
      body: { status: "quarantined", status_reason: "I looked: it is real" },
    });
    expect((await post("/admin/rescans", { reason: "try", skill: "taken-over" })).status).toBe(409);
    expect((await post("/admin/skills/taken-over/1.0.0/quarantine", { reason: "again" })).status).toBe(409);
    expect((await post("/admin/skills/taken-over/1.0.0/release", { reason: "over" })).body.status).toBe("published");
  });

  test("a clearance holds for the same findings and is void for others", async () => {
    const { inspection_id } = await published("cleared", { "run.py": RISKY });
    expect((await post("/admin/skills/cleared/1.0.0/clear", { inspection_id, reason: "read it" })).status).toBe(200);
    await rescan({ skill: "cleared", scanners: ["bandit"] });
    const again = await see("cleared");
    expect(again).toMatchObject({ verdict: "REVIEW", cleared: true, held: false });
    expect(await listed()).toContain("cleared");
    expect(again.inspection_id).not.toBe(inspection_id);
    expect((await call(api("/skills/cleared/1.0.0/scan"))).body.cleared).toMatchObject({
      by: "admin",
      reason: "read it",
    });
    expect(await noticesOf("cleared")).toMatchObject([{ kind: "cleared" }]);
    // As if the admin had looked at a report with one finding less.
    await runSql(registry, `DELETE FROM findings WHERE inspection_id = '${again.inspection_id}' AND position = 0`);
    expect(await rescan({ skill: "cleared", scanners: ["bandit"] })).toMatchObject({ worsened: 1 });
    expect(await see("cleared")).toMatchObject({ verdict: "REVIEW", cleared: false, held: true });
    expect(await listed()).not.toContain("cleared");
    expect(await noticesOf("cleared")).toMatchObject([{ kind: "clearance-void" }, { kind: "cleared" }]);
  });

  test("who may not, and what is not there", async () => {
    expect((await post("/admin/rescans", { reason: "to be sure" }, ada)).status).toBe(403);
    expect((await post("/admin/rescans", { reason: "to be sure" }, "")).status).toBe(401);
    for (const [json, status] of [
      [{ reason: "x" }, 400],
      [{ reason: "sure", scanners: ["clippy"] }, 400],
      [{ reason: "sure", scanners: [] }, 400],
      [{ reason: "sure", skill: "no-such-skill" }, 404],
    ] as const) {
      expect((await post("/admin/rescans", json)).status, JSON.stringify(json)).toBe(status);
    }
    const { id } = await rescan({ skill: "kept", scanners: ["bandit"] });
    for (const verb of ["resume", "cancel"]) {
      expect((await post(`/admin/rescans/${id}/${verb}`, { reason: "too late" })).status).toBe(409);
      expect((await post(`/admin/rescans/${crypto.randomUUID()}/${verb}`, { reason: "which" })).status).toBe(404);
      expect((await post(`/admin/rescans/${id}/${verb}`, { reason: "mine" }, ada)).status).toBe(403);
    }
    const first = (await call(api("/admin/rescans?limit=1"), { token: registry.adminToken })).body;
    expect(first.items).toMatchObject([{ id, created_by: "admin", detail: "to be sure" }]);
    const next = await call(api(`/admin/rescans?limit=1&cursor=${first.next_cursor}`), { token: registry.adminToken });
    expect(next.body.items[0].id).not.toBe(id);
    expect((await call(api("/admin/rescans"), { token: ada })).status).toBe(403);
  });
});

describe("A re-scan of everything", () => {
  const names = Array.from({ length: 5 }, (_, n) => `all-${n}`);
  beforeAll(async () => {
    await setUp();
    for (const name of names) await published(name, { "run.py": RISKY });
    // A version that an admin withheld is no part of it.
    await published("withheld");
    await post("/admin/skills/withheld/1.0.0/quarantine", { reason: "a doubt" });
  });
  afterAll(() => registry.close());
  const verdicts = async () => Promise.all(names.map(async (name) => (await see(name)).verdict));
  const pretendAll = async () => {
    for (const name of names) await pretend(name, { verdict: "ALLOW" });
  };
  const metric = async () => (await (await fetch(`${registry.url}/metrics`)).text()).match(/^rescans\{.*$/gm);

  test("pauses before the second worse verdict of a few versions, applies nothing meanwhile, and is cancelled", async () => {
    await pretendAll();
    const paused = await rescan({ scanners: ["bandit"] });
    expect(paused).toMatchObject({ status: "paused", total: 5, done: 1, worsened: 1, held: 1, waiting: 3 });
    expect(paused.items.map((each) => each["status"])).toEqual(["done", "held"]);
    expect(paused.items[1]).toMatchObject({ name: "all-1", before: "ALLOW", after: "REVIEW" });
    expect(await metric()).toContain('rescans{status="paused"} 1');
    expect(await verdicts()).toEqual(["REVIEW", "ALLOW", "ALLOW", "ALLOW", "ALLOW"]);
    expect(await noticesOf("all-1")).toEqual([]);
    expect(await statementsOf("all-1")).toHaveLength(2);
    const cancelled = await post(`/admin/rescans/${paused.id}/cancel`, { reason: "a bad rule" });
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: "cancelled", skipped: 4, held: 0, decided_by: "admin" },
    });
    expect(await verdicts()).toEqual(["REVIEW", "ALLOW", "ALLOW", "ALLOW", "ALLOW"]);
    expect((await post(`/admin/rescans/${paused.id}/resume`, { reason: "no, go on" })).status).toBe(409);
  });

  test("goes on when an admin says so, without asking again; what was overtaken meanwhile is looked at anew", async () => {
    await pretendAll();
    const paused = await rescan({ scanners: ["bandit"] });
    expect(paused).toMatchObject({ status: "paused", done: 1, held: 1 });
    // Another re-scan says the same of the held version, and that counts.
    expect(await rescan({ skill: "all-1", scanners: ["bandit"] })).toMatchObject({ status: "completed", worsened: 1 });
    const counts = (await see("all-1")).inspection_id;
    expect((await post(`/admin/rescans/${paused.id}/resume`, { reason: "the rule is right" })).status).toBe(200);
    const done = await settled(paused.id);
    expect(done).toMatchObject({ status: "completed", done: 5, worsened: 4, held: 0, skipped: 0 });
    expect(await verdicts()).toEqual(names.map(() => "REVIEW"));
    expect((await see("all-1")).inspection_id).not.toBe(counts);
    expect((await noticesOf("all-1")).length).toBe(1);
    for (const name of names) expect((await noticesOf(name)).length, name).toBeGreaterThan(0);
    const log = await call(api(`/admin/audit?limit=100&target=rescan:${paused.id}`), { token: registry.adminToken });
    expect(log.body.items.map((each: { action: string }) => each.action).toReversed()).toEqual([
      "rescan.start",
      "rescan.pause",
      "rescan.resume",
      "rescan.complete",
    ]);
    const inspections = await rowsOf(
      registry,
      "SELECT version_id FROM inspections WHERE rescan_id = $1 AND status = 'completed'",
      [paused.id],
    );
    expect(inspections).toHaveLength(5);
  });

  test("a held verdict that was let go is applied after a process died over it", async () => {
    await pretendAll();
    const paused = await rescan({ scanners: ["bandit"] });
    expect(paused).toMatchObject({ status: "paused", held: 1 });
    // As far as `resume` comes before it is killed.
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE rescans SET status = 'running', approved = true WHERE id = '${paused.id}'; COMMIT;`,
    );
    expect(await settled(paused.id)).toMatchObject({ status: "completed", done: 5, worsened: 5 });
  });
});

test("how many worse verdicts are too many is a setting", async () => {
  await setUp({ RESCAN_PAUSE_PERCENT: "50" });
  onTestFinished(() => registry.close());
  for (let n = 0; n < 4; n += 1) {
    await published(`half-${n}`, { "run.py": RISKY });
    await pretend(`half-${n}`, { verdict: "ALLOW" });
  }
  const paused = await rescan({ scanners: ["bandit"] });
  expect(paused).toMatchObject({ status: "paused", done: 2, worsened: 2, held: 1, waiting: 1 });
});

test("rules that change while a re-scan for earlier ones is paused: what is left of it becomes part of the new one", async () => {
  await setUp();
  onTestFinished(() => registry.close());
  const names = ["one", "two", "three"];
  for (const name of names) {
    await published(name, { "run.py": RISKY });
    await pretend(name, { verdict: "ALLOW" });
  }
  const outdate = (scanner: string) =>
    runSql(
      registry,
      `UPDATE inspections SET scanners = (SELECT jsonb_agg(CASE WHEN each->>'name' = '${scanner}'
         THEN each || '{"rules_digest": "sha256:of-another-day"}' ELSE each END) FROM jsonb_array_elements(scanners) each)`,
    );
  const { services } = registry.running;
  const ctx = { ...services.registry, actor: null, requestId: null };
  const look = () => startRescanForChanges(ctx, { scanning: services.scanning, abort: new AbortController().signal });
  await outdate("bandit");
  const first = await settled((await look()) ?? "");
  expect(first).toMatchObject({
    status: "paused",
    cause: "scanner",
    scanners: ["bandit"],
    done: 1,
    held: 1,
    waiting: 1,
  });
  // Nothing is begun twice for the same rules.
  expect(await look()).toBeNull();

  await outdate("gaia-code");
  const second = (await look()) ?? "";
  expect(await settled(first.id)).toMatchObject({ status: "cancelled", skipped: 2, held: 0 });
  expect(await settled(second)).toMatchObject({
    status: "paused",
    cause: "rules",
    total: 3,
    scanners: ["bandit", "gaia-code"],
  });
  expect((await post(`/admin/rescans/${second}/resume`, { reason: "right so" })).status).toBe(200);
  expect(await settled(second)).toMatchObject({ status: "completed", done: 3 });
  for (const name of names) expect(await see(name)).toMatchObject({ verdict: "REVIEW" });
  expect(await look()).toBeNull();
});

test("a scanner that cannot work says nothing: the version keeps its verdict, the item is tried again and fails", async () => {
  const osv = await startFakeOsv();
  await setUp({ OSV_URL: osv.url });
  onTestFinished(() => registry.close());
  await published("pinned", { "requirements.txt": "requests==2.32.4\n" });
  await pretend("pinned", { verdict: "ALLOW" });
  await runSql(
    registry,
    `UPDATE inspections SET scanners = (SELECT jsonb_agg(each || '{"status": "completed", "reason": null, "retryable": false}')
       FROM jsonb_array_elements(scanners) each) WHERE id = '${(await see("pinned")).inspection_id}'`,
  );
  const before = await see("pinned");
  await osv.close();
  const begun = await post("/admin/rescans", { reason: "a new advisory", skill: "pinned", scanners: ["pip-audit"] });
  const item = async () =>
    (
      await rowsOf<{ status: string; tries: number; note: string }>(
        registry,
        "SELECT status, tries, note FROM rescan_items",
      )
    )[0];
  for (let tries = 1; tries <= 4; tries += 1) {
    await until(async () => (await item())?.tries === tries, 60_000);
    expect((await item())?.status).toBe(tries < 4 ? "waiting" : "failed");
    expect((await item())?.note).toContain("pip-audit could not scan it");
    await runSql(registry, "UPDATE rescan_items SET retry_at = now() WHERE status = 'waiting'");
  }
  expect(await settled(begun.body.id)).toMatchObject({ status: "completed", failed: 1, done: 0, worsened: 0 });
  expect(await see("pinned")).toEqual(before);
  expect(await noticesOf("pinned")).toEqual([]);
  expect(await rowsOf(registry, "SELECT 1 FROM inspections WHERE rescan_id IS NOT NULL")).toEqual([]);
});

describe("A re-scan because advisories changed", () => {
  beforeAll(() => setUp());
  afterAll(() => registry.close());
  const advisory = (id: string, name: string, more: object) => ({
    id,
    affected: [{ package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events: [{ introduced: "0" }] }] }],
    ...more,
  });
  const locking = (name: string) => ({
    "package-lock.json": JSON.stringify({
      lockfileVersion: 3,
      packages: { [`node_modules/${name}`]: { version: "1.0.0" } },
    }),
  });
  const importing = async (json: object) => {
    const answer = await post("/admin/advisories", json);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.rescan_id as string | null;
  };

  test("malware that is told of after the publish quarantines those who bring it; withdrawn, it gives them back", async () => {
    expect(await importing(advisory("GHSA-other", "other-lib", { modified: "2026-01-01T00:00:00Z" }))).toBeNull();
    await published("bringer", locking("turned-lib"));
    await published("bystander", locking("calm-lib"));
    expect(await see("bringer")).toMatchObject({ status: "published", verdict: "ALLOW" });
    const calm = await see("bystander");

    const told = await importing(advisory("MAL-2026-7", "turned-lib", { modified: "2026-02-01T00:00:00Z" }));
    expect(await settled(told ?? "")).toMatchObject({ status: "completed", cause: "advisory", total: 1, worsened: 1 });
    expect(await see("bringer")).toMatchObject({ status: "quarantined", verdict: "BLOCK" });
    expect(await noticesOf("bringer")).toMatchObject([
      { kind: "quarantined", text: expect.stringContaining("MAL-2026-7") },
    ]);
    expect(await see("bystander")).toEqual(calm);

    // The same again is no news.
    expect(await importing(advisory("MAL-2026-7", "turned-lib", { modified: "2026-02-01T00:00:00Z" }))).toBeNull();

    const withdrawn = { modified: "2026-03-01T00:00:00Z", withdrawn: "2026-03-01T00:00:00Z" };
    const taken = await importing(advisory("MAL-2026-7", "turned-lib", withdrawn));
    expect(await settled(taken ?? "")).toMatchObject({ status: "completed", improved: 1 });
    expect(await see("bringer")).toMatchObject({ status: "published", verdict: "ALLOW" });
    expect((await noticesOf("bringer")).map((each: { kind: string }) => each.kind)).toEqual([
      "restored",
      "quarantined",
    ]);
  });

  test("an import that died before it began the re-scan is made up for at the next look", async () => {
    await published("late", locking("late-lib"));
    const { services } = registry.running;
    const ctx = { ...services.registry, actor: null, requestId: null };
    await importAdvisories(ctx, {
      sources: [{ source: "a", value: advisory("MAL-2026-8", "late-lib", { modified: "2026-02-01T00:00:00Z" }) }],
      actor: "registry",
    });
    const id = await startRescanForAdvisories(ctx, null);
    expect(await settled(id ?? "")).toMatchObject({ status: "completed", total: 1, worsened: 1 });
    expect(await see("late")).toMatchObject({ status: "quarantined" });
    expect(await startRescanForAdvisories(ctx, null)).toBeNull();
  });
});
