import { parseLeaf } from "@gaia/log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
const tokens: Record<string, string> = {};
const api = (path: string) => `${registry.url}/api/v1${path}`;
const ask = (who: string, method: string, path: string, json?: unknown) =>
  call(api(path), { method, token: tokens[who] ?? "", json });
const make = (handle: string) => ask("ada", "POST", "/publishers", { handle });
const invite = (handle: string, invited: object) => ask("ada", "POST", `/publishers/${handle}/invitations`, invited);
const accept = (who: string, id: string) => ask(who, "POST", `/invitations/${id}/accept`);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  tokens["admin"] = registry.adminToken;
  for (const who of ["ada", "bob", "cleo"]) tokens[who] = await account(registry.url, registry.adminToken, who);
});
afterAll(() => registry.close());

describe("an organisation", () => {
  test("is made by an account, which owns it and publishes as it", async () => {
    const made = await make("acme");
    expect(made).toMatchObject({ status: 201, body: { handle: "acme", kind: "organisation", skills: 0 } });
    expect((await ask("ada", "GET", "/publishers/acme/members")).body.members).toMatchObject([
      { account: "ada", role: "owner" },
    ]);
    expect((await call(api("/publishers/acme"))).body.kind).toBe("organisation");
    const skill = sampleZip({ name: "acme-tool" });
    expect((await publish(registry.url, tokens["ada"] ?? "", skill, "?publisher=acme")).status).toBe(201);
    expect((await make("acme")).body.code).toBe("handle_taken");
    // Accounts and publishers share their handles.
    expect((await ask("admin", "POST", "/admin/accounts", { handle: "acme" })).body.code).toBe("handle_taken");
    expect((await call(api("/publishers/acme/members"))).status).toBe(401);
    expect((await ask("cleo", "GET", "/publishers/acme/members")).status).toBe(403);
  });

  test("gets members by invitation, with the role that was offered, and each change is audited, logged and told", async () => {
    await make("walk");
    const invited = await invite("walk", { account: "bob", role: "admin" });
    expect(invited).toMatchObject({ status: 201, body: { account: "bob", role: "admin", status: "pending" } });
    expect((await ask("bob", "GET", "/invitations")).body.invitations).toMatchObject([{ id: invited.body.id }]);
    expect((await accept("bob", invited.body.id)).body.status).toBe("accepted");
    expect((await accept("bob", invited.body.id)).status).toBe(409);
    expect((await invite("walk", { account: "bob" })).status).toBe(409);
    expect((await ask("bob", "GET", "/whoami")).body.publishers).toContain("walk");
    const lower = await ask("ada", "PUT", "/publishers/walk/members/bob", { role: "publisher" });
    expect(lower.body.members).toMatchObject([
      { account: "ada", role: "owner" },
      { account: "bob", role: "publisher" },
    ]);
    expect((await ask("bob", "DELETE", "/publishers/walk/membership")).status).toBe(204);
    expect((await ask("bob", "GET", "/whoami")).body.publishers).not.toContain("walk");

    const audit = await rowsOf(
      registry,
      "SELECT actor, action, detail->>'from' AS was, detail->>'to' AS now FROM audit_log WHERE target = 'publisher:walk' ORDER BY id",
    );
    expect(audit).toEqual([
      { actor: "ada", action: "publisher.create", was: null, now: null },
      { actor: "ada", action: "member.invite", was: null, now: null },
      { actor: "bob", action: "member.accept", was: null, now: null },
      { actor: "bob", action: "member.join", was: null, now: "admin" },
      { actor: "ada", action: "member.role", was: "admin", now: "publisher" },
      { actor: "bob", action: "member.leave", was: "publisher", now: null },
    ]);
    const leaves = await rowsOf<{ leaf: string }>(
      registry,
      "SELECT leaf FROM log_leaves WHERE leaf LIKE '%publisher: walk%' ORDER BY id",
    );
    expect(leaves.map(({ leaf }) => parseLeaf(leaf)).map(({ kind, fields }) => ({ kind, ...fields }))).toEqual([
      { kind: "ownership", publisher: "walk", account: "ada", role: "owner", change: "created", by: "ada" },
      { kind: "ownership", publisher: "walk", account: "bob", role: "admin", change: "joined", by: "bob" },
      { kind: "ownership", publisher: "walk", account: "bob", role: "publisher", change: "changed", by: "ada" },
      { kind: "ownership", publisher: "walk", account: "bob", role: "publisher", change: "left", by: "bob" },
    ]);
    const told = (await ask("ada", "GET", "/notices?publisher=walk")).body.items;
    expect(told.map(({ kind }: { kind: string }) => kind)).toEqual(["left", "role-changed", "joined", "invited"]);
    expect((await ask("bob", "GET", "/notices?publisher=bob")).body.items[0]).toMatchObject({
      kind: "role-changed",
      text: "ada changed the role of bob in walk from admin to publisher.",
    });
  });

  test("takes an invitation back, and one that nobody answers for seven days ends", async () => {
    await make("late");
    const first = (await invite("late", { account: "bob" })).body;
    expect((await invite("late", { account: "bob" })).status).toBe(409);
    expect((await ask("ada", "DELETE", `/publishers/late/invitations/${first.id}`)).body.status).toBe("withdrawn");
    expect((await accept("bob", first.id)).status).toBe(409);
    const second = (await invite("late", { account: "bob" })).body;
    expect(Date.parse(second.expires_at) - Date.parse(second.created_at)).toBe(7 * 86_400_000);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = '${second.id}'; COMMIT;`,
    );
    expect((await ask("bob", "GET", "/invitations")).body.invitations).toEqual([]);
    expect(await accept("bob", second.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("expired") },
    });
    const listed = (await ask("ada", "GET", "/publishers/late/invitations")).body.invitations;
    expect(listed.map(({ status }: { status: string }) => status)).toEqual(["expired", "withdrawn"]);
    const third = await invite("late", { account: "bob" });
    expect(third.status).toBe(201);
    expect((await ask("bob", "POST", `/invitations/${third.body.id}/decline`)).body.status).toBe("declined");
    expect((await ask("ada", "GET", "/notices?publisher=late")).body.items[0]).toMatchObject({ kind: "declined" });
  });

  test("invites an address without saying whether anybody has it", async () => {
    await make("mailing");
    const dora = await ask("admin", "POST", "/admin/accounts", { handle: "dora", email: "Dora@Example.org" });
    tokens["dora"] = dora.body.token;
    const there = await invite("mailing", { email: "dora@example.ORG" });
    const nobody = await invite("mailing", { email: "nobody@example.org" });
    expect(there.body).toEqual({
      ...nobody.body,
      id: there.body.id,
      email: "dora@example.org",
      created_at: there.body.created_at,
      expires_at: there.body.expires_at,
    });
    expect((await accept("bob", there.body.id)).status).toBe(404);
    expect((await accept("dora", there.body.id)).status).toBe(200);
    expect((await ask("dora", "GET", "/whoami")).body.publishers).toContain("mailing");
  });

  test("is as many as an account can use, and fifty invitations wait at most", async () => {
    await make("full");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       INSERT INTO invitations (publisher_id, email, role, invited_by, created_at, expires_at)
       SELECT p.id, n || '@example.org', 'publisher', a.id, now(), now() + interval '1 day'
       FROM publishers p, accounts a, generate_series(1, 50) n WHERE p.handle = 'full' AND a.handle = 'ada'; COMMIT;`,
    );
    expect((await invite("full", { account: "bob" })).body.detail).toContain("withdraw one first");
    for (let n = 0; n < 20; n += 1) await ask("cleo", "POST", "/publishers", { handle: `of-cleo-${n}` });
    expect(await ask("cleo", "POST", "/publishers", { handle: "of-cleo-x" })).toMatchObject({ status: 409 });
  });
});
