import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const user = (handle: string) => account(registry.url, registry.adminToken, handle);
const star = (token: string, name: string, method = "PUT") => call(api(`/skills/${name}/star`), { token, method });
const starsOf = async (name: string) => (await call(api(`/skills/${name}`))).body.stars;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  [ada, bob] = [await user("ada"), await user("bob")];
  for (const name of ["starry", "held-stars", "left-behind"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
  await inspected(registry.url, "hush", "1.0.0", ada);
});
afterAll(() => registry.close());

test("one star an account, however often it is given; what is kept of the skill says so at once", async () => {
  expect(await starsOf("starry")).toBe(0);
  expect(await star(bob, "starry")).toMatchObject({ status: 200, body: { stars: 1, changed: true } });
  expect(await star(bob, "starry")).toMatchObject({ status: 200, body: { stars: 1, changed: false } });
  expect(await star(await narrowToken(registry, { handle: "ada", scopes: ["read"] }), "starry")).toMatchObject({
    body: { stars: 2, changed: true },
  });
  expect(await starsOf("starry")).toBe(2);
  expect(await (await fetch(`${registry.url}/skills/starry`)).text()).toContain("2 stars");
  expect(await star(bob, "starry", "DELETE")).toMatchObject({ status: 200, body: { stars: 1, changed: true } });
  expect(await star(bob, "starry", "DELETE")).toMatchObject({ status: 200, body: { stars: 1, changed: false } });
  expect(await starsOf("starry")).toBe(1);
});

test("many at once are one each", async () => {
  const carl = await user("carl");
  const given = await Promise.all(Array.from({ length: 6 }, () => star(carl, "left-behind")));
  expect(given.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(given.filter(({ body }) => body.changed)).toHaveLength(1);
  expect(await starsOf("left-behind")).toBe(1);
});

test("Q4 nobody gives or takes a star of what they may not see, and a name that is not there is answered alike", async () => {
  for (const method of ["PUT", "DELETE"]) {
    const [hidden, missing] = [await star(bob, "hush", method), await star(bob, "no-such-skill", method)];
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    const said = (body: { detail?: string }) => String(body.detail).replace(/hush|no-such-skill/, "X");
    expect(said(hidden.body)).toBe(said(missing.body));
  }
  expect((await star(ada, "hush")).body).toMatchObject({ stars: 1 });
  expect((await call(api("/skills/starry/star"), { method: "PUT" })).status).toBe(401);
  const narrow = await narrowToken(registry, { handle: "bob", scopes: ["publish"] });
  expect((await star(narrow, "starry")).status).toBe(403);
});

test("who gave a star is told to admins alone, and to whoever gave it", async () => {
  const dora = await user("dora");
  await star(dora, "starry");
  const actionsOf = async (path: string, token: string) =>
    (await call(api(path), { token })).body.items.map(({ action }: { action: string }) => action);
  expect(await actionsOf("/skills/starry/audit?limit=100", ada)).not.toContain("star.add");
  expect(await actionsOf("/account/audit?limit=100", dora)).toContain("star.add");
  expect(await actionsOf("/admin/audit?limit=100&action=star.add", registry.adminToken)).toContain("star.add");
});

test("T5 a suspended account's stars count no more until it is reinstated, and a deleted one's are gone", async () => {
  const eve = await user("eve");
  await star(eve, "held-stars");
  expect(await starsOf("held-stars")).toBe(1);
  const stand = (what: string) =>
    call(api(`/admin/accounts/eve/${what}`), { token: registry.adminToken, json: { reason: "for this test" } });
  expect((await stand("suspend")).status).toBe(200);
  expect(await starsOf("held-stars")).toBe(0);
  const back = await stand("reinstate");
  expect(await starsOf("held-stars")).toBe(1);
  const gone = await call(api("/account?confirm=eve"), { method: "DELETE", token: back.body.token });
  expect(gone.status).toBe(204);
  expect(await starsOf("held-stars")).toBe(0);
  expect(
    await rowsOf(registry, "SELECT 1 FROM stars JOIN accounts a ON a.id = account_id WHERE a.handle = 'eve'"),
  ).toEqual([]);
});
