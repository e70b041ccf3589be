import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { type Browser, browser, codeOf, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
});
afterAll(() => registry.close());

const api = (path: string) => `${registry.url}/api/v1${path}`;
const CODE_NEEDED = { status: 403, body: { code: "second_factor_required" } };

/** Somebody who signs in with a second factor, and a token that may all of it. */
async function person(handle: string) {
  const { first } = await signedUp(registry, handle);
  const made = await first.post("/api/v1/tokens", { name: "all", scopes: ["*"] });
  return { first, token: String(made.body.token), secure: () => withSecondFactor(first) };
}

/** Asks with the cookies of somebody's browser, from a page of this site. */
const inBrowser = ({ cookies }: Browser, method: string, path: string, json?: unknown) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return call(`${registry.url}${path}`, { method, json, headers: { cookie, "sec-fetch-site": "same-origin" } });
};
const role = (handle: string, to: "admin" | "user", token = registry.adminToken) =>
  call(api(`/admin/accounts/${handle}/role`), { method: "PUT", token, json: { role: to } });
const audited = (action: string, target: string) =>
  rowsOf<{ actor: string; detail: unknown }>(
    registry,
    "SELECT actor, detail FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id",
    [action, target],
  );

/** A skill of somebody with a review and a request for its audit, and another that is staged. */
async function judged(token: string, handle: string) {
  const name = `of-${handle}`;
  await publishedAtOnce(registry, { token, name, version: "1.0.0" });
  const zip = sampleZip({ name: `staged-by-${handle}`, version: "1.0.0" });
  const staged = { token, body: new Uint8Array(zip), type: "application/zip" };
  expect((await call(api("/staged-versions"), staged)).status).toBe(201);
  const version = versionRow(name, "1.0.0");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:staged-by-${handle}@1.0.0');
     UPDATE versions SET status = 'staged' WHERE awaits_approval;
     INSERT INTO reviews (skill_id, version_id, account_id, rating, created_at, updated_at)
     SELECT s.id, ${version}, a.id, 4, now(), now() FROM skills s, accounts a WHERE s.name = '${name}' AND a.handle = 'admin';
     INSERT INTO promotions (version_id, from_tier, to_tier, status, inspection_id, requested_by)
     SELECT v.id, 'community', 'verified', 'pending', v.inspection_id, a.id FROM versions v, accounts a
     WHERE v.id = ${version} AND a.handle = '${handle}'; COMMIT;`,
  );
  const [found] = await rowsOf<{ inspection: string; promotion: string; review: string }>(
    registry,
    `SELECT v.inspection_id AS inspection, p.id AS promotion, r.id AS review
     FROM versions v JOIN promotions p ON p.version_id = v.id JOIN reviews r ON r.version_id = v.id WHERE v.id = ${version}`,
  );
  if (!found) throw new Error(`${name} has no request and no review`);
  return found;
}

describe("a second factor before what is grave", () => {
  test("H-A3 what an admin does to accounts, quotas and others' releases takes it, with a token and in a browser", async () => {
    const boss = await person("boss");
    expect((await role("boss", "admin")).status).toBe(200);
    await account(registry.url, registry.adminToken, "eve");
    const ann = await account(registry.url, registry.adminToken, "ann");
    await publishedAtOnce(registry, { token: ann, name: "of-ann", version: "1.0.0" });
    const told = { token: registry.adminToken, json: { kind: "spam", text: "it is none" } };
    const report = await call(api("/skills/of-ann/reports"), told);
    const { uri } = await boss.secure();
    const reason = "because of it";
    const grave = [
      ["POST", "/api/v1/admin/accounts/eve/suspend", { reason }, 200],
      ["POST", "/api/v1/admin/accounts/eve/reinstate", { reason }, 200],
      ["PUT", "/api/v1/admin/accounts/eve/role", { role: "admin" }, 200],
      ["POST", "/api/v1/admin/accounts", { handle: "more" }, 201],
      ["PUT", "/api/v1/admin/publishers/ann/quota", { mebibytes: 1 }, 200],
      ["POST", `/api/v1/admin/reports/${report.body.id}/uphold`, { reason, effect: "quarantine" }, 200],
      ["POST", "/api/v1/admin/skills/of-ann/1.0.0/purge", { reason }, 200],
      ["POST", "/api/v1/admin/invitations", { email: null }, 201],
    ] as const;
    for (const [method, path, json] of grave) {
      const refused = await call(`${registry.url}${path}`, { method, token: boss.token, json });
      expect(refused, path).toMatchObject(CODE_NEEDED);
    }
    expect(await audited("account.suspend", "account:eve")).toEqual([]);
    for (const [method, path, json, status] of grave) {
      const done = await inBrowser(boss.first, method, path, json);
      expect(done.status, `${path} ${JSON.stringify(done.body)}`).toBe(status);
    }
    const headers = { "gaia-otp": await codeOf(uri) };
    const withCode = await call(api("/admin/accounts"), { token: boss.token, json: { handle: "by-code" }, headers });
    expect(withCode.status).toBe(201);
  });

  test("H-A3 what an admin does to versions, requests, reviews, re-scans and advisories takes it", async () => {
    const judge = await person("judge");
    const { token } = judge;
    const bea = await account(registry.url, registry.adminToken, "bea");
    const { inspection, promotion, review } = await judged(bea, "bea");
    expect((await role("judge", "admin")).status).toBe(200);
    await judge.secure();
    const reason = "because of it";
    const of = (verb: string) => `/api/v1/admin/skills/of-bea/1.0.0/${verb}`;
    const decision = { inspection_id: inspection, reason };
    const grave = [
      [of("quarantine"), { reason }, 200],
      [of("release"), { reason }, 200],
      [of("demote"), { tier: "experimental", reason }, 409],
      [of("undo-demotion"), { reason }, 409],
      [of("unyank"), { reason }, 409],
      [of("clear"), decision, 409],
      [`/api/v1/admin/promotions/${promotion}/approve`, decision, 409],
      [`/api/v1/admin/promotions/${promotion}/reject`, decision, 200],
      [`/api/v1/admin/reviews/${review}/remove`, { reason }, 200],
      ["/api/v1/admin/rescans", { reason, skill: "of-bea" }, 201],
      ["/api/v1/admin/advisories", { id: "no-advisory" }, 400],
      ["/api/v1/skills/staged-by-bea/1.0.0/reject", { reason }, 204],
    ] as const;
    const before = await rowsOf(
      registry,
      "SELECT id FROM audit_log WHERE actor = 'judge' AND action <> 'token.create'",
    );
    for (const [path, json] of grave)
      expect(await call(`${registry.url}${path}`, { token, json, method: "POST" }), path).toMatchObject(CODE_NEEDED);
    const after = await rowsOf(registry, "SELECT id FROM audit_log WHERE actor = 'judge' AND action <> 'token.create'");
    expect(after).toEqual(before);
    // A re-scan that has ended is neither resumed nor cancelled.
    const release = registry.holdInspection("of-bea");
    for (const [path, json, status] of grave) {
      const done = await inBrowser(judge.first, "POST", path, json);
      expect(done.status, `${path} ${JSON.stringify(done.body)}`).toBe(status);
    }
    const [live] = (await call(api("/admin/rescans?status=running"), { token })).body.items;
    for (const verb of ["resume", "cancel"]) {
      const path = `/api/v1/admin/rescans/${live.id}/${verb}`;
      expect(await call(`${registry.url}${path}`, { token, json: { reason }, method: "POST" })).toMatchObject(
        CODE_NEEDED,
      );
    }
    expect((await inBrowser(judge.first, "POST", `/api/v1/admin/rescans/${live.id}/cancel`, { reason })).status).toBe(
      200,
    );
    release();
  });

  test("H-A3 becoming an owner, ceasing to be one, and taking back a release take it; being a publisher does not", async () => {
    const [olga, nils] = [await person("olga"), await person("nils")];
    const invite = async (whom: string, as: string) => {
      const json = { account: whom, role: as };
      return String((await call(api("/publishers/org-o/invitations"), { token: olga.token, json })).body.id);
    };
    const accept = (id: string) => call(api(`/invitations/${id}/accept`), { method: "POST", token: nils.token });
    const leave = (token: string) => call(api("/publishers/org-o/membership"), { method: "DELETE", token });
    expect((await call(api("/publishers"), { token: olga.token, json: { handle: "org-o" } })).status).toBe(201);
    await publishedAtOnce(registry, { token: olga.token, name: "of-olga", version: "1.0.0" });
    const small = await invite("nils", "publisher");
    await nils.secure();
    expect((await accept(small)).status).toBe(200);
    expect((await leave(nils.token)).status).toBe(204);
    const great = await invite("nils", "owner");
    expect(await accept(great)).toMatchObject(CODE_NEEDED);
    expect((await nils.first.post(`/api/v1/invitations/${great}/accept`, {})).status).toBe(200);
    await olga.secure();
    expect(await leave(olga.token)).toMatchObject(CODE_NEEDED);
    expect((await inBrowser(olga.first, "DELETE", "/api/v1/publishers/org-o/membership")).status).toBe(204);
    const purge = { token: olga.token, json: { reason: "it was too early" } };
    expect(await call(api("/skills/of-olga/1.0.0/purge"), purge)).toMatchObject(CODE_NEEDED);
    expect((await olga.first.post("/api/v1/skills/of-olga/1.0.0/purge", purge.json)).status).toBe(200);
  });
});

describe("a second admin", () => {
  test("T8 an admin alone makes one, and it is written down and told to all of them", async () => {
    const [uma, vera] = [
      await account(registry.url, registry.adminToken, "uma"),
      await account(registry.url, registry.adminToken, "vera"),
    ];
    for (const who of ["uma", "vera", "nobody-here"]) expect((await role(who, "admin", uma)).status).toBe(403);
    expect(await role("uma", "admin")).toMatchObject({ status: 200, body: { handle: "uma", role: "admin" } });
    expect((await role("uma", "admin")).status).toBe(200);
    expect((await role("nobody-here", "admin")).status).toBe(404);
    expect(await audited("account.role", "account:uma")).toEqual([
      { actor: "admin", detail: { from: "user", to: "admin" } },
    ]);
    for (const [publisher, token] of [
      ["uma", uma],
      ["admin", registry.adminToken],
    ] as const) {
      const told = await call(api(`/notices?publisher=${publisher}`), { token });
      expect(JSON.stringify(told.body), publisher).toContain("admin made uma an admin of this registry");
    }
    expect((await role("vera", "admin", uma)).status).toBe(200);
    expect((await role("uma", "user", vera)).status).toBe(200);
    expect((await role("eve-of-nowhere", "admin", uma)).status).toBe(403);
    await call(api("/admin/accounts/uma/suspend"), { token: vera, json: { reason: "because" } });
    expect((await role("uma", "admin", vera)).status).toBe(409);
    await role("vera", "user");
  });

  test("T8 the last admin who can act stays one, however many are unmade at once", async () => {
    const names = ["wim", "xia", "yve"];
    const tokens = await Promise.all(names.map((name) => account(registry.url, registry.adminToken, name)));
    for (const name of names) expect((await role(name, "admin")).status).toBe(200);
    const others = await rowsOf<{ handle: string }>(
      registry,
      "SELECT handle FROM accounts WHERE role = 'admin' AND disabled_at IS NULL AND NOT handle = ANY ($1)",
      [names],
    );
    const [wim = ""] = tokens;
    for (const { handle } of others) expect((await role(handle, "user", wim)).status, handle).toBe(200);
    // Each unmakes itself, and two suspend each other: somebody is left.
    const answers = await Promise.all(names.map((name, at) => role(name, "user", tokens[at])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    const left = names.findIndex((_, at) => answers[at]?.status === 409);
    expect(answers[left]?.body.detail).toContain("last admin");
    const restored = await role("admin", "admin", tokens[left]);
    expect(restored.status).toBe(200);
  });

  test("T8 of two admins who suspend each other at once, one is left", async () => {
    const json = { reason: "it was the other one" };
    const names = Array.from({ length: 12 }, (_, at) => `z-${at}`);
    const tokens = await Promise.all(names.map((name) => account(registry.url, registry.adminToken, name)));
    for (const name of names) expect((await role(name, "admin")).status).toBe(200);
    const answers = await Promise.all(
      // Those of a pair stand side by side, and each is after the other.
      names.map((_, at) => call(api(`/admin/accounts/z-${at ^ 1}/suspend`), { token: tokens[at] ?? "", json })),
    );
    for (let at = 0; at < names.length; at += 2) {
      const [one, other] = [answers[at]?.status ?? 0, answers[at + 1]?.status ?? 0].toSorted();
      expect(one, `pair ${at}`).toBe(200);
      expect([401, 403], `pair ${at}`).toContain(other);
    }
  });
});

test("H-A3 a page of sign-in is for people: the browser that claimed an account is asked as any other", async () => {
  // The admin's own: claimed with the token, secured, and then the token alone does nothing grave any more.
  const first = browser(registry.url);
  const claim = { email: "root@example.org", password: PASSWORD, token: registry.adminToken };
  expect((await first.post("/auth/claim", claim)).status).toBe(200);
  await withSecondFactor(first);
  const create = { token: registry.adminToken, json: { handle: "too-late" } };
  expect(await call(api("/admin/accounts"), create)).toMatchObject(CODE_NEEDED);
  expect((await first.post("/api/v1/admin/accounts", { handle: "too-late" })).status).toBe(201);
});
