import { rm } from "node:fs/promises";
import { join } from "node:path";
import { install as installSkills } from "../../apps/cli/src/verbs/installed/install.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { removePurged } from "@gaia/registry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

describe("P1 purge", () => {
  let registry: TestRegistry;
  let home: CliHome;
  let ada: string;
  let eve: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const reason = "it holds what it should not";
  const purge = (release: string, token = ada, admin = "") =>
    call(api(`${admin}/skills/${release}/purge`), { token, json: { reason } });
  const published = (name: string, version = "1.0.0") => publishedAtOnce(registry, { token: ada, name, version });
  const ctx = () => ({ ...registry.running.services.registry, actor: null, requestId: null });
  const blobs = async () => {
    const keys: string[] = [];
    for await (const { key } of registry.running.services.registry.blobs.list("sha256/")) keys.push(key.slice(-64));
    return keys;
  };
  const digestsOf = async (name: string): Promise<string[]> => {
    const rows = await rowsOf<{ sha256: string }>(
      registry,
      `SELECT a.sha256 FROM artifacts a JOIN versions v ON v.id = a.version_id JOIN skills s ON s.id = v.skill_id WHERE s.name = $1
       UNION SELECT upload_sha256 FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = $1`,
      [name],
    );
    return rows.map(({ sha256 }) => sha256);
  };
  /** As if it had been there for so long; its blobs as well, as far as the clock of the registry goes. */
  const age = (name: string, hours: number) =>
    runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE versions SET received_at = received_at - interval '${hours} hours', published_at = published_at - interval '${hours} hours' WHERE skill_id = (SELECT id FROM skills WHERE name = '${name}'); COMMIT;`,
    );
  const anHourLater = () => ({ ...ctx(), now: () => new Date(Date.now() + 3_600_000) });

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    eve = await account(registry.url, registry.adminToken, "eve");
    home = await cliHome(registry.url);
  });
  afterAll(async () => {
    await home.remove();
    await registry.close();
  });

  test("P1 purge by its owner leaves a tombstone: no bytes, no text, a signed statement, and the number is used up", async () => {
    await published("regretted");
    const digests = await digestsOf("regretted");
    expect(digests.length).toBeGreaterThan(1);
    expect(await purge("regretted/1.0.0")).toMatchObject({
      status: 200,
      body: { name: "regretted", version: "1.0.0", status: "purged", status_reason: reason },
    });
    for (const path of ["", "/download", "/files", "/sums", "/scan"]) {
      const answer = await call(api(`/skills/regretted/1.0.0${path}`), { token: ada });
      expect([path, answer.status, answer.body.code]).toEqual([path, 410, "purged"]);
    }
    expect((await call(api("/search?q=regretted"))).body.hits).toEqual([]);
    expect((await fetch(`${registry.url}/skills/regretted`)).status).toBe(410);
    const { attestations } = (await call(api("/skills/regretted/1.0.0/attestations"))).body;
    expect(attestations.at(-1).decision).toBe("purge");
    const texts = await rowsOf(
      registry,
      `SELECT (to_jsonb(v) - 'status_reason' - 'tags')::text AS version,
        (SELECT count(*)::int FROM files f WHERE f.version_id = v.id) AS files,
        (SELECT count(*)::int FROM findings f JOIN inspections i ON i.id = f.inspection_id WHERE i.version_id = v.id) AS findings
       FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'regretted'`,
    );
    expect(texts).toMatchObject([{ files: 0, findings: 0 }]);
    expect(String(texts[0]?.["version"])).not.toMatch(/sample|Say/i);
    expect(await publish(registry.url, ada, sampleZip({ name: "regretted" }))).toMatchObject({
      status: 409,
      body: { code: "version_exists", detail: expect.stringContaining("was purged") },
    });
    // What a publish that is under way might be about to name stays for some minutes.
    expect(await blobs()).toEqual(expect.arrayContaining(digests));
    expect(await removePurged(anHourLater())).toBeGreaterThan(0);
    const left = await blobs();
    expect(digests.filter((each) => left.includes(each))).toEqual([]);
    expect((await purge("regretted/1.0.0")).status).toBe(410);
  });

  test("P1 purge after 72 hours is an admin's, or for a secret that the scan found", async () => {
    await published("relied-on");
    await age("relied-on", 73);
    const refused = await purge("relied-on/1.0.0");
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(refused.body.detail).toMatch(/72 hours.*[Yy]ank/s);
    await runSql(
      registry,
      `INSERT INTO findings (inspection_id, position, rule, scanner, severity, category, message)
       SELECT v.inspection_id, 900, 'secret/key', 'detect-secrets', 'high', 'secret', 'A key' FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'relied-on'`,
    );
    expect((await purge("relied-on/1.0.0")).status).toBe(200);
    await published("old-one");
    await age("old-one", 1_000);
    expect((await purge("old-one/1.0.0", registry.adminToken, "/admin")).status).toBe(200);
  });

  test("P1 purge counts its 72 hours from when others could rely on a release, not from when it was staged", async () => {
    await published("waited-long");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE versions SET received_at = received_at - interval '100 hours' WHERE skill_id = (SELECT id FROM skills WHERE name = 'waited-long'); COMMIT;`,
    );
    expect((await purge("waited-long/1.0.0")).status).toBe(200);
  });

  test("P1 purge is no owner's any more for what only looks like a secret", async () => {
    await published("with-example");
    await age("with-example", 73);
    const found = (severity: string) =>
      runSql(
        registry,
        `INSERT INTO findings (inspection_id, position, rule, scanner, severity, category, message)
         SELECT v.inspection_id, 0, 'detect-secrets/secret-keyword', 'detect-secrets', '${severity}', 'secret', 'A password'
         FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'with-example'`,
      );
    await found("low");
    expect((await purge("with-example/1.0.0")).status).toBe(403);
    await runSql(registry, "UPDATE findings SET severity = 'medium'");
    expect((await purge("with-example/1.0.0")).status).toBe(200);
  });

  test("P1 purge stands when storage is away, and the bytes go when it is back", async () => {
    await published("stubborn");
    const digests = await digestsOf("stubborn");
    const { blobs: store } = registry.running.services.registry;
    const away = { ...store, remove: () => Promise.reject(new Error("storage is away")) };
    expect((await purge("stubborn/1.0.0")).status).toBe(200);
    await removePurged({ ...anHourLater(), blobs: away });
    expect(await blobs()).toEqual(expect.arrayContaining(digests));
    await removePurged(anHourLater());
    const left = await blobs();
    expect(digests.filter((each) => left.includes(each))).toEqual([]);
  });

  test("P1 purge is nobody else's, and an admin's by the admin's address alone", async () => {
    await published("not-yours");
    expect((await purge("not-yours/1.0.0", eve)).status).toBe(403);
    expect((await purge("not-yours/1.0.0", registry.adminToken)).status).toBe(403);
    expect((await purge("not-yours/1.0.0", ada, "/admin")).status).toBe(403);
    expect((await purge("not-yours/9.9.9")).status).toBe(404);
    expect((await call(api("/skills/not-yours/1.0.0"))).body.status).toBe("published");
  });

  test("P1 purge does not take from an admin what the admin withholds", async () => {
    await published("evidence");
    const withheld = { token: registry.adminToken, json: { reason: "a report" } };
    expect((await call(api("/admin/skills/evidence/1.0.0/quarantine"), withheld)).status).toBe(200);
    expect(await purge("evidence/1.0.0")).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("ask an admin") },
    });
    expect((await purge("evidence/1.0.0", registry.adminToken, "/admin")).status).toBe(200);
  });

  test("P1 purge does not take what an admin withholds while it is being signed", async () => {
    await published("late-evidence");
    const { registry: parts } = registry.running.services;
    const { signer } = parts;
    const withheld = { token: registry.adminToken, json: { reason: "a report" } };
    let isFirst = true;
    const slow: typeof signer = {
      ...signer,
      async sign(...given) {
        if (isFirst) {
          isFirst = false;
          expect((await call(api("/admin/skills/late-evidence/1.0.0/quarantine"), withheld)).status).toBe(200);
        }
        return signer.sign(...given);
      },
    };
    Object.assign(parts, { signer: slow });
    try {
      expect((await purge("late-evidence/1.0.0")).status).toBe(409);
    } finally {
      Object.assign(parts, { signer });
    }
    expect((await call(api("/skills/late-evidence/1.0.0"))).status).toBe(403);
  });

  test("P1 purge leaves the bytes that another version names", async () => {
    for (const name of ["twin", "other-twin"]) await published(name);
    const digests = await digestsOf("twin");
    const idOf = (name: string) =>
      `(SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = '${name}')`;
    // As if both had come from the same bytes.
    await runSql(
      registry,
      `DELETE FROM artifacts WHERE kind = 'tgz' AND version_id = ${idOf("other-twin")};
       INSERT INTO artifacts (version_id, kind, sha256, size_bytes)
       SELECT ${idOf("other-twin")}, kind, sha256, size_bytes FROM artifacts WHERE kind = 'tgz' AND version_id = ${idOf("twin")}`,
    );
    const shared = (await digestsOf("other-twin")).filter((each) => digests.includes(each));
    expect(shared).toHaveLength(1);
    expect((await purge("twin/1.0.0")).status).toBe(200);
    await removePurged(anHourLater());
    const left = await blobs();
    expect(digests.filter((each) => left.includes(each))).toEqual(shared);
  });

  test("P1 purge is an honest withdrawal: the older version installs, and the command line asks first", async () => {
    for (const version of ["1.0.0", "2.0.0"]) await published("taken-back", version);
    const install = () =>
      endOfVerb({ registry: registry.url, home: join(home.dir, "home") }, (session) =>
        installSkills(session, { specs: ["taken-back"], allowExperimental: true, allowDowngrade: false }),
      );
    const fingerprint = (await call(api("/keys"))).body.keys[0].fingerprint;
    expect(await home.run(["trust", "add", registry.url, "--fingerprint", fingerprint])).toMatchObject({ code: 0 });
    expect((await install()).code).toBe(0);
    const asked = await home.run(["purge", "taken-back@2.0.0", "--reason", reason], { env: { GAIA_TOKEN: ada } });
    expect(asked).toMatchObject({ code: 4, stderr: expect.stringContaining("add --yes") });
    const done = await home.run(["purge", "taken-back@2.0.0", "--reason", reason, "--yes"], {
      env: { GAIA_TOKEN: ada },
    });
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("Purged taken-back 2.0.0") });
    const run = await install();
    expect([run.code, run.said]).toEqual([0, run.said]);
    await rm(join(home.dir, "home"), { recursive: true, force: true });
  });
});
