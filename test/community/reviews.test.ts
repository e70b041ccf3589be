import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const review = (token: string, name: string, json: unknown) => call(api(`/skills/${name}/reviews`), { token, json });
const take = async (token: string | null, name: string) => {
  const taken = await fetch(api(`/skills/${name}/download`), {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(taken.status).toBe(200);
  await taken.arrayBuffer();
};
const user = (handle: string) => account(registry.url, registry.adminToken, handle);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await user("ada");
  for (const name of ["rated", "talked-of", "moderated"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
});
afterAll(() => registry.close());

describe("reviews", () => {
  test("only accounts that downloaded the version while signed in, and never the publisher's own", async () => {
    const bob = await user("bob");
    expect((await call(api("/skills/rated/reviews"), { json: { rating: 5 } })).status).toBe(401);
    // Somebody at the same address, without an account, takes nothing for bob.
    await take(null, "rated");
    expect(await review(bob, "rated", { rating: 5 })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    await take(bob, "rated");
    expect((await review(bob, "rated", { rating: 5, version: "2.0.0" })).status).toBe(403);
    expect(await review(bob, "rated", { rating: 5 })).toMatchObject({
      status: 201,
      body: { author: "bob", version: "1.0.0", rating: 5, text: null, answer: null },
    });
    await take(ada, "rated");
    const own = await review(ada, "rated", { rating: 5 });
    expect(own).toMatchObject({ status: 403, body: { detail: expect.stringContaining("belongs to publisher ada") } });
    // What is kept of a download is account, version and time.
    const [kept] = await rowsOf<Record<string, unknown>>(registry, "SELECT * FROM account_downloads LIMIT 1");
    expect(Object.keys(kept ?? {}).toSorted()).toEqual(["account_id", "first_at", "version_id"]);
  });

  test("one for each account: again replaces it, the average follows everywhere, DELETE takes it back", async () => {
    const [carl, dora] = [await user("carl"), await user("dora")];
    for (const token of [carl, dora]) await take(token, "talked-of");
    const rating = async () => (await call(api("/skills/talked-of"))).body.rating;
    expect(await rating()).toEqual({ average: null, count: 0 });
    expect((await review(carl, "talked-of", { rating: 1, text: "no" })).status).toBe(201);
    expect((await review(dora, "talked-of", { rating: 4 })).status).toBe(201);
    expect(await rating()).toEqual({ average: 2.5, count: 2 });
    expect(await review(carl, "talked-of", { rating: 3 })).toMatchObject({
      status: 200,
      body: { rating: 3, text: null },
    });
    expect(await rating()).toEqual({ average: 3.5, count: 2 });
    const listed = (await call(api("/skills?limit=100"))).body.items.find(
      (one: { name: string }) => one.name === "talked-of",
    );
    expect(listed.rating).toEqual({ average: 3.5, count: 2 });
    const first = await call(api("/skills/talked-of/reviews?limit=1"));
    expect(first.body).toMatchObject({ items: [{ author: "carl" }], rating: { average: 3.5, count: 2 } });
    const second = await call(api(`/skills/talked-of/reviews?limit=1&cursor=${first.body.next_cursor}`));
    expect(second.body).toMatchObject({ items: [{ author: "dora" }], next_cursor: null });
    const gone = await call(api("/skills/talked-of/reviews"), { method: "DELETE", token: dora });
    expect(gone.status).toBe(204);
    expect((await call(api("/skills/talked-of/reviews"), { method: "DELETE", token: dora })).status).toBe(404);
    expect(await rating()).toEqual({ average: 3, count: 1 });
  });

  test("X3 text is plain: without controls, bidirectional overrides and what cannot be seen, and bounded", async () => {
    const eve = await user("eve");
    await take(eve, "rated");
    const text = "fine\u202Eenif \u001b[31mred\u200b\u0007\r\n\n\n\nlast\u{e0041}";
    const written = await review(eve, "rated", { rating: 2, text });
    expect(written.body.text).toBe("fineenif [31mred\n\nlast");
    expect((await review(eve, "rated", { rating: 2, text: "x".repeat(4_001) })).status).toBe(400);
    expect((await review(eve, "rated", { rating: 2, text: "\u200b\u202e" })).status).toBe(400);
    for (const rating of [0, 6, 2.5, "5", null]) expect((await review(eve, "rated", { rating })).status).toBe(400);
  });

  test("the publisher answers once; an admin removes with a reason that the author is told", async () => {
    const finn = await user("finn");
    await take(finn, "moderated");
    const { id } = (await review(finn, "moderated", { rating: 1, text: "rude words" })).body;
    const answer = (token: string) =>
      call(api(`/skills/moderated/reviews/${id}/answer`), { token, json: { text: "Thank you" } });
    expect((await answer(finn)).status).toBe(403);
    expect(await answer(ada)).toMatchObject({ status: 200, body: { answer: { text: "Thank you" } } });
    expect((await answer(ada)).status).toBe(409);
    const remove = (token: string) => call(api(`/admin/reviews/${id}/remove`), { token, json: { reason: "insults" } });
    expect((await remove(ada)).status).toBe(403);
    expect((await remove(registry.adminToken)).status).toBe(200);
    expect((await remove(registry.adminToken)).status).toBe(409);
    expect((await call(api("/skills/moderated/reviews"))).body).toMatchObject({
      items: [],
      rating: { average: null, count: 0 },
    });
    expect(await review(finn, "moderated", { rating: 1 })).toMatchObject({ status: 409, body: { code: "conflict" } });
    const { items } = (await call(api("/notices"), { token: finn })).body;
    expect(items[0]).toMatchObject({ kind: "review-removed", text: expect.stringContaining("insults") });
    const { items: rows } = (await call(api("/admin/audit?action=review.remove"), { token: registry.adminToken })).body;
    expect(rows[0]).toMatchObject({ actor: "admin", target: "skill:moderated", detail: { author: "finn" } });
  });
});
