import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { publishAround } from "../harness/publish-around.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const user = (handle: string) => account(registry.url, registry.adminToken, handle);
const standing = (handle: string, decision: "suspend" | "reinstate", token = registry.adminToken) =>
  call(api(`/admin/accounts/${handle}/${decision}`), { token, json: { reason: "because of it" } });
const isThere = async (name: string) =>
  (await call(api(`/skills/${name}/1.0.0`), { token: registry.adminToken })).status;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
});
afterAll(() => registry.close());

describe("a suspended account", () => {
  test("T5 suspended or taken out while it publishes: asked again at commit, and nothing is there", async () => {
    const eve = await user("eve");
    const suspended = await publishAround(registry.url, eve, sampleZip({ name: "evil" }), async () => {
      expect((await standing("eve", "suspend")).status).toBe(200);
    });
    expect(suspended).toBe(403);
    expect(await isThere("evil")).toBe(404);
    const mia = await user("mia");
    const out = await publishAround(registry.url, mia, sampleZip({ name: "mine" }), () =>
      runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.remove', 'account:mia');
         DELETE FROM memberships WHERE account_id = (SELECT id FROM accounts WHERE handle = 'mia'); COMMIT;`,
      ),
    );
    expect(out).toBe(403);
    expect(await isThere("mine")).toBe(404);
    // Nobody did anything to this one: it is the test that can fail.
    const zoe = await user("zoe");
    expect(await publishAround(registry.url, zoe, sampleZip({ name: "honest" }), async () => {})).toBe(201);
  });

  test("T5 loses its rights at once and its skills stay; its reviews do not count; reinstated, all of it is back", async () => {
    const [dan, ann] = [await user("dan"), await user("ann")];
    await publishedAtOnce(registry, { token: ann, name: "of-ann", version: "1.0.0" });
    await publishedAtOnce(registry, { token: dan, name: "of-dan", version: "1.0.0" });
    await (await fetch(api("/skills/of-ann/download"), { headers: { authorization: `Bearer ${dan}` } })).arrayBuffer();
    expect((await call(api("/skills/of-ann/reviews"), { token: dan, json: { rating: 1 } })).status).toBe(201);
    expect((await standing("dan", "suspend", ann)).status).toBe(403);
    expect(await standing("dan", "suspend")).toMatchObject({
      status: 200,
      body: { handle: "dan", status: "suspended", reason: "because of it" },
    });
    expect((await standing("dan", "suspend")).status).toBe(409);
    expect((await call(api("/whoami"), { token: dan })).status).toBe(401);
    expect((await publish(registry.url, dan, sampleZip({ name: "more" }))).status).toBe(401);
    expect((await call(api("/skills/of-dan"))).status).toBe(200);
    const ratingOf = async () => (await call(api("/skills/of-ann/reviews"))).body;
    expect(await ratingOf()).toMatchObject({ items: [], rating: { count: 0 } });
    const listed = await call(api("/admin/accounts?status=suspended&limit=100"), { token: registry.adminToken });
    expect(listed.body.items.map(({ handle }: { handle: string }) => handle)).toContain("dan");
    expect((await standing("dan", "reinstate")).body).toMatchObject({ status: "active", reason: null });
    expect((await call(api("/whoami"), { token: dan })).status).toBe(200);
    expect(await ratingOf()).toMatchObject({ items: [{ author: "dan" }], rating: { average: 1, count: 1 } });
    expect((await standing("admin", "suspend")).status).toBe(409);
    expect((await standing("nobody-here", "suspend")).status).toBe(404);
    const { items } = (await call(api("/admin/audit?target=account:dan"), { token: registry.adminToken })).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["account.suspend", "account.reinstate"]),
    );
  });
});

describe("accounts, listed for admins", () => {
  test("page by page, by handle, role and status", async () => {
    await user("listed");
    const list = (query: string) => call(api(`/admin/accounts${query}`), { token: registry.adminToken });
    const first = await list("?limit=1");
    const second = await list(`?limit=1&cursor=${first.body.next_cursor}`);
    expect(first.body.items[0].handle).not.toBe(second.body.items[0].handle);
    expect((await list("?handle=listed")).body.items).toMatchObject([
      { handle: "listed", role: "user", status: "active" },
    ]);
    expect((await list("?role=admin")).body.items).toMatchObject([{ handle: "admin" }]);
    expect((await list("?cursor=nonsense")).status).toBe(400);
  });
});

describe("an account that its owner deletes", () => {
  const remove = (token: string, handle: string) =>
    call(api(`/account?confirm=${handle}`), { method: "DELETE", token });

  test("what is personal goes, skills and reviews stay, and the handle is nobody's again", async () => {
    const [gil, hal] = [await user("gil"), await user("hal")];
    await publishedAtOnce(registry, { token: gil, name: "of-gil", version: "1.0.0" });
    await publishedAtOnce(registry, { token: hal, name: "of-hal", version: "1.0.0" });
    await (await fetch(api("/skills/of-hal/download"), { headers: { authorization: `Bearer ${gil}` } })).arrayBuffer();
    await call(api("/skills/of-hal/reviews"), { token: gil, json: { rating: 4, text: "good" } });
    await call(api("/skills/of-hal/reports"), { token: gil, json: { kind: "spam", text: "hm, no" } });
    expect((await remove(gil, "someone")).status).toBe(409);
    expect((await call(api("/account"), { method: "DELETE", token: gil })).status).toBe(400);
    expect((await remove(gil, "gil")).status).toBe(204);
    expect((await call(api("/whoami"), { token: gil })).status).toBe(401);
    expect((await call(api("/skills/of-gil"))).body).toMatchObject({ publisher: "gil" });
    expect((await call(api("/skills/of-hal/reviews"))).body).toMatchObject({
      items: [{ author: null, text: "good" }],
      rating: { average: 4, count: 1 },
    });
    const again = await call(api("/admin/accounts"), { token: registry.adminToken, json: { handle: "gil" } });
    expect([again.status, again.body.code]).toEqual([409, "handle_taken"]);
    const id = "(SELECT id FROM accounts WHERE handle = 'gil')";
    const [left] = await rowsOf<Record<string, unknown>>(
      registry,
      `SELECT email, (SELECT count(*)::int FROM tokens WHERE account_id = ${id}) AS tokens,
         (SELECT count(*)::int FROM memberships WHERE account_id = ${id}) AS memberships,
         (SELECT count(*)::int FROM account_downloads WHERE account_id = ${id}) AS downloads,
         (SELECT count(*)::int FROM reports WHERE reporter_id = ${id}) AS reports FROM accounts WHERE handle = 'gil'`,
    );
    expect(left).toEqual({ email: null, tokens: 0, memberships: 0, downloads: 0, reports: 0 });
    expect((await standing("gil", "reinstate")).status).toBe(409);
  });

  test("organisations that would have no owner are handed over first; an admin's account is not deleted", async () => {
    const [ida, jon] = [await user("ida"), await user("jon")];
    const made = await call(api("/publishers"), { token: ida, json: { handle: "ida-and-co", kind: "organisation" } });
    expect(made.status).toBe(201);
    const zip = sampleZip({ name: "of-all" });
    expect((await publish(registry.url, ida, zip, "?publisher=ida-and-co")).status).toBe(201);
    expect(await remove(ida, "ida")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("ida-and-co") },
    });
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.add', 'publisher:ida-and-co');
       INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, 'owner' FROM accounts a, publishers p
         WHERE a.handle = 'jon' AND p.handle = 'ida-and-co'; COMMIT;`,
    );
    expect((await remove(ida, "ida")).status).toBe(204);
    expect((await call(api("/whoami"), { token: jon })).body.publishers).toContain("ida-and-co");
    expect((await remove(registry.adminToken, "admin")).status).toBe(409);
  });
});
