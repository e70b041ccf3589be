import { expect, test, type TestContext } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { pause, until } from "../harness/until.ts";
import { openSql, type Sql } from "../harness/sql.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { type ScaledRegistry, scaledRegistry } from "../harness/scaled-processes.ts";

/** Whatever died meanwhile: each of these exists once. */
const COUNTS = `
  SELECT s.name, v.status, v.verdict, v.tier, i.status AS inspection, i.attempts,
    (SELECT count(*)::int FROM inspections x WHERE x.version_id = v.id) AS inspections,
    (SELECT count(*)::int FROM findings f WHERE f.inspection_id = i.id) AS findings,
    (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'publish') AS publish_statements,
    (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'verdict') AS verdict_statements,
    (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'tier') AS tier_statements,
    (SELECT count(*)::int FROM audit_log l WHERE l.target = 'skill:' || s.name || '@' || v.version AND l.action = 'version.inspected') AS verdict_audits
  FROM versions v JOIN skills s ON s.id = v.skill_id JOIN inspections i ON i.id = v.inspection_id
  WHERE s.name LIKE $1 ORDER BY s.name`;

/** Who stands at a lock of this database. */
const WAITING =
  "SELECT pid FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/** A skill that takes the scanners a few seconds, with exactly one finding. */
const slowSkill = (name: string): Uint8Array =>
  zipOf({
    ...sampleFiles({ name }),
    "numbers.py": `import subprocess\n\n\ndef run(words: list) -> None:\n    subprocess.call(words, shell=True)\n\n\n${"VALUES = [1, 2, 3]\n".repeat(5_000)}`,
  });

await describeScaled("A process is killed", () => {
  /** A registry of its own for each test. */
  const setUp = async ({ onTestFinished }: TestContext): Promise<{ registry: ScaledRegistry; sql: Sql }> => {
    const registry = await scaledRegistry();
    const sql = await openSql(registry.environment["DATABASE_URL"] ?? "");
    onTestFinished(async () => {
      await registry.close();
      await sql.close();
    });
    return { registry, sql };
  };

  test("R4 one of two workers is killed while it scans: every version is inspected once, and nothing is doubled", async (context) => {
    const { registry, sql } = await setUp(context);
    // All three at one moment, on a database that no process has seen.
    const [api, first, second] = await Promise.all([
      registry.start("api"),
      registry.start("worker"),
      registry.start("worker"),
    ]);
    const author = await account(api.url, registry.adminToken, "ada");
    const names = Array.from({ length: 6 }, (_, n) => `batch-${n}`);
    for (const name of names) expect((await publish(api.url, author, slowSkill(name))).status).toBe(201);

    const running = () =>
      sql.rows<{ id: string; attempt_id: string }>("SELECT id, attempt_id FROM inspections WHERE status = 'running'");
    // Both workers have all their hands full: four inspections hold a lease.
    await until(async () => (await running()).length >= 3);
    const held = await running();
    first.kill("SIGKILL");
    expect(await first.exited).toMatchObject({ signal: "SIGKILL" });

    await until(
      async () => (await sql.rows("SELECT 1 FROM inspections WHERE status <> 'completed'")).length === 0,
      80_000,
    );
    await pause(1_500);
    const rows = await sql.rows<{ attempts: number }>(COUNTS, ["batch-%"]);
    expect(rows).toHaveLength(names.length);
    for (const row of rows) {
      expect(row).toMatchObject({
        inspection: "completed",
        inspections: 1,
        publish_statements: 1,
        verdict_statements: 1,
        tier_statements: 0,
        verdict_audits: 1,
        tier: "experimental",
      });
    }
    // They all hold the same file, so they all have the same findings and verdict, however often they were begun.
    expect(new Set(rows.map((row) => JSON.stringify({ ...row, name: "", attempts: 0 }))).size).toBe(1);
    // The killed worker held some; those were taken again by the other one.
    const again = await sql.rows<{ id: string }>("SELECT id FROM inspections WHERE attempts > 1");
    expect(again.length).toBeGreaterThan(0);
    expect(held.map(({ id }) => id)).toEqual(expect.arrayContaining(again.map(({ id }) => id)));
    for (const name of names) {
      const version = await call(`${api.url}/api/v1/skills/${name}/1.0.0/scan`);
      expect(version.status).toBe(200);
      expect(version.body.findings.length).toBeGreaterThan(0);
    }
    expect(second.log()).toContain('"outcome":"concluded"');

    // The survivor and the API are asked to stop, and do.
    for (const each of [second, api]) each.kill("SIGTERM");
    expect(await second.exited).toEqual({ exitCode: 0, signal: null });
    expect(await api.exited).toEqual({ exitCode: 0, signal: null });
  });

  test.for([
    ["before its first row", "versions"],
    ["with all its rows but the last", "audit_log"],
  ])(
    "R3 the process is killed between storage and database, %s: nothing half is seen, and publishing again works",
    async ([, table = ""], context) => {
      const { registry, sql } = await setUp(context);
      const name = `half-${table.replaceAll("_", "-")}`;
      const api = await registry.start("all");
      const author = await account(api.url, registry.adminToken, "ada");
      const archive = sampleZip({ name });
      const before = await blobsOf(registry);
      const lock = await sql.hold(`LOCK TABLE ${table} IN SHARE MODE`);
      const publishing = publish(api.url, author, archive).catch((error: unknown) => error);
      // It stands at the lock: every blob is stored, nothing is committed.
      await until(async () => (await sql.rows(WAITING)).length > 0);
      const stored = (await blobsOf(registry)).filter((key) => !before.includes(key));
      expect(stored.length).toBeGreaterThanOrEqual(2);
      api.kill("SIGKILL");
      await api.exited;
      expect(await publishing).toBeInstanceOf(Error);
      await lock.release();
      await until(async () => (await sql.rows(WAITING)).length === 0);

      const again = await registry.start("all");
      expect((await call(`${again.url}/api/v1/skills/${name}`, { token: author })).status).toBe(404);
      expect((await call(`${again.url}/api/v1/skills/${name}/1.0.0/download`, { token: author })).status).toBe(404);
      const found = await call(`${again.url}/api/v1/search?q=${name}`);
      expect(found.body.hits.map((hit: { name: string }) => hit.name)).not.toContain(name);
      expect(await sql.rows("SELECT 1 FROM skills WHERE name = $1", [name])).toEqual([]);

      // What nobody names is removed; what somebody names stays.
      const kept = (await publish(again.url, author, sampleZip({ name: `kept-${name}` }))).body;
      const removed = await registry.run(["collect-orphans", "--older-than-hours", "0"]);
      expect(removed.exitCode, removed.output).toBe(0);
      const left = await blobsOf(registry);
      expect(left.filter((key) => stored.includes(key))).toEqual([]);
      const named = await sql.rows<{ sha256: string }>(
        "SELECT sha256 FROM artifacts UNION SELECT upload_sha256 FROM versions",
      );
      expect(left.map((key) => key.split("/").at(-1)).toSorted()).toEqual(named.map(({ sha256 }) => sha256).toSorted());
      expect((await fetch(kept.download_url, { headers: { authorization: `Bearer ${author}` } })).status).toBe(200);

      const published = await publish(again.url, author, archive);
      expect(published.status).toBe(201);
      const downloaded = await fetch(published.body.download_url, { headers: { authorization: `Bearer ${author}` } });
      expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(Buffer.from(archive));
      await again.close();
    },
  );
});

await describeScaled("Processes start together", () => {
  test("three processes that start at one moment on an empty database all start", async () => {
    const registry = await scaledRegistry();
    const sql = await openSql(registry.environment["DATABASE_URL"] ?? "");
    // Each finds no admin account; then all of them may write at once.
    const lock = await sql.hold("LOCK TABLE accounts, tokens IN SHARE MODE");
    const starting = Promise.all(["api", "worker", "worker"].map((role) => registry.start(role as "api" | "worker")));
    await until(async () => (await sql.rows(WAITING)).length >= 3);
    await lock.release();
    const [api] = await starting;
    expect((await call(`${api?.url}/api/v1/whoami`, { token: registry.adminToken })).body).toMatchObject({
      role: "admin",
    });
    expect(await sql.rows("SELECT 1 FROM tokens")).toHaveLength(1);
    await registry.close();
    await sql.close();
  });
});

async function blobsOf(registry: ScaledRegistry): Promise<string[]> {
  const { s3Blobs } = await import("@gaia/storage/s3");
  const { environment: env } = registry;
  const blobs = s3Blobs({
    bucket: env["S3_BUCKET"] ?? "",
    endpoint: env["S3_ENDPOINT"] ?? null,
    region: env["S3_REGION"] ?? "",
    accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
  });
  const keys: string[] = [];
  for await (const { key } of blobs.list("sha256/")) keys.push(key);
  await blobs.close();
  return keys;
}
