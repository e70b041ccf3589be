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
const ask = (who: string | null, method: string, path: string, json?: unknown) =>
  call(api(path), { method, token: who === null ? "" : as(who), json });

/** An organisation of ada's to which these belong, by the way that people take: invited and accepted. */
async function organisation(handle: string, members: Record<string, string> = {}) {
  expect((await ask("ada", "POST", "/publishers", { handle })).status).toBe(201);
  for (const [who, role] of Object.entries(members)) {
    const invited = await ask("ada", "POST", `/publishers/${handle}/invitations`, { account: who, role });
    expect(invited.status).toBe(201);
    expect((await ask(who, "POST", `/invitations/${invited.body.id}/accept`)).status).toBe(200);
  }
}
const rolesOf = async (handle: string) =>
  Object.fromEntries(
    (await ask("ada", "GET", `/publishers/${handle}/members`)).body.members.map(
      (one: { account: string; role: string }) => [one.account, one.role],
    ),
  );

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  tokens["admin"] = registry.adminToken;
  for (const who of ["ada", "bob", "cleo", "dan", "eve"])
    tokens[who] = await account(registry.url, registry.adminToken, who);
});
afterAll(() => registry.close());

describe("T8 nobody makes themselves more than they are", () => {
  beforeAll(() => organisation("t-eight", { bob: "publisher", cleo: "admin" }));

  test("T8 what shows members takes no POST, and no body of another verb carries a role", async () => {
    for (const [method, path] of [
      ["POST", "/publishers/t-eight/members"],
      ["POST", "/publishers/t-eight/members/bob"],
      ["PATCH", "/publishers/t-eight/members/bob"],
      ["POST", "/publishers/t-eight"],
      ["PUT", "/publishers/t-eight/membership"],
    ] as const) {
      const refused = await ask("bob", method, path, { role: "owner", account: "bob" });
      expect([405, 404], `${method} ${path}`).toContain(refused.status);
    }
    const invited = await ask("ada", "POST", "/publishers/t-eight/invitations", { account: "dan" });
    const accept = `/invitations/${invited.body.id}/accept`;
    expect((await ask("dan", "POST", accept, { role: "owner" })).status).toBe(400);
    expect((await ask("dan", "POST", accept)).status).toBeLessThan(300);
    expect(await rolesOf("t-eight")).toEqual({ ada: "owner", bob: "publisher", cleo: "admin", dan: "publisher" });
  });

  test("T8 a publisher changes nobody, an admin no owner and makes none, a stranger nothing", async () => {
    const before = await rolesOf("t-eight");
    for (const [who, account, role] of [
      ["bob", "bob", "admin"],
      ["bob", "cleo", "publisher"],
      ["cleo", "cleo", "owner"],
      ["cleo", "bob", "owner"],
      ["cleo", "ada", "publisher"],
      ["eve", "bob", "publisher"],
    ] as const) {
      const refused = await ask(who, "PUT", `/publishers/t-eight/members/${account}`, { role });
      expect([refused.status, refused.body.code], `${who} ${account} ${role}`).toEqual([403, "forbidden"]);
    }
    for (const [who, account] of [
      ["bob", "cleo"],
      ["cleo", "ada"],
      ["eve", "bob"],
    ] as const) {
      expect((await ask(who, "DELETE", `/publishers/t-eight/members/${account}`)).status, who).toBe(403);
    }
    for (const [who, role] of [
      ["bob", "publisher"],
      ["cleo", "owner"],
      ["eve", "publisher"],
    ] as const) {
      const refused = await ask(who, "POST", "/publishers/t-eight/invitations", { account: "eve", role });
      expect(refused.status, `${who} invites`).toBe(403);
    }
    expect(await rolesOf("t-eight")).toEqual(before);
  });

  test("T8 the last owner stays: they neither leave nor step down, alone or two at once", async () => {
    await organisation("one-stays", { bob: "owner" });
    const out = (who: string) => ask(who, "DELETE", "/publishers/one-stays/membership");
    const both = await Promise.all([out("ada"), out("bob")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const owner = both[0]?.status === 409 ? "ada" : "bob";
    expect((await ask("admin", "GET", "/publishers/one-stays/members")).body.members).toMatchObject([
      { account: owner, role: "owner" },
    ]);
    const down = await ask(owner, "PUT", `/publishers/one-stays/members/${owner}`, { role: "publisher" });
    expect(down).toMatchObject({ status: 409, body: { detail: expect.stringContaining("keeps one owner") } });
  });

  test("T8 a person's own publisher takes no members", async () => {
    const refused = await ask("ada", "POST", "/publishers/ada/invitations", { account: "eve", role: "owner" });
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("T8 the handle that owns a reserved prefix is an admin's to give out", async () => {
    expect(await ask("eve", "POST", "/publishers", { handle: "amd" })).toMatchObject({
      status: 409,
      body: { code: "handle_reserved" },
    });
    expect((await ask("eve", "POST", "/publishers", { handle: "bob" })).body.code).toBe("handle_taken");
  });
});

describe("T7 what is somebody else's is not there", () => {
  test("T7 tokens, keys, invitations and notices are found by their owner alone", async () => {
    await organisation("t-seven", { bob: "admin" });
    const mine = (await ask("ada", "POST", "/tokens", { name: "ci", scopes: ["read"] })).body;
    expect((await ask("eve", "DELETE", `/tokens/${mine.id}`)).status).toBe(404);
    expect((await call(api("/whoami"), { token: mine.token })).status).toBe(200);

    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'key.add', 'publisher:ada');
       INSERT INTO signing_keys (publisher_id, kind, fingerprint, public_key, user_ids, algorithm)
       SELECT id, 'openpgp', 'AB', 'x', '{}', 'x' FROM publishers WHERE handle = 'ada'; COMMIT;`,
    );
    const [key] = await rowsOf<{ id: string }>(registry, "SELECT id FROM signing_keys WHERE fingerprint = 'AB'");
    // Through one's own publisher, and through theirs.
    expect((await ask("eve", "DELETE", `/publishers/eve/keys/${key?.id}`)).status).toBe(404);
    expect((await ask("eve", "DELETE", `/publishers/ada/keys/${key?.id}`)).status).toBe(403);

    const invited = (await ask("ada", "POST", "/publishers/t-seven/invitations", { account: "cleo" })).body;
    for (const [who, method, path] of [
      ["eve", "POST", `/invitations/${invited.id}/accept`],
      ["ada", "POST", `/invitations/${invited.id}/accept`],
      ["eve", "POST", `/invitations/${invited.id}/decline`],
    ] as const) {
      expect((await ask(who, method, path)).status, `${who} ${path}`).toBe(404);
    }
    await organisation("t-seven-too");
    expect((await ask("ada", "DELETE", `/publishers/t-seven-too/invitations/${invited.id}`)).status).toBe(404);
    expect((await ask("cleo", "GET", "/invitations")).body.invitations).toMatchObject([{ publisher: "t-seven" }]);
    expect((await ask("eve", "GET", "/invitations")).body.invitations).toEqual([]);

    const [notice] = (await ask("cleo", "GET", "/notices")).body.items;
    expect(notice).toMatchObject({ publisher: "cleo", kind: "invited", name: null });
    expect(notice.text).toContain(`gaia-skill org accept ${invited.id}`);
    expect((await ask("eve", "POST", `/notices/${notice.id}/read`)).status).toBe(404);
  });
});

describe("T9 a right ends with the membership that gave it", () => {
  test("T9 whoever is removed publishes, yanks, signs, registers and reads nothing more with any token they have", async () => {
    await organisation("t-nine", { bob: "admin" });
    const narrow = (await ask("bob", "POST", "/tokens", { name: "ci", scopes: ["*"], patterns: ["t-nine-*"] })).body;
    tokens["bob's ci"] = narrow.token;
    const release = sampleZip({ name: "t-nine-tool" });
    expect((await publish(registry.url, as("bob's ci"), release, "?publisher=t-nine")).status).toBe(201);
    expect((await ask("ada", "DELETE", "/publishers/t-nine/members/bob")).status).toBe(200);
    for (const who of ["bob", "bob's ci"]) {
      const next = sampleZip({ name: "t-nine-tool", version: "1.0.1" });
      expect((await publish(registry.url, as(who), next, "?publisher=t-nine")).status, who).toBe(403);
      expect([403, 409]).toContain((await publish(registry.url, as(who), next)).status);
      for (const [method, path, json] of [
        ["POST", "/skills/t-nine-tool/1.0.0/yank", { reason: "spite" }],
        ["GET", "/publishers/t-nine/members", undefined],
        ["POST", "/publishers/t-nine/keys", { kind: "openpgp", public_key: "x" }],
        ["POST", "/publishers/t-nine/invitations", { account: "eve" }],
        ["GET", "/notices?publisher=t-nine", undefined],
      ] as const) {
        // What is not published yet is not even there for strangers.
        expect([403, 404], `${who} ${path}`).toContain((await ask(who, method, path, json)).status);
      }
    }
    expect((await ask("bob", "GET", "/notices")).body.items[0]).toMatchObject({ kind: "removed", publisher: "bob" });
  });

  test("T9 whom a removed or demoted admin invited stays outside", async () => {
    await organisation("t-nine-b", { bob: "admin", cleo: "admin" });
    const fromBob = (await ask("bob", "POST", "/publishers/t-nine-b/invitations", { account: "eve" })).body;
    const fromCleo = (await ask("cleo", "POST", "/publishers/t-nine-b/invitations", { account: "dan" })).body;
    expect((await ask("ada", "DELETE", "/publishers/t-nine-b/members/bob")).status).toBe(200);
    expect((await ask("ada", "PUT", "/publishers/t-nine-b/members/cleo", { role: "publisher" })).status).toBe(200);
    expect((await ask("eve", "POST", `/invitations/${fromBob.id}/accept`)).status).toBe(409);
    expect((await ask("dan", "POST", `/invitations/${fromCleo.id}/accept`)).status).toBe(409);
    expect(await rolesOf("t-nine-b")).toEqual({ ada: "owner", cleo: "publisher" });
  });

  test("T9 whoever comes back is not the reader again that they were named before", async () => {
    await organisation("t-back", { cleo: "publisher" });
    await publishedAtOnce(registry, { token: as("ada"), name: "kept-close", version: "1.0.0", publisher: "t-back" });
    const closed = await ask("ada", "PATCH", "/skills/kept-close/settings", {
      visibility: "private",
      readers: ["cleo"],
    });
    expect(closed.status).toBe(200);
    const read = async () => (await ask("cleo", "GET", "/skills/kept-close")).status;
    expect(await read()).toBe(200);
    expect((await ask("ada", "DELETE", "/publishers/t-back/members/cleo")).status).toBe(200);
    expect(await read()).toBe(404);
    const again = await ask("ada", "POST", "/publishers/t-back/invitations", { account: "cleo", role: "publisher" });
    expect((await ask("cleo", "POST", `/invitations/${again.body.id}/accept`)).status).toBe(200);
    expect(await read()).toBe(404);
    expect((await ask("ada", "PATCH", "/skills/kept-close/settings", { readers: ["cleo"] })).status).toBe(200);
    expect(await read()).toBe(200);
  });

  test("T9 an inviter who is suspended lets nobody in, and a suspended member does nothing", async () => {
    await organisation("t-nine-c", { bob: "admin" });
    const invited = (await ask("bob", "POST", "/publishers/t-nine-c/invitations", { account: "eve" })).body;
    const suspend = (at: string) =>
      runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.suspend', 'account:bob');
         UPDATE accounts SET disabled_at = ${at} WHERE handle = 'bob'; COMMIT;`,
      );
    await suspend("now()");
    expect((await ask("eve", "POST", `/invitations/${invited.id}/accept`)).status).toBe(409);
    expect([401, 403]).toContain((await ask("bob", "GET", "/publishers/t-nine-c/members")).status);
    await suspend("NULL");
  });
});
