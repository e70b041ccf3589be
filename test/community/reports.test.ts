import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { secondAdmin } from "../harness/second-admin.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;
let other: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const user = (handle: string) => account(registry.url, registry.adminToken, handle);
const report = (token: string, name: string, json: object) => call(api(`/skills/${name}/reports`), { token, json });
const decide = (token: string, path: string, json: object) => call(api(`/admin/${path}`), { token, json });
const status = async (name: string) => (await call(api(`/skills/${name}/1.0.0`))).status;
const noticesOf = async (token: string): Promise<{ kind: string; text: string }[]> =>
  (await call(api("/notices?limit=100"), { token })).body.items;

/** A skill of ada's at tier community. */
async function community(name: string): Promise<void> {
  await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:${name}@1.0.0');
     UPDATE versions SET tier = 'community' WHERE id = ${versionRow(name, "1.0.0")}; COMMIT;`,
  );
}

/** Nineteen cases that `eager` opened today. */
const A_BUSY_DAY = `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('eager', 'report.open', 'skill:reported');
  INSERT INTO reports (skill_id, kind, body, reporter_id, created_at, status, decided_at, reason)
    SELECT skills.id, 'spam', 'x', accounts.id, now(), 'dismissed', now(), 'x' FROM skills, accounts, generate_series(1, 19)
    WHERE skills.name = 'reported' AND handle = 'eager'; COMMIT;`;

beforeAll(async () => {
  // A sweep would take the tier from what nobody signed.
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "600" } });
  [ada, bob] = [await user("ada"), await user("bob")];
  other = await secondAdmin(registry, "olga");
});
afterAll(() => registry.close());

describe("abuse reports", () => {
  test("however many report a skill, it stays as it is: they open cases that admins see", async () => {
    await community("accused");
    expect((await call(api("/skills/accused/reports"), { json: { kind: "spam", text: "bad" } })).status).toBe(401);
    for (let n = 0; n < 5; n += 1)
      expect((await report(await user(`mob${n}`), "accused", { kind: "malware", text: "it is bad" })).status).toBe(201);
    expect(await status("accused")).toBe(200);
    const { items } = (await call(api("/admin/reports?skill=accused&limit=100"), { token: other })).body;
    expect(items).toHaveLength(5);
    expect(items[0]).toMatchObject({ reporter: "mob0", publisher: "ada", status: "open", effect: null, appeal: null });
    expect((await call(api("/admin/reports"), { token: ada })).status).toBe(403);
    const hits = (await call(api("/search?q=accused"))).body.hits.map(({ name }: { name: string }) => name);
    expect(hits).toContain("accused");
  });

  test("the same report again is the same case; an account opens 20 a day; what is not there cannot be reported", async () => {
    await community("reported");
    const first = await report(bob, "reported", { kind: "spam", text: "one" });
    expect(await report(bob, "reported", { kind: "spam", text: "two" })).toMatchObject({
      status: 200,
      body: { id: first.body.id, text: "one" },
    });
    expect((await report(bob, "reported", { kind: "spam", text: "three", version: "9.9.9" })).status).toBe(404);
    expect((await report(bob, "nothing-there", { kind: "spam", text: "four" })).status).toBe(404);
    expect((await report(bob, "reported", { kind: "dislike", text: "five" })).status).toBe(400);
    const eager = await user("eager");
    await runSql(registry, A_BUSY_DAY);
    const statuses: number[] = [];
    for (const kind of ["other", "spam"])
      statuses.push((await report(eager, "reported", { kind, text: "more" })).status);
    expect(statuses).toEqual([201, 429]);
    expect((await call(api("/reports?limit=100"), { token: eager })).body.items).toHaveLength(20);
  });

  test("upheld with demotion: tier, case, leaf and notices at once; the appeal is another admin's, and undoes it", async () => {
    await community("demoted");
    const { id } = (await report(bob, "demoted", { kind: "malware", version: "1.0.0", text: "line 3" })).body;
    const uphold = { effect: "demotion", reason: "it is so" };
    expect((await decide(bob, `reports/${id}/uphold`, uphold)).status).toBe(403);
    const upheld = await decide(registry.adminToken, `reports/${id}/uphold`, uphold);
    expect(upheld).toMatchObject({
      status: 200,
      body: { status: "upheld", decided_by: "admin", effect: { kind: "demotion", version: "1.0.0" } },
    });
    expect((await call(api("/skills/demoted/1.0.0"))).body).toMatchObject({
      status: "published",
      security_tier: "experimental",
      demoted_reason: "report upheld: it is so",
      log: { leaf: expect.stringContaining("kind: tier") },
    });
    expect((await decide(other, `reports/${id}/dismiss`, { reason: "too late" })).status).toBe(409);
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: "report-upheld" });
    const told = (await noticesOf(ada)).find(({ kind }) => kind === "report-upheld");
    expect(told?.text).toContain(`case ${id}`);

    const appeal = (token: string) =>
      call(api(`/reports/${id}/appeal`), { token, json: { text: "line 3 is a comment" } });
    expect((await appeal(bob)).status).toBe(403);
    expect((await appeal(ada)).status).toBe(201);
    // The reason that holds, not the one that may (first week, A9).
    const again = { status: 409, body: { detail: expect.stringMatching(/appealed before.* it is pending\.$/) } };
    expect(await appeal(ada)).toMatchObject(again);
    expect((await call(api("/admin/appeals?status=pending"), { token: other })).body.items).toMatchObject([{ id }]);
    const grant = (token: string) => decide(token, `appeals/${id}/grant`, { reason: "it is a comment" });
    expect(await grant(registry.adminToken)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^admin upheld the report: another admin has to decide/) },
    });
    expect(await grant(other)).toMatchObject({
      status: 200,
      body: { appeal: { status: "granted", decided_by: "olga" } },
    });
    expect((await call(api("/skills/demoted/1.0.0"))).body.demoted_reason).toBeNull();
    expect((await grant(other)).status).toBe(409);
    expect((await appeal(ada)).status).toBe(409);
    const audit = (await call(api("/admin/audit?target=skill:demoted@1.0.0&limit=100"), { token: other })).body.items;
    const actions = audit.map(({ action }: { action: string }) => action);
    for (const one of ["report.open", "report.uphold", "version.tier", "report.appeal", "appeal.grant"])
      expect(actions).toContain(one);
  });

  test("no case is about what is only staged: neither named, nor as the newest; and that can be rejected", async () => {
    await community("waiting");
    const staging = {
      token: ada,
      body: sampleZip({ name: "waiting", version: "2.0.0" }) as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    };
    expect((await call(api("/staged-versions"), staging)).status).toBe(201);
    const row = versionRow("waiting", "2.0.0");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:waiting@2.0.0');
       UPDATE inspections SET status = 'completed', verdict = 'ALLOW', finished_at = now() WHERE version_id = ${row};
       UPDATE versions SET status = 'staged', verdict = 'ALLOW' WHERE id = ${row}; COMMIT;`,
    );
    const { id } = (await report(bob, "waiting", { kind: "malware", text: "all of it" })).body;
    for (const effect of ["demotion", "quarantine"]) {
      const named = await decide(other, `reports/${id}/uphold`, { effect, reason: "it is so", version: "2.0.0" });
      expect(named, effect).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect(await decide(other, `reports/${id}/uphold`, { effect: "demotion", reason: "it is so" })).toMatchObject({
      status: 200,
      body: { effect: { kind: "demotion", version: "1.0.0" } },
    });
    const again = (await report(bob, "waiting", { kind: "spam", text: "and more" })).body.id;
    expect((await decide(other, `reports/${again}/dismiss`, { reason: "it is none" })).status).toBe(200);
    const rejected = await call(api("/skills/waiting/2.0.0/reject"), { token: ada, json: { reason: "not this one" } });
    expect(rejected.status).toBe(204);
  });

  test("held first, then upheld with quarantine; a rejected appeal leaves it withheld", async () => {
    await community("held");
    const { id } = (await report(bob, "held", { kind: "impersonation", text: "not ada's" })).body;
    const hold = await call(api("/admin/skills/held/1.0.0/quarantine"), {
      token: other,
      json: { reason: "while we look" },
    });
    expect(hold.status).toBe(200);
    expect(await decide(other, `reports/${id}/uphold`, { effect: "quarantine", reason: "it is not" })).toMatchObject({
      status: 200,
    });
    expect(await status("held")).toBe(403);
    await call(api(`/reports/${id}/appeal`), { token: ada, json: { text: "it is mine" } });
    const rejected = await decide(registry.adminToken, `appeals/${id}/reject`, { reason: "no proof" });
    expect(rejected).toMatchObject({ status: 200, body: { appeal: { status: "rejected", reason: "no proof" } } });
    expect(await status("held")).toBe(403);
    expect((await noticesOf(ada)).map(({ kind }) => kind)).toContain("appeal-rejected");
  });

  test("a granted appeal releases what it withheld, unless another upheld case withholds it too", async () => {
    await community("twice");
    const cases = await Promise.all(
      (["spam", "malware"] as const).map((kind) => report(bob, "twice", { kind, text: "bad", version: "1.0.0" })),
    );
    const [first, second] = cases.map(({ body }) => String(body.id));
    for (const id of [first, second])
      expect((await decide(other, `reports/${id}/uphold`, { effect: "quarantine", reason: "yes" })).status).toBe(200);
    for (const id of [first, second]) await call(api(`/reports/${id}/appeal`), { token: ada, json: { text: "wrong" } });
    await decide(registry.adminToken, `appeals/${first}/grant`, { reason: "fine" });
    expect(await status("twice")).toBe(403);
    await decide(registry.adminToken, `appeals/${second}/grant`, { reason: "fine, too" });
    expect(await status("twice")).toBe(200);
  });

  test("who reported it or published it does not decide; dismissed is told to both, and does nothing", async () => {
    await community("kept");
    const { id } = (await report(other, "kept", { kind: "copyright", text: "mine" })).body;
    expect((await decide(other, `reports/${id}/dismiss`, { reason: "hm, no" })).status).toBe(403);
    expect((await decide(registry.adminToken, `reports/${id}/dismiss`, { reason: "it is licensed" })).status).toBe(200);
    expect(await status("kept")).toBe(200);
    for (const token of [ada, other])
      expect((await noticesOf(token))[0]).toMatchObject({
        kind: "report-dismissed",
        text: expect.stringContaining("licensed"),
      });
    const [mine] = (await call(api("/reports"), { token: other })).body.items;
    expect(mine).toMatchObject({ id, status: "dismissed", reason: "it is licensed" });
  });
});
