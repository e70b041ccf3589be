import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweep } from "@gaia/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { versionRow } from "../harness/published.ts";
import { runSql } from "../harness/rows.ts";
import { confirmSigner, listHeld } from "../../apps/cli/src/verbs/release/confirm-signer.ts";
import { info as showInfo } from "../../apps/cli/src/verbs/catalog/info.ts";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { addTrust } from "../../apps/cli/src/verbs/log/trust.ts";
import { verify } from "../../apps/cli/src/verbs/installed/verify.ts";
import type { Session } from "../../apps/cli/src/session/session.ts";
import { followedLog } from "../harness/followed-log.ts";
import { until } from "../harness/until.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

await describeWith("gpg", "Who signed a skill goes on signing it, or its owner says so", () => {
  let registry: TestRegistry;
  let ada: string;
  let first: GpgIdentity;
  let second: GpgIdentity;
  const keyIds = new Map<GpgIdentity, string>();
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const post = (path: string, token: string, json: unknown) => call(api(path), { token, json });
  const identities: GpgIdentity[] = [];

  const identity = async (token: string, handle: string) => {
    const one = await gpgIdentity(`${handle} <${handle}@example.org>`);
    identities.push(one);
    const added = await post(`/publishers/${handle}/keys`, token, { kind: "openpgp", public_key: one.publicKey });
    expect(added.status).toBe(201);
    keyIds.set(one, added.body.id);
    return one;
  };

  beforeAll(async () => {
    registry = await startTestRegistry();
    ada = await account(registry.url, registry.adminToken, "ada");
    first = await identity(ada, "ada");
    second = await identity(ada, "ada");
  });
  afterAll(async () => {
    await registry.close();
    for (const one of identities) one.close();
  });

  const released = async (name: string, version: string, key: GpgIdentity | null = null) => {
    expect((await publish(registry.url, ada, sampleZip({ name, version }))).status).toBe(201);
    const done = await inspected(registry.url, name, version, ada);
    return key === null ? done : (await sign(name, version, key)).body;
  };
  const sign = async (name: string, version: string, key: GpgIdentity, token = ada) => {
    const sums = (await call(api(`/skills/${name}/${version}/sums`), { token: ada })).body as unknown as string;
    return call(api(`/skills/${name}/${version}/signatures`), {
      token,
      body: key.sign(sums),
      type: "application/pgp-signature",
    });
  };
  const confirm = (name: string, version: string, signers: string[], token = ada) =>
    post(`/skills/${name}/${version}/confirm-signer`, token, { signers });
  const shown = async (name: string, version: string) => (await call(api(`/skills/${name}/${version}`))).body;
  const latestOf = async (name: string) => (await call(api(`/skills/${name}`))).body.latest_version;
  const names = (signers: { signer: string }[]) => signers.map(({ signer }) => signer);
  const compromise = (key: GpgIdentity) =>
    call(api(`/publishers/ada/keys/${keyIds.get(key)}?as=compromised`), { method: "DELETE", token: ada });

  test("G8 a version that another one signed is held: exact pins only, experimental, not the latest, until its owner names the signer", async () => {
    const one = await released("held", "1.0.0", first);
    expect(one).toMatchObject({ security_tier: "community", signer_change: null });
    const two = await released("held", "1.1.0", second);
    expect(two).toMatchObject({
      security_tier: "experimental",
      status: "published",
      signer_change: { status: "pending" },
    });
    expect(names(two.signer_change.from)).toEqual([first.fingerprint]);
    expect(names(two.signer_change.to)).toEqual([second.fingerprint]);

    const skill = (await call(api("/skills/held"))).body;
    expect(skill.latest_version).toBe("1.0.0");
    expect(skill.versions.map((each: { signer_change: string | null }) => each.signer_change)).toEqual([
      "pending",
      null,
    ]);
    expect(skill.passed_over).toEqual([{ version: "1.1.0", reason: expect.stringContaining("signer changed") }]);
    const plain = await call(api("/skills/held/download"));
    expect(plain.headers.get("content-disposition")).toContain("1.0.0");
    expect((await call(api("/skills/held/1.1.0/download"))).status).toBe(200);
    const asked = await post("/skills/held/1.1.0/promotion", ada, { tier: "verified" });
    expect(asked).toMatchObject({ status: 409, body: { detail: expect.stringContaining("confirm who signs it") } });

    const own = (await call(api("/signer-changes"), { token: ada })).body.items;
    const everybodys = (await call(api("/admin/signer-changes"), { token: registry.adminToken })).body.items;
    for (const list of [own, everybodys])
      expect(list).toContainEqual(expect.objectContaining({ name: "held", version: "1.1.0", publisher: "ada" }));
    const notices = (await call(api("/notices"), { token: ada })).body.items;
    expect(notices[0]).toMatchObject({ kind: "signer-change", version: "1.1.0" });
    expect(notices[0].text).toContain(first.fingerprint);
    expect(notices[0].text).toContain(second.fingerprint);

    // What was not seen is not confirmed: nobody, the old one, and one more than signed.
    for (const signers of [[], [first.fingerprint], [first.fingerprint, second.fingerprint]])
      expect((await confirm("held", "1.1.0", signers)).status).toBe(409);
    expect(await confirm("held", "1.1.0", [second.fingerprint])).toMatchObject({
      status: 200,
      body: { security_tier: "community", signer_change: { status: "confirmed" } },
    });
    expect(await latestOf("held")).toBe("1.1.0");
    expect((await confirm("held", "1.1.0", [second.fingerprint])).status).toBe(409);
    expect((await call(api("/signer-changes"), { token: ada })).body.items).toEqual([]);
    // From now on the second one is who signs it.
    expect((await released("held", "1.2.0", second)).security_tier).toBe("community");
    expect((await released("held", "1.3.0", first)).signer_change.status).toBe("pending");
    const log = followedLog(registry.url);
    const holds = async () =>
      (await log.leaves()).filter(({ kind, fields }) => kind === "signer" && fields.name === "held");
    await until(async () => (await holds()).length === 3);
    expect(
      (await holds()).map(({ fields: { version, change, signers, by } }) => [version, change, signers, by]),
    ).toEqual([
      ["1.1.0", "held", second.fingerprint, undefined],
      ["1.1.0", "confirmed", second.fingerprint, "ada"],
      ["1.3.0", "held", first.fingerprint, undefined],
    ]);
    // What proves a version goes on being what the registry signed of it.
    expect(String((await call(api("/skills/held/1.3.0/proof"))).body)).toContain("index");
    const trail = await call(api("/admin/audit?target=skill:held@1.1.0"), { token: registry.adminToken });
    const entry = trail.body.items.find((each: { action: string }) => each.action === "version.confirm_signer");
    expect(entry).toMatchObject({ actor: "ada", detail: { to: [{ signer: second.fingerprint }] } });
  });

  test("G8 a version that nobody signed after signed ones is held from its publish; the known signer's signature ends that by itself", async () => {
    expect((await released("unsigned-after", "0.9.0")).signer_change).toBeNull();
    // The first signature is only better, wherever it comes in.
    expect((await released("unsigned-after", "1.0.0", first)).security_tier).toBe("community");
    const late = await released("unsigned-after", "1.1.0");
    expect(late.signer_change).toMatchObject({ status: "pending", to: [] });
    expect(await latestOf("unsigned-after")).toBe("1.0.0");
    const told = (await call(api("/notices"), { token: ada })).body.items[0];
    expect(told).toMatchObject({
      kind: "signer-change",
      name: "unsigned-after",
      text: expect.stringMatching(/^unsigned-after 1\.1\.0 is not signed; .*gaia-skill sign/),
    });
    expect((await sign("unsigned-after", "1.1.0", first)).body).toMatchObject({
      security_tier: "community",
      signer_change: null,
    });
    expect(await latestOf("unsigned-after")).toBe("1.1.0");
    // `publish --sign` of a package that was scanned faster than it was signed leaves no alarm behind.
    const left = (await call(api("/notices"), { token: ada })).body.items;
    expect(left.filter((one: { text: string }) => one.text.startsWith("unsigned-after 1.1.0"))).toEqual([]);
    // What was told of another's signature stays, whatever becomes of that and who signs afterwards.
    await released("alarm-kept", "1.0.0", first);
    await released("alarm-kept", "1.1.0", second);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'key.revoke', 'skill:alarm-kept@1.1.0');
       UPDATE signatures SET status = 'revoked' WHERE version_id = ${versionRow("alarm-kept", "1.1.0")}; COMMIT;`,
    );
    expect((await sign("alarm-kept", "1.1.0", first)).body.signer_change).toBeNull();
    const kept = (await call(api("/notices"), { token: ada })).body.items;
    const ofAnother = `alarm-kept 1.1.0 was signed by ${second.fingerprint}`;
    expect(kept.filter(({ text }: { text: string }) => text.startsWith(ofAnother))).toHaveLength(1);
    // Confirmed as unsigned, it stays experimental; another one's signature is another change.
    await released("unsigned-after", "1.2.0");
    expect((await confirm("unsigned-after", "1.2.0", [])).body).toMatchObject({
      security_tier: "experimental",
      signer_change: { status: "confirmed", to: [] },
    });
    expect(await latestOf("unsigned-after")).toBe("1.2.0");
    expect((await sign("unsigned-after", "1.2.0", second)).body).toMatchObject({
      security_tier: "experimental",
      signer_change: { status: "pending" },
    });
    expect(await latestOf("unsigned-after")).toBe("1.1.0");
    // An older version that was never signed is no way around it, nor is a signature beside a known one.
    expect((await sign("unsigned-after", "0.9.0", second)).body.signer_change.status).toBe("pending");
    expect((await sign("unsigned-after", "1.0.0", second)).body.signer_change).toBeNull();
    expect((await released("unsigned-after", "1.3.0", second)).signer_change.status).toBe("pending");
  });

  test("G8 who publishes and signs does not confirm: a token needs the scope of its own, and only the owner's and an admin's will do", async () => {
    await released("stolen", "1.0.0", first);
    await released("stolen", "1.1.0", second);
    const ci = await narrowToken(registry, {
      handle: "ada",
      scopes: ["publish", "stage", "yank", "read", "admin", "review"],
    });
    expect(await confirm("stolen", "1.1.0", [second.fingerprint], ci)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("scope confirm") },
    });
    const elsewhere = await narrowToken(registry, { handle: "ada", scopes: ["confirm"], namePatterns: ["other-*"] });
    expect((await confirm("stolen", "1.1.0", [second.fingerprint], elsewhere)).status).toBe(403);
    const eve = await account(registry.url, registry.adminToken, "eve");
    expect((await confirm("stolen", "1.1.0", [second.fingerprint], eve)).status).toBe(403);
    expect((await confirm("stolen", "1.1.0", [second.fingerprint], "")).status).toBe(401);
    expect((await call(api("/admin/signer-changes"), { token: ada })).status).toBe(403);
    expect((await call(api("/signer-changes"), { token: eve })).body.items).toEqual([]);
    expect((await shown("stolen", "1.1.0")).signer_change.status).toBe("pending");
    const own = await narrowToken(registry, { handle: "ada", scopes: ["confirm"] });
    expect((await confirm("stolen", "1.1.0", [second.fingerprint], own)).status).toBe(200);
    await released("stolen", "1.2.0", first);
    expect((await confirm("stolen", "1.2.0", [first.fingerprint], registry.adminToken)).status).toBe(200);
    const told = (await call(api("/notices"), { token: ada })).body.items[0];
    expect(told).toMatchObject({
      kind: "signer-confirmed",
      text: expect.stringMatching(/^admin confirmed that stolen 1\.2\.0/),
    });
  });

  test("G8 of two versions that wait, one confirmation settles both; eight at once are one", async () => {
    await released("both", "1.0.0", first);
    await released("both", "1.1.0", second);
    await released("both", "1.2.0", second);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm("both", "1.2.0", [second.fingerprint])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await shown("both", "1.1.0")).toMatchObject({ signer_change: null, security_tier: "community" });
    expect(await latestOf("both")).toBe("1.2.0");
  });

  test("G8 a compromised key continues nothing and is no way to begin anew; yanked, withheld and purged versions are remembered", async () => {
    const third = await identity(ada, "ada");
    const fourth = await identity(ada, "ada");
    await released("rotated", "1.0.0", third);
    await released("rotated", "1.1.0", fourth);
    expect((await compromise(third)).status).toBe(200);
    // The version that it signed falls, and the new key's signature beside it does not catch it.
    expect(await shown("rotated", "1.0.0")).toMatchObject({ security_tier: "experimental" });
    expect((await sign("rotated", "1.0.0", fourth)).body).toMatchObject({
      security_tier: "experimental",
      signer_change: { status: "pending", from: [{ signer: third.fingerprint }] },
    });
    expect((await shown("rotated", "1.1.0")).signer_change.status).toBe("pending");
    // The demotion is told, and asks for nobody's audit any more.
    const notices = (await call(api("/notices"), { token: ada })).body.items;
    expect(notices).toContainEqual(expect.objectContaining({ kind: "demoted", name: "rotated", version: "1.0.0" }));
    expect((await confirm("rotated", "1.1.0", [fourth.fingerprint])).body.security_tier).toBe("community");
    expect((await shown("rotated", "1.0.0")).security_tier).toBe("community");

    await released("forgotten", "1.0.0", first);
    await post("/skills/forgotten/1.0.0/yank", ada, { reason: "an old one" });
    expect((await released("forgotten", "1.1.0", second)).signer_change.status).toBe("pending");
    await post("/skills/forgotten/1.0.0/purge", ada, { reason: "gone for good" });
    const next = await released("forgotten", "1.2.0", second);
    expect(next).toMatchObject({ security_tier: "experimental", signer_change: { status: "pending" } });
    expect(names(next.signer_change.from)).toEqual([first.fingerprint]);
    // Yanked and back, it still waits; purged, it waits for nobody.
    await post("/skills/forgotten/1.2.0/yank", ada, { reason: "not yet" });
    expect((await post("/skills/forgotten/1.2.0/unyank", ada, {})).body.signer_change.status).toBe("pending");
    await post("/skills/forgotten/1.2.0/purge", ada, { reason: "gone for good" });
    expect((await confirm("forgotten", "1.2.0", [second.fingerprint])).status).toBe(410);
    const waiting = (await call(api("/signer-changes"), { token: ada })).body.items;
    expect(waiting.map((each: { name: string; version: string }) => `${each.name}@${each.version}`)).toContain(
      "forgotten@1.1.0",
    );
    expect(waiting.map((each: { name: string; version: string }) => `${each.name}@${each.version}`)).not.toContain(
      "forgotten@1.2.0",
    );
  });

  test("G8 the command line takes no held version by range, whatever it may take, refuses it by number, and confirms what it showed", async () => {
    await released("by-hand", "1.0.0", first);
    const { fingerprint } = (await call(api("/keys"))).body.keys[0];
    const homes = [mkdtempSync(join(tmpdir(), "gaia-home-")), mkdtempSync(join(tmpdir(), "gaia-home-"))];
    const [plain = "", pinned = ""] = homes;
    const end = (home: string, verb: (session: Session) => Promise<unknown>) =>
      endOfVerb({ registry: registry.url, home, token: ada }, verb);
    const installed = (home: string, spec: string, more: object = {}) =>
      end(home, (session) => install(session, { specs: [spec], ...more }));
    expect((await end(pinned, (session) => addTrust(session, { registry: registry.url, fingerprint }))).code).toBe(0);
    for (const home of homes) expect((await installed(home, "by-hand")).code).toBe(0);
    await released("by-hand", "1.1.0", second);
    for (const home of homes)
      for (const allowExperimental of [false, true, true]) {
        const again = await installed(home, "by-hand", { allowExperimental });
        expect(again).toMatchObject({ code: 0, said: expect.stringContaining("by-hand 1.0.0") });
      }
    const exact = { allowExperimental: true, yes: true };
    for (const home of [...homes, mkdtempSync(join(tmpdir(), "gaia-home-"))]) {
      const refused = await installed(home, "by-hand@1.1.0", exact);
      expect(refused.code).toBe(4);
      for (const one of [first, second]) expect(refused.said).toContain(one.fingerprint);
    }

    const info = await end(plain, (session) => showInfo(session, { spec: "by-hand@1.1.0" }));
    expect(info.said).toContain(`${second.fingerprint}, until then ${first.fingerprint}: pending`);

    const confirmed = (signer?: string[]) =>
      end(plain, (session) => confirmSigner(session, { release: "by-hand@1.1.0", signer }));
    expect((await end(plain, (session) => listHeld(session, {}))).said).toContain(
      `by-hand@1.1.0 signed by ${second.fingerprint}`,
    );
    expect(await confirmed()).toMatchObject({
      code: 4,
      said: expect.stringContaining(`--signer ${second.fingerprint}`),
    });
    for (const wrong of [["none"], [first.fingerprint]]) expect((await confirmed(wrong)).code).not.toBe(0);
    expect(await confirmed([second.fingerprint])).toMatchObject({
      code: 0,
      said: expect.stringContaining("community"),
    });
    // Whom the registry believes is not yet whom this machine believes.
    for (const home of homes) {
      expect((await installed(home, "by-hand", { yes: true })).code).toBe(4);
      expect((await installed(home, "by-hand", { acceptSigner: [second.fingerprint] })).code).toBe(0);
      expect((await end(home, (session) => verify(session, { target: "by-hand" }))).code).toBe(0);
    }
  });

  test("G8 a hold that outlived its reason, as after a crash, is ended by the sweep; one that did not, is not", async () => {
    await released("swept", "1.0.0", first);
    await released("swept", "1.1.0", first);
    await released("swept", "1.2.0", second);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE signatures SET accepted_at = NULL WHERE version_id = (SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id
         WHERE s.name = 'swept' AND v.version = '1.1.0');
       INSERT INTO signer_changes (version_id, status, from_signers) SELECT v.id, 'pending', '[]' FROM versions v
         JOIN skills s ON s.id = v.skill_id WHERE s.name = 'swept' AND v.version = '1.1.0'; COMMIT;`,
    );
    const ctx = { ...registry.running.services.registry, actor: null, requestId: null };
    const { settled } = await sweep(ctx, { neglectedAfterMs: 60_000, deadlineMs: null, isFirst: false });
    expect(settled).toBeGreaterThan(0);
    expect((await shown("swept", "1.1.0")).signer_change).toBeNull();
    expect((await shown("swept", "1.2.0")).signer_change.status).toBe("pending");
  });
});
