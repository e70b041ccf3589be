import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleFiles, type SampleFiles, zipOf } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

await describeWith("gpg", "What a re-scan does to earned tiers", () => {
  let registry: TestRegistry;
  let ada: string;
  let gpg: GpgIdentity;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const post = (path: string, token: string, json: unknown) => call(api(path), { token, json });
  const see = async (name: string) => (await call(api(`/skills/${name}/1.0.0`), { token: ada })).body;

  beforeAll(async () => {
    registry = await startTestRegistry({ scansAnew: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    gpg = await gpgIdentity("Ada <ada@example.org>");
    await post("/publishers/ada/keys", ada, { kind: "openpgp", public_key: gpg.publicKey });
  });
  afterAll(async () => {
    await registry.close();
    gpg.close();
  });

  const signed = async (name: string, files: SampleFiles = {}) => {
    expect((await publish(registry.url, ada, zipOf({ ...sampleFiles({ name }), ...files }))).status).toBe(201);
    await inspected(registry.url, name, "1.0.0", ada);
    const sums = (await call(api(`/skills/${name}/1.0.0/sums`), { token: ada })).body as unknown as string;
    const input = { token: ada, body: gpg.sign(sums), type: "application/pgp-signature" };
    return (await call(api(`/skills/${name}/1.0.0/signatures`), input)).body;
  };
  const asked = async (name: string) =>
    (await post(`/skills/${name}/1.0.0/promotion`, ada, { tier: "verified", note: "please" })).body;
  const approve = (id: string, inspectionId: string) =>
    post(`/admin/promotions/${id}/approve`, registry.adminToken, { inspection_id: inspectionId, reason: "read it" });
  const requestOf = async (id: string) =>
    (await call(api("/admin/promotions?limit=100"), { token: registry.adminToken })).body.items.find(
      (each: { id: string }) => each.id === id,
    );
  const rescan = async (skill: string) => {
    const begun = await post("/admin/rescans", registry.adminToken, {
      reason: "to be sure",
      skill,
      scanners: ["bandit"],
    });
    expect(begun.status).toBe(201);
    const path = api(`/admin/rescans/${begun.body.id}`);
    await until(async () => (await call(path, { token: registry.adminToken })).body.status === "completed");
  };
  const change = (name: string, set: string) =>
    runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE versions SET ${set} WHERE skill_id = (SELECT id FROM skills WHERE name = '${name}'); COMMIT;`,
    );

  test("a better verdict raises a signed version to community; verified is not given back without an audit", async () => {
    expect(await signed("fallen")).toMatchObject({ security_tier: "community" });
    const request = await asked("fallen");
    expect((await approve(request.id, request.inspection_id)).status).toBe(200);
    expect(await see("fallen")).toMatchObject({ security_tier: "verified" });
    // The same verdict again takes nothing.
    await rescan("fallen");
    expect(await see("fallen")).toMatchObject({ security_tier: "verified", verdict: "ALLOW" });

    const withheld =
      "status = 'quarantined', verdict = 'BLOCK', quarantined_by = 'scan', status_before_quarantine = 'published', status_reason = 'once'";
    await change("fallen", `tier = 'experimental', ${withheld}`);
    await rescan("fallen");
    // The tier that a better verdict gives back is a decision of its own, right after the re-scan's.
    await until(async () => (await see("fallen")).security_tier !== "experimental");
    expect(await see("fallen")).toMatchObject({ status: "published", verdict: "ALLOW", security_tier: "community" });
    const { items } = (await call(api("/notices?unread=true"), { token: ada })).body;
    expect(items.slice(0, 1)).toMatchObject([
      { kind: "restored", name: "fallen", text: expect.stringContaining("ask for the audit again") },
    ]);
    const again = await asked("fallen");
    expect((await approve(again.id, again.inspection_id)).status).toBe(200);
  });

  test("a request for the audit is about the inspection that counts now, and ends with the tier", async () => {
    await signed("waiting");
    const request = await asked("waiting");
    await rescan("waiting");
    const { inspection_id: now, security_tier: tier } = await see("waiting");
    expect(tier).toBe("community");
    expect(now).not.toBe(request.inspection_id);
    expect(await requestOf(request.id)).toMatchObject({ status: "pending", inspection_id: now });
    expect((await approve(request.id, request.inspection_id)).status).toBe(409);
    expect((await approve(request.id, now)).status).toBe(200);

    await signed("turned", {
      "run.py": "import subprocess\n\n\ndef run(words: str) -> None:\n    subprocess.call(words, shell=True)\n",
    });
    await change("turned", "verdict = 'ALLOW', tier = 'community'");
    // As if the earlier look had not seen what it does: a use that is not declared is no case for an audit.
    await runSql(
      registry,
      `UPDATE inspections SET uses = NULL WHERE id = (SELECT inspection_id FROM versions JOIN skills ON skills.id = skill_id WHERE name = 'turned')`,
    );
    const other = await asked("turned");
    expect(other.status).toBe("pending");
    await rescan("turned");
    expect(await see("turned")).toMatchObject({ security_tier: "experimental", verdict: "REVIEW" });
    expect(await requestOf(other.id)).toMatchObject({
      status: "withdrawn",
      reason: "its tier fell: a re-scan ended with REVIEW",
    });
  });
});
