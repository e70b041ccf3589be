import { verifyEnvelope } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";

await describeWith("gpg", "Promotions and what admins decide", () => {
  let registry: TestRegistry;
  let ada: string;
  let gpg: GpgIdentity;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const post = (path: string, token: string, json: unknown) => call(api(path), { token, json });

  beforeAll(async () => {
    registry = await startTestRegistry();
    ada = await account(registry.url, registry.adminToken, "ada");
    gpg = await gpgIdentity("Ada <ada@example.org>");
    await post("/publishers/ada/keys", ada, { kind: "openpgp", public_key: gpg.publicKey });
  });
  afterAll(async () => {
    await registry.close();
    gpg.close();
  });

  const experimental = async (name: string, token = ada) => {
    expect((await publish(registry.url, token, sampleZip({ name }))).status).toBe(201);
    return inspected(registry.url, name, "1.0.0", token);
  };
  const sign = async (name: string, token = ada) => {
    const sums = (await call(api(`/skills/${name}/1.0.0/sums`), { token })).body as unknown as string;
    return call(api(`/skills/${name}/1.0.0/signatures`), {
      token,
      body: gpg.sign(sums),
      type: "application/pgp-signature",
    });
  };
  const community = async (name: string) => {
    const version = await experimental(name);
    expect((await sign(name)).body.security_tier).toBe("community");
    return version;
  };
  const ask = (name: string, token = ada) =>
    post(`/skills/${name}/1.0.0/promotion`, token, { tier: "verified", note: "please" });
  const decide = (id: string, verb: "approve" | "reject", inspectionId: string, token = registry.adminToken) =>
    post(`/admin/promotions/${id}/${verb}`, token, { inspection_id: inspectionId, reason: "read every line" });
  const tierOf = async (name: string) => (await call(api(`/skills/${name}/1.0.0`), { token: ada })).body.security_tier;

  test("what is not community is not audited, and the answer says what stands in the way", async () => {
    await experimental("unsigned");
    const answer = await ask("unsigned");
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringMatching(/No signature.*experimental; it has to be community/s) },
    });
    expect((await ask("unsigned", "")).status).toBe(401);
    expect((await ask("no-such-skill")).status).toBe(404);
    const eve = await account(registry.url, registry.adminToken, "eve");
    expect((await ask("unsigned", eve)).status).toBe(403);
    for (const tier of ["community", "experimental", "root"]) {
      expect((await post("/skills/unsigned/1.0.0/promotion", ada, { tier })).status).toBe(400);
    }
  });

  test("asked twice is filed once; only an admin decides, on the inspection that counts, once", async () => {
    const { inspection_id: inspection } = await community("audited");
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask("audited")));
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(7);
    const [id = "", ...others] = new Set(asked.map(({ body }) => body.id as string));
    expect(others).toEqual([]);

    expect((await decide(id, "approve", inspection, ada)).status).toBe(403);
    expect((await decide(id, "approve", inspection, "")).status).toBe(401);
    const stale = await decide(id, "approve", crypto.randomUUID());
    expect(stale).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await decide(crypto.randomUUID(), "approve", inspection)).status).toBe(404);
    expect(
      (await post(`/admin/promotions/${id}/approve`, registry.adminToken, { inspection_id: inspection })).status,
    ).toBe(400);
    expect(await tierOf("audited")).toBe("community");

    const answers = await Promise.all(Array.from({ length: 6 }, () => decide(id, "approve", inspection)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await tierOf("audited")).toBe("verified");
    expect((await decide(id, "reject", inspection)).status).toBe(409);
    expect(await tierOf("audited")).toBe("verified");

    // One countersignature, and it says what was decided about which release.
    const { attestations } = (await call(api("/skills/audited/1.0.0/attestations"))).body;
    const { keys } = (await call(api("/keys"))).body;
    const tiers = attestations
      .filter((each: { decision: string }) => each.decision === "tier")
      .map((each: { envelope: unknown }) => verifyEnvelope(each.envelope, keys));
    expect(tiers).toHaveLength(2);
    expect(tiers[1]).toMatchObject({ ok: true });
    expect(JSON.stringify(tiers[1])).toContain("verified");
    const trail = (await call(api("/admin/audit?target=skill:audited@1.0.0"), { token: registry.adminToken })).body
      .items;
    expect(trail.map((each: { action: string }) => each.action).toReversed()).toEqual([
      "version.publish",
      "version.inspected",
      "version.sign",
      "version.tier",
      "promotion.request",
      "version.tier",
    ]);
  });

  test("a rejected request leaves the tier; another may follow", async () => {
    const { inspection_id: inspection } = await community("rejected");
    const first = (await ask("rejected")).body;
    expect(await decide(first.id, "reject", inspection)).toMatchObject({
      status: 200,
      body: { status: "rejected", decided_by: "admin" },
    });
    expect(await tierOf("rejected")).toBe("community");
    const second = await ask("rejected");
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.id);
    expect((await decide(second.body.id, "approve", inspection)).body.status).toBe("approved");
  });

  test("admins do not decide about their own publishers' skills, nor about what they asked for", async () => {
    await post("/publishers/admin/keys", registry.adminToken, { kind: "openpgp", public_key: gpg.publicKey });
    await experimental("own-work", registry.adminToken);
    expect((await sign("own-work", registry.adminToken)).body.security_tier).toBe("community");
    const asked = await ask("own-work", registry.adminToken);
    expect(asked.status).toBe(201);
    for (const verb of ["approve", "reject"] as const) {
      expect(await decide(asked.body.id, verb, asked.body.inspection_id)).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    }
    expect((await call(api("/skills/own-work/1.0.0"))).body.security_tier).toBe("community");
  });

  test("G10 approval is refused when what was audited is no longer so: quarantined, inspected anew, its key compromised", async () => {
    const second = await gpgIdentity("Ada again <again@example.org>");
    const registered = await post("/publishers/ada/keys", ada, { kind: "openpgp", public_key: second.publicKey });
    const changes: [string, () => Promise<unknown>][] = [
      ["withheld", () => post("/admin/skills/withheld/1.0.0/quarantine", registry.adminToken, { reason: "a doubt" })],
      [
        "reinspected",
        () =>
          runSql(
            registry,
            `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
           INSERT INTO inspections (version_id, status, verdict, started_at, finished_at)
             SELECT v.id, 'completed', 'ALLOW', now(), now() FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'reinspected';
           UPDATE versions v SET inspection_id = (SELECT i.id FROM inspections i WHERE i.version_id = v.id AND i.id <> v.inspection_id)
             WHERE v.skill_id = (SELECT id FROM skills WHERE name = 'reinspected'); COMMIT;`,
          ),
      ],
      [
        "compromised",
        () => call(api(`/publishers/ada/keys/${registered.body.id}?as=compromised`), { method: "DELETE", token: ada }),
      ],
    ];
    for (const [name, change] of changes) {
      await experimental(name);
      const sums = (await call(api(`/skills/${name}/1.0.0/sums`), { token: ada })).body as unknown as string;
      const key = name === "compromised" ? second : gpg;
      await call(api(`/skills/${name}/1.0.0/signatures`), {
        token: ada,
        body: key.sign(sums),
        type: "application/pgp-signature",
      });
      const asked = await ask(name);
      expect(asked.status, name).toBe(201);
      await change();
      const answer = await decide(asked.body.id, "approve", asked.body.inspection_id);
      expect([403, 409], name).toContain(answer.status);
      expect(["experimental", "community"], name).toContain(await tierOf(name));
      expect(
        await rowsOf(registry, "SELECT 1 FROM promotions WHERE id = $1 AND status = 'approved'", [asked.body.id]),
      ).toEqual([]);
    }
    second.close();
  });

  test("a quarantined version loses its tier and gets none back by release or by signing", async () => {
    await community("fallen");
    expect(
      (await post("/admin/skills/fallen/1.0.0/quarantine", registry.adminToken, { reason: "a doubt" })).body,
    ).toMatchObject({
      status: "quarantined",
      security_tier: "experimental",
    });
    const sums = (await call(api("/skills/fallen/1.0.0/sums"), { token: ada })).body as unknown as string;
    const answer = await call(api("/skills/fallen/1.0.0/signatures"), {
      token: ada,
      body: gpg.sign(sums),
      type: "application/pgp-signature",
    });
    if (answer.status < 300) expect(answer.body.security_tier).toBe("experimental");
    expect(await tierOf("fallen")).toBe("experimental");
    expect((await post("/admin/skills/fallen/1.0.0/release", ada, { reason: "I say so" })).status).toBe(403);
  });

  test("a version that was withheld during its inspection is not released before the verdict", async () => {
    const slow = { ...sampleFiles({ name: "too-soon" }), "big.py": "value = [1, 2, 3]\n".repeat(6_000) };
    expect((await publish(registry.url, ada, zipOf(slow))).status).toBe(201);
    let withheld = await post("/admin/skills/too-soon/1.0.0/quarantine", registry.adminToken, { reason: "a doubt" });
    while (withheld.status === 409) {
      withheld = await post("/admin/skills/too-soon/1.0.0/quarantine", registry.adminToken, { reason: "a doubt" });
    }
    expect(withheld.body).toMatchObject({ status: "quarantined", verdict: null });
    const release = () => post("/admin/skills/too-soon/1.0.0/release", registry.adminToken, { reason: "all is well" });
    expect(await release()).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await call(api("/skills/too-soon/1.0.0"))).status).toBe(403);
    await registry.settle();
    expect((await call(api("/skills/too-soon/1.0.0"), { token: ada })).body).toMatchObject({
      status: "quarantined",
      verdict: "ALLOW",
    });
    expect(await release()).toMatchObject({
      status: 200,
      body: { status: "published", security_tier: "experimental" },
    });
  });
});
