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

  test("T5 loses its rights at once, its skills stay, its reviews do not count; reinstated, they do, and it has a new token", async () => {
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
    const { body: reinstated } = await standing("dan", "reinstate");
    expect(reinstated).toMatchObject({ status: "active", reason: null });
    expect((await call(api("/whoami"), { token: dan })).status).toBe(401);
    expect((await call(api("/whoami"), { token: reinstated.token })).body).toMatchObject({ handle: "dan" });
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

  test("H-A7 what is personal goes, skills and reviews stay but count no more, and the handle is nobody's again", async () => {
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
      rating: { average: null, count: 0 },
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

describe("what members say of their own", () => {
  const rated = async (name: string) => (await call(api(`/skills/${name}/reviews`))).body;
  const take = async (token: string, name: string) =>
    (await fetch(api(`/skills/${name}/download`), { headers: { authorization: `Bearer ${token}` } })).arrayBuffer();
  const review = (token: string, name: string) => call(api(`/skills/${name}/reviews`), { token, json: { rating: 5 } });

  test("H-A7 a review counts while its account is no member of the skill's publisher, whoever came to whom", async () => {
    const [kim, mo] = [await user("kim"), await user("mo")];
    let lea = await user("lea");
    for (const [token, handle] of [
      [kim, "kims"],
      [mo, "mos"],
    ] as const)
      expect((await call(api("/publishers"), { token, json: { handle } })).status).toBe(201);
    await publishedAtOnce(registry, { token: kim, name: "of-kims", version: "1.0.0", publisher: "kims" });
    await take(lea, "of-kims");
    expect((await review(lea, "of-kims")).status).toBe(201);
    const counted = { items: [{ author: "lea" }], rating: { average: 5, count: 1 } };
    const uncounted = { items: [], rating: { count: 0 } };
    expect(await rated("of-kims")).toMatchObject(counted);
    const join = async (by: string, publisher: string) => {
      const json = { account: "lea", role: "publisher" };
      const { id } = (await call(api(`/publishers/${publisher}/invitations`), { token: by, json })).body;
      expect((await call(api(`/invitations/${id}/accept`), { token: lea, method: "POST" })).status).toBe(200);
    };
    await join(kim, "kims");
    expect(await rated("of-kims")).toMatchObject(uncounted);
    // Suspended and reinstated, a member is still one.
    expect((await standing("lea", "suspend")).status).toBe(200);
    lea = (await standing("lea", "reinstate")).body.token;
    expect(await rated("of-kims")).toMatchObject(uncounted);
    expect((await call(api("/publishers/kims/membership"), { token: lea, method: "DELETE" })).status).toBe(204);
    expect(await rated("of-kims")).toMatchObject(counted);
    // The skill comes to a publisher that they belong to.
    await join(mo, "mos");
    const offer = await call(api("/transfers"), { token: kim, json: { name: "of-kims", to: "mos" } });
    expect((await call(api(`/transfers/${offer.body.id}/accept`), { token: mo, method: "POST" })).status).toBe(200);
    expect(await rated("of-kims")).toMatchObject(uncounted);
    expect((await call(api("/publishers/mos/members/lea"), { token: mo, method: "DELETE" })).status).toBe(200);
    expect(await rated("of-kims")).toMatchObject(counted);
  });
});

describe("what tells others, in turns", () => {
  const noticesOf = async (token: string) => (await call(api("/notices?limit=100"), { token })).body.items.length;

  test("Q5 inviting and withdrawing fills nobody's notices, by one publisher or by many", async () => {
    const [ned, ora] = [await user("ned"), await user("ora")];
    const invite = async (publisher: string, account: string) => {
      const asked = await call(api(`/publishers/${publisher}/invitations`), {
        token: ned,
        json: { account, role: "publisher" },
      });
      const path = `/publishers/${publisher}/invitations/${asked.body.id}`;
      if (asked.status === 201) expect((await call(api(path), { token: ned, method: "DELETE" })).status).toBe(200);
      return asked;
    };
    expect((await call(api("/publishers"), { token: ned, json: { handle: "neds" } })).status).toBe(201);
    const statuses = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await invite("neds", "ora")).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect(await noticesOf(ora)).toBe(3);
    // One account's are bounded, too, whoever and from wherever it invites.
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.invite', 'publisher:neds');
       INSERT INTO invitations (publisher_id, email, role, invited_by, status, created_at, expires_at, decided_at)
       SELECT p.id, 'x' || n || '@example.org', 'publisher', a.id, 'withdrawn', now(), now(), now()
       FROM publishers p, accounts a, generate_series(1, 97) n WHERE p.handle = 'neds' AND a.handle = 'ned'; COMMIT;`,
    );
    expect((await call(api("/publishers"), { token: ned, json: { handle: "neds-more" } })).status).toBe(201);
    expect(await invite("neds-more", "ora")).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });

  test("Q5 offering and withdrawing a skill does neither", async () => {
    const [pat, quinn] = [await user("pat"), await user("quinn")];
    await publishedAtOnce(registry, { token: pat, name: "of-pat", version: "1.0.0" });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const offer = await call(api("/transfers"), { token: pat, json: { name: "of-pat", to: "quinn" } });
      statuses.push(offer.status);
      if (offer.status === 201) await call(api(`/transfers/${offer.body.id}`), { token: pat, method: "DELETE" });
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
    // Each offer, and its end.
    expect(await noticesOf(quinn)).toBe(6);
  });

  test("Q5 flipping who may see a skill writes so many leaves and no more, and hiding it is never refused", async () => {
    const ria = await user("ria");
    await publishedAtOnce(registry, { token: ria, name: "of-ria", version: "1.0.0" });
    const set = async (visibility: string) =>
      (await call(api("/skills/of-ria/settings"), { token: ria, method: "PATCH", json: { visibility } })).status;
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push(await set("private"), await set("public"));
    expect(statuses).toEqual([...Array(11).fill(200), 429]);
    expect(await set("private")).toBe(200);
    expect(await set("organisation")).toBe(429);
    const leaves = "SELECT id FROM log_leaves WHERE leaf LIKE '%kind: visibility%' AND leaf LIKE '%of-ria%'";
    expect(await rowsOf(registry, leaves)).toHaveLength(11);
  });
});
