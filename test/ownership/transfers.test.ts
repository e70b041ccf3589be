import { parseLeaf } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
const tokens: Record<string, string> = {};
const as = (who: string) => tokens[who] ?? "";
const api = (path: string) => `${registry.url}/api/v1${path}`;
const ask = (who: string, method: string, path: string, json?: unknown) =>
  call(api(path), { method, token: as(who), json });
const offer = (who: string, name: string, to: string) => ask(who, "POST", "/transfers", { name, to });
const publisherOf = async (name: string) => (await call(api(`/skills/${name}`))).body.owner;
const release = (who: string, name: string, version: string, publisher: string) =>
  publish(registry.url, as(who), sampleZip({ name, version }), `?publisher=${publisher}`);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  tokens["admin"] = registry.adminToken;
  for (const who of ["ada", "bob", "cleo", "dan", "eve"])
    tokens[who] = await account(registry.url, registry.adminToken, who);
  expect((await ask("bob", "POST", "/publishers", { handle: "acme" })).status).toBe(201);
  const invited = await ask("bob", "POST", "/publishers/acme/invitations", { account: "cleo" });
  expect((await ask("cleo", "POST", `/invitations/${invited.body.id}/accept`)).status).toBe(200);
});
afterAll(() => registry.close());

describe("a skill goes to another publisher", () => {
  test("T9 by offer and acceptance; in that moment every right of the former one ends, and what was released stays as it was", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "gift", version: "1.0.0" });
    const sums = (await call(api("/skills/gift/1.0.0/sums"))).body;
    const before = (await call(api("/skills/gift/1.0.0"))).body;
    tokens["ada's ci"] = (
      await ask("ada", "POST", "/tokens", { name: "ci", scopes: ["*"], patterns: ["gift"] })
    ).body.token;
    const workflow = {
      issuer: "https://token.actions.githubusercontent.com",
      repository: "ada/gift",
      workflow: "release.yml",
    };
    expect((await ask("ada", "POST", "/skills/gift/trusted-publishers", workflow)).status).toBe(201);
    const offered = await offer("ada", "gift", "acme");
    expect(offered).toMatchObject({ status: 201, body: { from: "ada", to: "acme", status: "pending" } });
    // An offer changes nothing.
    expect(await publisherOf("gift")).toBe("ada");
    expect((await release("bob", "gift", "1.1.0", "acme")).body.code).toBe("name_taken");
    expect((await ask("bob", "POST", `/transfers/${offered.body.id}/accept`)).body.status).toBe("accepted");
    expect(await publisherOf("gift")).toBe("acme");
    // Lists, facets and counts go by whose it is.
    expect((await call(api("/publishers/acme"))).body.skills).toBe(1);
    expect((await call(api("/publishers/ada"))).body.skills).toBe(0);

    for (const who of ["ada", "ada's ci"]) {
      expect((await release(who, "gift", "1.1.0", "ada")).body.code, who).toBe("name_taken");
      for (const [method, path, json] of [
        ["POST", "/skills/gift/1.0.0/yank", { reason: "mine" }],
        ["POST", "/skills/gift/1.0.0/purge", { reason: "mine" }],
        ["POST", "/skills/gift/1.0.0/promotion", { tier: "verified" }],
        ["POST", "/skills/gift/1.0.0/confirm-signer", { signers: [] }],
        ["POST", "/transfers", { name: "gift", to: "eve" }],
      ] as const) {
        expect((await ask(who, method, path, json)).status, `${who} ${path}`).toBe(403);
      }
    }
    // Nor does a workflow that the former publisher trusts.
    const trusted = "SELECT removed_why FROM trusted_publishers WHERE skill_name = 'gift'";
    expect(await rowsOf(registry, trusted)).toEqual([{ removed_why: "transferred" }]);
    // SHA256SUMS is what publishers signed, and names who released it.
    expect((await call(api("/skills/gift/1.0.0/sums"))).body).toEqual(sums);
    const now = (await call(api("/skills/gift/1.0.0"))).body;
    expect([now.publisher, now.owner, now.release_digest]).toEqual(["ada", "acme", before.release_digest]);
    expect((await release("cleo", "gift", "1.1.0", "acme")).body.publisher).toBe("acme");
    expect((await ask("cleo", "POST", "/skills/gift/1.0.0/yank", { reason: "old" })).status).toBe(200);
    const statements = (await call(api("/skills/gift/1.0.0/attestations"))).body.attestations;
    const named = statements.map(
      ({ envelope }: { envelope: { payload: string } }) =>
        JSON.parse(Buffer.from(envelope.payload, "base64").toString()).predicate.publisher,
    );
    expect(new Set(named)).toEqual(new Set(["ada"]));

    const [leaf] = await rowsOf<{ leaf: string }>(
      registry,
      "SELECT leaf FROM log_leaves WHERE leaf LIKE '%change: transferred%' AND leaf LIKE '%name: gift%'",
    );
    expect(parseLeaf(leaf?.leaf ?? "").fields).toEqual({
      publisher: "acme",
      name: "gift",
      from: "ada",
      change: "transferred",
      by: "bob",
    });
    const [audit] = await rowsOf(registry, "SELECT actor, detail FROM audit_log WHERE action = 'skill.transfer'");
    expect(audit).toMatchObject({ actor: "bob", detail: { from: "ada", to: "acme", requested_by: "ada" } });
    for (const [who, publisher] of [
      ["ada", "ada"],
      ["cleo", "acme"],
    ] as const) {
      const [first] = (await ask(who, "GET", `/notices?publisher=${publisher}`)).body.items;
      expect(first, who).toMatchObject({ kind: "transferred", name: null });
    }
  });

  test("T7 an offer is found by its two sides alone, and decided by owners and admins of the receiver", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "offered", version: "1.0.0" });
    const { id } = (await offer("ada", "offered", "acme")).body;
    for (const [who, method, path, status] of [
      ["eve", "POST", `/transfers/${id}/accept`, 404],
      ["eve", "POST", `/transfers/${id}/decline`, 404],
      ["eve", "DELETE", `/transfers/${id}`, 404],
      ["cleo", "POST", `/transfers/${id}/accept`, 403],
      ["ada", "POST", `/transfers/${id}/accept`, 403],
      ["bob", "DELETE", `/transfers/${id}`, 403],
      // An admin of the registry takes nothing over for others.
      ["admin", "POST", `/transfers/${id}/accept`, 404],
    ] as const) {
      expect((await ask(who, method, path)).status, `${who} ${method} ${path}`).toBe(status);
    }
    expect((await ask("eve", "GET", "/transfers")).body.transfers).toEqual([]);
    expect((await ask("cleo", "GET", "/transfers")).body.transfers[0]).toMatchObject({ id, name: "offered" });
    expect((await offer("ada", "offered", "eve")).status).toBe(409);
    expect((await ask("bob", "POST", `/transfers/${id}/decline`)).body.status).toBe("declined");
    expect((await ask("bob", "POST", `/transfers/${id}/accept`)).status).toBe(409);
    const again = (await offer("ada", "offered", "acme")).body.id;
    expect((await ask("ada", "DELETE", `/transfers/${again}`)).body.status).toBe("withdrawn");
    expect((await ask("bob", "POST", `/transfers/${again}/accept`)).status).toBe(409);
    expect(await publisherOf("offered")).toBe("ada");
  });

  test("T3 only an owner offers, with a token for that skill and the scope admin; what nobody sees is not there", async () => {
    expect((await release("bob", "acme-own", "1.0.0", "acme")).status).toBe(201);
    expect((await offer("eve", "acme-own", "eve")).status).toBe(404);
    await publishedAtOnce(registry, { token: as("bob"), name: "acme-seen", version: "1.0.0", publisher: "acme" });
    expect((await offer("eve", "acme-seen", "eve")).status).toBe(403);
    expect((await offer("cleo", "acme-seen", "cleo")).status).toBe(403);
    const make = async (scopes: string[], patterns: string[]) =>
      (await ask("bob", "POST", "/tokens", { name: "t", scopes, patterns })).body.token;
    tokens["publishing"] = await make(["publish", "yank", "read"], ["*"]);
    tokens["other names"] = await make(["admin"], ["acme-seen-*"]);
    for (const who of ["publishing", "other names"]) {
      expect((await offer(who, "acme-seen", "bob")).status, who).toBe(403);
    }
    tokens["this name"] = await make(["admin"], ["acme-seen"]);
    expect((await offer("this name", "acme-seen", "bob")).status).toBe(201);
    // Taking over concerns more than names that a token is for.
    const { id } = (await ask("bob", "GET", "/transfers?publisher=bob")).body.transfers[0];
    expect((await ask("this name", "POST", `/transfers/${id}/accept`)).status).toBe(403);
  });

  test("T9 an offer ends with the rights of who made it, and after seven days", async () => {
    await publishedAtOnce(registry, { token: as("bob"), name: "acme-late", version: "1.0.0", publisher: "acme" });
    const invited = await ask("bob", "POST", "/publishers/acme/invitations", { account: "eve", role: "owner" });
    await ask("eve", "POST", `/invitations/${invited.body.id}/accept`);
    const stolen = (await offer("eve", "acme-late", "eve")).body.id;
    expect((await ask("bob", "DELETE", "/publishers/acme/members/eve")).status).toBe(200);
    expect((await ask("eve", "POST", `/transfers/${stolen}/accept`)).status).toBe(409);
    const late = (await offer("bob", "acme-late", "ada")).body.id;
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE skill_transfers SET expires_at = now() - interval '1 second' WHERE id = '${late}'; COMMIT;`,
    );
    expect((await ask("ada", "POST", `/transfers/${late}/accept`)).status).toBe(409);
    expect((await offer("bob", "acme-late", "ada")).status).toBe(201);
    expect(await publisherOf("acme-late")).toBe("acme");
  });

  test("Q4 a name of which nothing is live enters the log neither by a transfer nor by a change of who may see it", async () => {
    const staging = {
      token: as("ada"),
      body: sampleZip({ name: "unheard-of" }) as Uint8Array<ArrayBuffer>,
      type: "application/zip",
    };
    expect((await call(api("/staged-versions?publisher=ada"), staging)).status).toBe(201);
    // What earlier tests published is looked at in the background, and its verdict is a leaf.
    await registry.settle();
    const leaves = async () =>
      (await rowsOf<{ leaf: string }>(registry, "SELECT leaf FROM log_leaves ORDER BY id")).map(({ leaf }) => leaf);
    const before = await leaves();
    for (const visibility of ["private", "public", "organisation", "public"]) {
      const changed = await ask("ada", "PATCH", "/skills/unheard-of/settings", { visibility });
      expect(changed, visibility).toMatchObject({ status: 200, body: { visibility } });
    }
    const { id } = (await offer("ada", "unheard-of", "acme")).body;
    expect((await ask("bob", "POST", `/transfers/${id}/accept`)).body.status).toBe("accepted");
    expect(await leaves()).toEqual(before);
    // From the first release on it is said, whose it is.
    await publishedAtOnce(registry, { token: as("bob"), name: "unheard-of", version: "2.0.0", publisher: "acme" });
    const said = (await leaves()).filter((leaf) => leaf.includes("unheard-of")).map((leaf) => parseLeaf(leaf));
    expect(said).toMatchObject([{ kind: "publish", fields: { publisher: "acme" } }]);
  });

  test("T9 an audit that somebody asked for ends when they are no longer what they were to the publisher", async () => {
    const invited = await ask("bob", "POST", "/publishers/acme/invitations", { account: "dan", role: "publisher" });
    expect((await ask("dan", "POST", `/invitations/${invited.body.id}/accept`)).status).toBe(200);
    await publishedAtOnce(registry, { token: as("bob"), name: "acme-audited", version: "1.0.0", publisher: "acme" });
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       INSERT INTO promotions (id, version_id, from_tier, to_tier, status, inspection_id, requested_by, requested_at)
         SELECT gen_random_uuid(), v.id, 'community', 'verified', 'pending', i.id, a.id, now()
         FROM versions v JOIN skills s ON s.id = v.skill_id JOIN inspections i ON i.version_id = v.id, accounts a
         WHERE s.name = 'acme-audited' AND a.handle = 'dan'; COMMIT;`,
    );
    const asked = `SELECT p.status FROM promotions p JOIN versions v ON v.id = p.version_id JOIN skills s ON s.id = v.skill_id WHERE s.name = 'acme-audited'`;
    expect(await rowsOf(registry, asked)).toEqual([{ status: "pending" }]);
    expect((await ask("bob", "DELETE", "/publishers/acme/members/dan")).status).toBe(200);
    expect(await rowsOf(registry, asked)).toEqual([{ status: "withdrawn" }]);
  });

  test("R2 of a publish and a transfer at once one is first: no release of the former publisher comes after", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "raced", version: "1.0.0" });
    const { id } = (await offer("ada", "raced", "acme")).body;
    const [accepted, ...released] = await Promise.all([
      ask("bob", "POST", `/transfers/${id}/accept`),
      ...[1, 2, 3].map((n) => release("ada", "raced", `1.0.${n}`, "ada")),
    ]);
    expect(accepted.status).toBe(200);
    for (const one of released) expect([201, 409]).toContain(one.status);
    const late = await rowsOf(
      registry,
      `SELECT v.version FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = 'raced' AND v.released_as = 'ada' AND v.version <> '1.0.0'
       AND (SELECT id FROM audit_log WHERE action = 'version.publish' AND target = 'skill:raced@' || v.version)
         > (SELECT id FROM audit_log WHERE action = 'skill.transfer' AND target = 'skill:raced')`,
    );
    expect(late).toEqual([]);
  });

  test("T8 an admin of the registry takes no skill over alone: somebody else accepts, and its owner is told who offered it", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "wanted", version: "1.0.0" });
    expect((await ask("admin", "POST", "/publishers", { handle: "grab" })).status).toBe(201);
    const { id } = (await offer("admin", "wanted", "grab")).body;
    const [told] = (await ask("ada", "GET", "/notices?publisher=ada")).body.items;
    expect(told.text).toContain("admin, an admin of this registry, offered wanted of ada to grab");
    const alone = await ask("admin", "POST", `/transfers/${id}/accept`);
    expect(alone).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await publisherOf("wanted")).toBe("ada");
    const invited = await ask("admin", "POST", "/publishers/grab/invitations", { account: "eve", role: "admin" });
    expect((await ask("eve", "POST", `/invitations/${invited.body.id}/accept`)).status).toBe(200);
    expect((await ask("eve", "POST", `/transfers/${id}/accept`)).body.status).toBe("accepted");
    // What is one's own goes from one hand to the other.
    await publishedAtOnce(registry, { token: as("admin"), name: "own-thing", version: "1.0.0" });
    const own = (await offer("admin", "own-thing", "grab")).body.id;
    expect((await ask("admin", "POST", `/transfers/${own}/accept`)).body.status).toBe("accepted");
  });

  const role = (handle: string, json: { role: string }) => ask("admin", "PUT", `/admin/accounts/${handle}/role`, json);

  test("T9 what an admin offered of somebody else's ends when they are made a user, and both sides are told", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "coveted", version: "1.0.0" });
    await publishedAtOnce(registry, { token: as("dan"), name: "dans-own", version: "1.0.0" });
    expect((await role("dan", { role: "admin" })).status).toBe(200);
    const { id } = (await offer("dan", "coveted", "eve")).body;
    const own = (await offer("dan", "dans-own", "eve")).body.id;
    expect((await role("dan", { role: "user" })).status).toBe(200);
    const late = await ask("eve", "POST", `/transfers/${id}/accept`);
    expect(late).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining("withdrawn") },
    });
    expect(await publisherOf("coveted")).toBe("ada");
    for (const who of ["ada", "eve"]) {
      const [told] = (await ask(who, "GET", `/notices?publisher=${who}`)).body.items;
      expect(told, who).toMatchObject({ kind: "transfer-ended", text: expect.stringContaining("coveted") });
    }
    expect(
      await rowsOf(
        registry,
        "SELECT actor, detail FROM audit_log WHERE action = 'skill.transfer_withdraw' AND target = 'skill:coveted'",
      ),
    ).toEqual([{ actor: "admin", detail: { transfer: id, from: "ada", to: "eve" } }]);
    // What is one's own one offers as before.
    expect((await ask("eve", "POST", `/transfers/${own}/accept`)).body.status).toBe("accepted");
  });

  test("T9 an offer is worth what whoever made it may when it is accepted, however they lost it", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "outlived", version: "1.0.0" });
    expect((await role("dan", { role: "admin" })).status).toBe(200);
    const { id } = (await offer("dan", "outlived", "eve")).body;
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE accounts SET role = 'user' WHERE handle = 'dan'; COMMIT;`,
    );
    const late = await ask("eve", "POST", `/transfers/${id}/accept`);
    expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining("dan, who offered it") } });
    expect(await publisherOf("outlived")).toBe("ada");
  });

  test("T9 a private skill is there for nobody else, and whom its former publisher let read it does not go along", async () => {
    await publishedAtOnce(registry, { token: as("ada"), name: "secret-plan", version: "1.0.0" });
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE skills SET visibility = 'private', salt = '${"ab".repeat(32)}' WHERE name = 'secret-plan';
       INSERT INTO skill_readers (skill_id, account_id) SELECT s.id, a.id FROM skills s, accounts a
       WHERE s.name = 'secret-plan' AND a.handle = 'eve'; COMMIT;`,
    );
    expect((await offer("cleo", "secret-plan", "cleo")).status).toBe(404);
    const { id } = (await offer("ada", "secret-plan", "acme")).body;
    expect((await ask("bob", "POST", `/transfers/${id}/accept`)).body.status).toBe("accepted");
    const readers = "SELECT 1 FROM skill_readers JOIN skills ON skills.id = skill_id WHERE name = 'secret-plan'";
    expect(await rowsOf(registry, readers)).toEqual([]);
    for (const who of ["ada", "eve"]) expect((await ask(who, "GET", "/skills/secret-plan")).status, who).toBe(404);
    const leaves = await rowsOf<{ leaf: string }>(registry, "SELECT leaf FROM log_leaves ORDER BY id DESC LIMIT 1");
    expect(leaves[0]?.leaf).toContain("change: transferred");
    expect(leaves[0]?.leaf).not.toMatch(/secret-plan|from: ada|publisher: acme/);
  });

  test("Y12 a name with a publisher's reserved prefix goes to nobody else", async () => {
    await publishedAtOnce(registry, { token: as("admin"), name: "amd-tool", version: "1.0.0" });
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'ada') WHERE name = 'amd-tool'; COMMIT;`,
    );
    expect((await offer("ada", "amd-tool", "acme")).body.code).toBe("name_reserved");
    // Nor where it was offered before it was reserved; an admin's word is one until it is accepted.
    const waits = `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       INSERT INTO skill_transfers (skill_id, from_publisher_id, to_publisher_id, requested_by, status, created_at, expires_at)
       SELECT s.id, s.publisher_id, p.id, a.id, 'pending', now(), now() + interval '1 day' FROM skills s, publishers p, accounts a
       WHERE s.name = 'amd-tool' AND p.handle = 'acme' AND a.handle = 'ada'; COMMIT;`;
    await runSql(registry, waits);
    const [waiting] = (await ask("bob", "GET", "/transfers")).body.transfers.filter(
      ({ name }: { name: string }) => name === "amd-tool",
    );
    expect((await ask("bob", "POST", `/transfers/${waiting.id}/accept`)).body.code).toBe("name_reserved");
    expect(await publisherOf("amd-tool")).toBe("ada");
    expect((await ask("ada", "DELETE", `/transfers/${waiting.id}`)).status).toBe(200);
    const { id } = (await offer("admin", "amd-tool", "acme")).body;
    expect((await ask("bob", "POST", `/transfers/${id}/accept`)).body.status).toBe("accepted");
  });
});
