import { createHash } from "node:crypto";
import { removePurged } from "@gaia/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { describeForms } from "../harness/scaled.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

let registry: TestRegistry;
const api = (path: string) => `${registry.url}/api/v1${path}`;

interface Storage {
  used_bytes: number;
  limit_bytes: number | null;
  versions: number;
}

/** A package that takes about 130 kB of storage and compresses to no less. */
const heavy = (name: string, version = "1.0.0", lines = 1_400): Uint8Array =>
  zipOf({ ...sampleFiles({ name, version }), "data.txt": uuids(lines) });

/** The same ones each time: what is in a package is not what these tests ask about, and so it is looked at once. */
const uuids = (count: number) =>
  Array.from({ length: count }, (_, n) => createHash("sha256").update(`${n}`).digest("hex").slice(0, 36)).join("\n");

const storageOf = async (handle: string, token: string) =>
  (await call(api(`/publishers/${handle}`), { token })).body["storage"] as Storage | undefined;

const setQuota = (handle: string, mebibytes: number | null, token = registry.adminToken) =>
  call(api(`/admin/publishers/${handle}/quota`), { method: "PUT", token, json: { mebibytes } });

await describeForms("storage quotas", ({ environment }) => {
  beforeAll(async () => {
    const given = { ...(await environment()), PUBLISHER_QUOTA_MIB: "1" };
    registry = await startTestRegistry({ withoutScanners: true, environment: given });
  });
  afterAll(() => registry.close());

  test("what a publisher's versions take is counted, shown to its members and admins alone, and given back by a purge", async () => {
    const ada = await account(registry.url, registry.adminToken, "ada");
    const eve = await account(registry.url, registry.adminToken, "eve");
    expect(await storageOf("ada", ada)).toEqual({ used_bytes: 0, limit_bytes: 1_048_576, versions: 0 });
    const zip = heavy("counted");
    expect((await publish(registry.url, ada, zip)).status).toBe(201);
    const [kept] = await rowsOf<{ bytes: number }>(registry, "SELECT sum(size_bytes)::int AS bytes FROM artifacts");
    const used = zip.byteLength + (kept?.bytes ?? 0);
    const full = { used_bytes: used, limit_bytes: 1_048_576, versions: 1 };
    expect(await storageOf("ada", ada)).toEqual(full);
    expect(await storageOf("ada", registry.adminToken)).toEqual(full);
    expect(await storageOf("ada", eve)).toBeUndefined();
    expect((await call(api("/publishers/ada"))).body["storage"]).toBeUndefined();
    expect((await call(api("/whoami"), { token: ada })).body["storage"]).toEqual([{ publisher: "ada", ...full }]);
    // The same again takes nothing.
    expect((await publish(registry.url, ada, zip)).status).toBe(200);
    expect(await storageOf("ada", ada)).toEqual(full);
    await inspected(registry.url, "counted", "1.0.0", ada);
    const purged = await call(api("/skills/counted/1.0.0/purge"), { token: ada, json: { reason: "a mistake" } });
    expect(purged.status).toBe(200);
    expect(await storageOf("ada", ada)).toEqual({ ...full, used_bytes: 0, versions: 0 });
  });

  test("24 publishes at once at the edge of a quota end within it, each told 201 or what is used and what may be", async () => {
    const bob = await account(registry.url, registry.adminToken, "bob");
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => publish(registry.url, bob, heavy(`bobs-${n}`))),
    );
    const { used_bytes: used = 0, versions } = (await storageOf("bob", bob)) ?? {};
    expect(used).toBeLessThanOrEqual(1_048_576);
    // And not by much less than one more.
    expect(used).toBeGreaterThan(1_048_576 - 200_000);
    const published = answers.filter(({ status }) => status === 201);
    expect(published).toHaveLength(versions ?? 0);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(10);
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "quota_exceeded", quota: { limit_bytes: 1_048_576 } });
      expect((body["quota"] as Storage).used_bytes).toBeGreaterThan(1_048_576);
    }
    // What was refused before it was stored left nothing, and others are not concerned.
    const late = await publish(registry.url, bob, heavy("bobs-late"));
    expect(late.body).toMatchObject({ code: "quota_exceeded" });
    const carl = await account(registry.url, registry.adminToken, "carl");
    expect((await publish(registry.url, carl, heavy("carls"))).status).toBe(201);
  });

  test("an admin gives one publisher more, no limit, or what everybody has; nobody else does", async () => {
    const dora = await account(registry.url, registry.adminToken, "dora");
    expect((await setQuota("dora", 50, dora)).status).toBe(403);
    expect((await setQuota("nobody-here", 50)).status).toBe(404);
    for (const wrong of [-1, 1.5, 3_000_000_000, "many"] as number[]) {
      expect((await setQuota("dora", wrong)).status).toBe(400);
    }
    expect((await setQuota("dora", 50)).body).toMatchObject({ limit_bytes: 50 * 1_048_576 });
    expect(await storageOf("dora", dora)).toMatchObject({ limit_bytes: 50 * 1_048_576 });
    expect((await setQuota("dora", 0)).body).toMatchObject({ limit_bytes: null });
    expect((await setQuota("dora", null)).body).toMatchObject({ limit_bytes: 1_048_576 });
    const [newest] = (await call(api("/admin/audit?action=publisher.quota"), { token: registry.adminToken })).body[
      "items"
    ] as Record<string, unknown>[];
    expect(newest).toMatchObject({ actor: "admin", target: "publisher:dora", detail: { mebibytes: null } });
  });

  test("a skill takes its storage along to another publisher, and folding the sums changes none", async () => {
    const fay = await account(registry.url, registry.adminToken, "fay");
    const gil = await account(registry.url, registry.adminToken, "gil");
    for (const version of ["1.0.0", "1.1.0"]) await publish(registry.url, fay, heavy("moving", version));
    await publish(registry.url, fay, heavy("staying"));
    const before = await storageOf("fay", fay);
    await runSql(
      registry,
      `INSERT INTO audit_log (actor, action, target) VALUES ('admin', 'skill.transfer', 'skill:moving');
       UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'gil') WHERE name = 'moving'`,
    );
    const [hers, his] = [await storageOf("fay", fay), await storageOf("gil", gil)];
    expect([hers?.versions, his?.versions]).toEqual([1, 2]);
    expect((hers?.used_bytes ?? 0) + (his?.used_bytes ?? 0)).toBe(before?.used_bytes);
    await rowsOf(registry, "SELECT fold_publisher_usage()::text AS done");
    expect([await storageOf("fay", fay), await storageOf("gil", gil)]).toEqual([hers, his]);
    const wrong = await rowsOf(
      registry,
      `SELECT publisher_id FROM (SELECT publisher_id, stored_bytes AS bytes, 1 AS versions FROM versions JOIN skills ON skills.id = skill_id
         WHERE status <> 'purged' UNION ALL SELECT publisher_id, -size_bytes, -versions FROM publisher_usage) AS both_sides
       GROUP BY publisher_id HAVING sum(bytes) <> 0 OR sum(versions) <> 0`,
    );
    expect(wrong).toEqual([]);
  });

  test("a quota is not evaded by a transfer: who has no room for a skill does not accept it, and nothing changes", async () => {
    const hal = await account(registry.url, registry.adminToken, "hal");
    const ina = await account(registry.url, registry.adminToken, "ina");
    await setQuota("hal", 10);
    for (const n of [0, 1, 2, 3])
      expect((await publish(registry.url, hal, heavy("big", `1.${n}.0`, 5_000))).status).toBe(201);
    const before = await Promise.all([storageOf("hal", hal), storageOf("ina", ina)]);
    expect(before[0]?.used_bytes).toBeGreaterThan(1_048_576);
    const offered = await call(api("/transfers"), { token: hal, json: { name: "big", to: "ina" } });
    const accept = () => call(api(`/transfers/${offered.body.id}/accept`), { method: "POST", token: ina });
    expect(await accept()).toMatchObject({ status: 403, body: { code: "quota_exceeded" } });
    expect(await Promise.all([storageOf("hal", hal), storageOf("ina", ina)])).toEqual(before);
    await setQuota("ina", 4);
    expect((await accept()).body.status).toBe("accepted");
  });

  test("a quota is not evaded by what is staged and rejected: it counts until its bytes are gone", async () => {
    const jan = await account(registry.url, registry.adminToken, "jan");
    const stage = (version: string) =>
      call(api("/staged-versions"), {
        token: jan,
        body: heavy("again", version, 5_000) as Uint8Array<ArrayBuffer>,
        type: "application/zip",
      });
    const answers: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { status, body } = await stage(`1.${n}.0`);
      answers.push(status);
      if (status !== 201) {
        expect(body.code).toBe("quota_exceeded");
        break;
      }
      await inspected(registry.url, "again", `1.${n}.0`, jan);
      const rejected = await call(api(`/skills/again/1.${n}.0/reject`), {
        token: jan,
        json: { reason: "not this one" },
      });
      expect(rejected.status).toBeLessThan(300);
    }
    expect(answers.at(-1)).toBe(403);
    expect(await storageOf("jan", jan)).toMatchObject({ versions: 0 });
    const later = { ...registry.running.services.registry, now: () => new Date(Date.now() + 3_600_000) };
    expect(await removePurged(later)).toBeGreaterThan(1);
    expect(await storageOf("jan", jan)).toMatchObject({ used_bytes: 0, versions: 0 });
    expect((await stage("2.0.0")).status).toBe(201);
  });
});
