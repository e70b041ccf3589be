import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queue } from "../../apps/cli/src/verbs/admin/admin.ts";
import { sweep } from "@gaia/registry";
import { describeWith } from "../harness/describe-with.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles, zipOf } from "../harness/samples.ts";

await describeWith("gpg", "Tiers: audits, demotions, notices", () => {
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

  const community = async (name: string, version: string, permissions: string[] = ["filesystem:none"]) => {
    const files = sampleFiles({ name, version, permissions });
    expect((await publish(registry.url, ada, zipOf(files))).status).toBe(201);
    await inspected(registry.url, name, version, ada);
    return sign(name, version);
  };
  const sign = async (name: string, version: string) => {
    const sums = (await call(api(`/skills/${name}/${version}/sums`), { token: ada })).body as unknown as string;
    const signed = await call(api(`/skills/${name}/${version}/signatures`), {
      token: ada,
      body: gpg.sign(sums),
      type: "application/pgp-signature",
    });
    expect(signed.body).toMatchObject({ version });
    return signed.body;
  };
  const ask = async (name: string, version: string) =>
    (await post(`/skills/${name}/${version}/promotion`, ada, { tier: "verified", note: "please" })).body;
  const verified = async (name: string, version: string) => {
    const asked = await ask(name, version);
    const decision = { inspection_id: asked.inspection_id, reason: "read every line" };
    expect((await post(`/admin/promotions/${asked.id}/approve`, registry.adminToken, decision)).status).toBe(200);
  };
  const tierOf = async (name: string, version: string) =>
    (await call(api(`/skills/${name}/${version}`))).body.security_tier;
  const swept = () =>
    sweep(
      { ...registry.running.services.registry, actor: null, requestId: null },
      { neglectedAfterMs: 60_000, deadlineMs: null, isFirst: false },
    );
  const notices = async () => (await call(api("/notices"), { token: ada })).body.items;
  const pending = async (name: string) =>
    (await call(api("/admin/promotions?status=pending"), { token: registry.adminToken })).body.items.find(
      (each: { name: string }) => each.name === name,
    );

  test("the queue shows what a version may do that the last audited one may not, and what an auditor has to look at", async () => {
    expect((await community("audited", "1.0.0", ["filesystem:read", "network:read:example.org"])).security_tier).toBe(
      "community",
    );
    const first = (await ask("audited", "1.0.0"), await pending("audited"));
    expect(first.audit).toMatchObject({
      last_audited: null,
      permissions_added: ["filesystem:read", "network:read:example.org"],
      permissions_removed: [],
    });
    const states = (audit: { checklist: { item: string; state: string }[] }) =>
      Object.fromEntries(audit.checklist.map(({ item, state }) => [item, state]));
    expect(states(first.audit)).toEqual({
      "static-analysis": "met",
      "dependency-audit": "met",
      findings: "met",
      permissions: "met",
      "new-permissions": "look",
      signer: "open",
      "manual-review": "open",
    });
    await verified("audited", "1.0.0");
    // What was audited is not audited for the next one (spec 4.1).
    expect((await community("audited", "2.0.0", ["filesystem:read", "shell:execute"])).security_tier).toBe("community");
    await ask("audited", "2.0.0");
    const second = await pending("audited");
    expect(second.audit).toMatchObject({
      last_audited: "1.0.0",
      permissions_added: ["shell:execute"],
      permissions_removed: ["network:read:example.org"],
    });
    expect(states(second.audit)).toMatchObject({ signer: "met", "dependency-audit": "met", "new-permissions": "look" });
    const home = mkdtempSync(join(tmpdir(), "gaia-home-"));
    const shown = await endOfVerb({ registry: registry.url, home, token: registry.adminToken }, (session) =>
      queue(session, {}),
    );
    expect(shown.said).toContain("+ shell:execute (since 1.0.0)");
    expect(shown.said).toContain("- network:read:example.org (since 1.0.0)");
    expect(shown.said).toContain("[ ] look: It may shell:execute");
    expect(shown.said).toContain("[ ] for you to judge: Read its instructions and its code");
  });

  test("an admin takes a tier away: neither a signature nor the sweep gives it back, the request for the audit falls, the owner is told", async () => {
    await community("demoted", "1.0.0");
    await ask("demoted", "1.0.0");
    const demote = (tier: string, token = registry.adminToken) =>
      post("/admin/skills/demoted/1.0.0/demote", token, { tier, reason: "it phones home" });
    expect((await demote("experimental", ada)).status).toBe(403);
    expect((await demote("community")).status).toBe(409);
    expect((await demote("verified")).status).toBe(400);
    expect((await demote("experimental")).body).toMatchObject({
      security_tier: "experimental",
      status: "published",
      demoted_reason: "it phones home",
    });
    expect(await pending("demoted")).toBeUndefined();
    expect((await notices())[0]).toMatchObject({
      kind: "demoted",
      name: "demoted",
      text: expect.stringMatching(/fell from community to experimental: it phones home/),
    });
    expect((await sign("demoted", "1.0.0")).security_tier).toBe("experimental");
    await swept();
    expect(await tierOf("demoted", "1.0.0")).toBe("experimental");
    expect((await post("/skills/demoted/1.0.0/promotion", ada, { tier: "verified" })).body.detail).toContain(
      "it phones home",
    );
    const undo = (token: string) => post("/admin/skills/demoted/1.0.0/undo-demotion", token, { reason: "it does not" });
    const reader = await narrowToken(registry, { handle: "admin", scopes: ["read", "admin"] });
    expect((await undo(reader)).status).toBe(403);
    expect((await undo(registry.adminToken)).body).toMatchObject({ security_tier: "community", demoted_reason: null });
    expect((await undo(registry.adminToken)).status).toBe(409);
    expect((await notices())[0]).toMatchObject({ kind: "restored", name: "demoted" });

    await verified("demoted", "1.0.0");
    expect((await demote("community")).body).toMatchObject({ security_tier: "community", demoted_reason: null });
    await swept();
    expect(await tierOf("demoted", "1.0.0")).toBe("community");
  });

  describe("undo-demotion gives back what a demotion took (first week, A8)", () => {
    const decide = (name: string, verb: string, tier?: string) =>
      post(`/admin/skills/${name}/1.0.0/${verb}`, registry.adminToken, { reason: "a doubt", ...(tier && { tier }) });
    const undo = async (name: string) => (await decide(name, "undo-demotion")).body;

    test.each([["community"], ["experimental"]])("verified, right after a demotion to %s", async (tier) => {
      const name = `taken-to-${tier}`;
      await community(name, "1.0.0");
      await verified(name, "1.0.0");
      await decide(name, "demote", tier);
      await swept();
      expect(await tierOf(name, "1.0.0")).toBe(tier);
      expect(await undo(name)).toMatchObject({ security_tier: "verified", demoted_reason: null });
      expect((await notices())[0]).toMatchObject({
        kind: "restored",
        text: expect.stringContaining("is verified again"),
      });
      expect((await decide(name, "undo-demotion")).status).toBe(409);
    });

    test("both steps, where it fell in two", async () => {
      await community("fell-twice", "1.0.0");
      await verified("fell-twice", "1.0.0");
      await decide("fell-twice", "demote", "community");
      await decide("fell-twice", "demote", "experimental");
      expect(await undo("fell-twice")).toMatchObject({ security_tier: "verified" });
    });

    test("nothing that a quarantine took since: its release begins at experimental, and no demotion stands any more", async () => {
      await community("withheld-since", "1.0.0");
      await verified("withheld-since", "1.0.0");
      await decide("withheld-since", "demote", "community");
      await decide("withheld-since", "quarantine");
      await decide("withheld-since", "release");
      const undone = await decide("withheld-since", "undo-demotion");
      expect(undone.status).toBe(409);
      expect(undone.body.detail).toBe("No demotion of withheld-since 1.0.0 by an admin stands.");
      expect(await tierOf("withheld-since", "1.0.0")).not.toBe("verified");
    });

    test("community alone, where another inspection counts since: verified takes another audit", async () => {
      await community("looked-at-again", "1.0.0");
      await verified("looked-at-again", "1.0.0");
      await decide("looked-at-again", "demote", "community");
      const before = (await call(api("/skills/looked-at-again/1.0.0"))).body.inspection_id;
      expect(
        (await post("/admin/rescans", registry.adminToken, { skill: "looked-at-again", reason: "again" })).status,
      ).toBe(201);
      await expect
        .poll(async () => (await call(api("/skills/looked-at-again/1.0.0"))).body.inspection_id, { timeout: 60_000 })
        .not.toBe(before);
      expect(await undo("looked-at-again")).toMatchObject({ security_tier: "community" });
    });
  });

  test("the ceiling of verified is what is declared (spec 3.3): what its files use beyond that is not audited away", async () => {
    expect((await publish(registry.url, ada, heldZip({ name: "beyond" }))).status).toBe(201);
    const { inspection_id, verdict } = await inspected(registry.url, "beyond", "1.0.0", ada);
    expect(verdict).toBe("REVIEW");
    await post("/admin/skills/beyond/1.0.0/clear", registry.adminToken, { inspection_id, reason: "git alone" });
    expect((await notices())[0]).toMatchObject({
      kind: "cleared",
      name: "beyond",
      text: expect.stringContaining("git alone"),
    });
    expect((await sign("beyond", "1.0.0")).security_tier).toBe("community");
    const asked = await post("/skills/beyond/1.0.0/promotion", ada, { tier: "verified" });
    expect(asked).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/approves what is declared.*shell:execute/) },
    });
  });

  test("the owner is told of every decision: an audit, a quarantine, a release, a purge, a key's compromise", async () => {
    await community("told", "1.0.0");
    const kinds = async () =>
      (await notices())
        .filter((each: { name: string }) => each.name === "told")
        .map((each: { kind: string }) => each.kind);
    expect(await kinds()).toEqual([]);
    const asked = await ask("told", "1.0.0");
    const decision = { inspection_id: asked.inspection_id, reason: "not yet" };
    await post(`/admin/promotions/${asked.id}/reject`, registry.adminToken, decision);
    await verified("told", "1.0.0");
    expect(await kinds()).toEqual(["audited", "audited"]);
    const admin = (verb: string) =>
      post(`/admin/skills/told/1.0.0/${verb}`, registry.adminToken, { reason: "a doubt" });
    await admin("quarantine");
    await admin("release");
    expect(await kinds()).toEqual(["restored", "quarantined", "audited", "audited"]);
    await admin("purge");
    expect(await kinds()).toEqual(["purged"]);
    const lost = await gpgIdentity("Ada again <again@example.org>");
    const key = await post("/publishers/ada/keys", ada, { kind: "openpgp", public_key: lost.publicKey });
    const files = sampleFiles({ name: "lost-key", version: "1.0.0" });
    await publish(registry.url, ada, zipOf(files));
    await inspected(registry.url, "lost-key", "1.0.0", ada);
    const sums = (await call(api("/skills/lost-key/1.0.0/sums"))).body as unknown as string;
    const body = lost.sign(sums);
    await call(api("/skills/lost-key/1.0.0/signatures"), { token: ada, body, type: "application/pgp-signature" });
    await ask("lost-key", "1.0.0");
    await call(api(`/publishers/ada/keys/${key.body.id}?as=compromised`), { method: "DELETE", token: ada });
    expect((await notices())[0]).toMatchObject({
      kind: "demoted",
      name: "lost-key",
      text: expect.stringContaining("key"),
    });
    expect(await pending("lost-key")).toBeUndefined();
    lost.close();
  });
});
