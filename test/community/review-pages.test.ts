import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;

const PAGE = "/skills/loved-tool/review";
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const reviews = async () => (await bob.get("/api/v1/skills/loved-tool/reviews")).body.items;

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
  const token = (await ada.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body.token;
  await publishedAtOnce(registry, { token, name: "loved-tool", version: "1.0.0" });
});
afterAll(() => registry.close());

describe("reviewing on a page", () => {
  test("is for who installed it: written, changed, answered and deleted", async () => {
    expect((await browser(registry.url).get("/skills/loved-tool?tab=reviews")).body).toContain(`href="${PAGE}"`);
    expect((await browser(registry.url).get(PAGE)).status).toBe(303);
    const early = await bob.submit(PAGE, { do: "write", rating: "4", text: "Not <yet>", version: "" });
    expect(early.status).toBeGreaterThanOrEqual(400);
    expect(early.body).toContain("Not &lt;yet&gt;</textarea>");
    expect((await bob.get("/api/v1/skills/loved-tool/1.0.0/download")).status).toBeLessThan(400);

    const unrated = await bob.submit(PAGE, { do: "write", rating: "6", text: "good", version: "" });
    expect([unrated.status, plain(unrated.body).includes("Choose how good")]).toEqual([400, true]);
    const written = await bob.submit(PAGE, { do: "write", rating: "4", text: "It <b>helps</b>", version: "" });
    expect([written.status, written.headers.get("location")], plain(String(written.body))).toEqual([
      303,
      "/skills/loved-tool?tab=reviews",
    ]);
    expect((await ada.get("/skills/loved-tool?tab=reviews")).body).toContain("It &lt;b&gt;helps&lt;/b&gt;");
    const again = await bob.get(PAGE);
    expect(again.body).toMatch(/<option value="4" selected/);

    // Its publisher answers, and reviews nothing of its own.
    const own = await ada.get(PAGE);
    expect(own.body).not.toContain('value="write"');
    expect((await ada.submit(PAGE, { do: "write", rating: "5", text: "", version: "" })).status).toBe(403);
    const [{ id: row }] = await reviews();
    expect((await bob.submit(PAGE, { do: "answer", row, text: "myself" })).status).toBe(403);
    expect((await ada.submit(PAGE, { do: "answer", row, text: "Thank you" })).status).toBe(303);
    expect(await reviews()).toMatchObject([{ author: "bob", rating: 4, answer: { text: "Thank you" } }]);
    expect((await bob.submit(PAGE, { do: "delete" })).status).toBe(303);
    expect(await reviews()).toEqual([]);
  });

  test("T13 another site writes none", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, {}])
      expect((await bob.submit(PAGE, { do: "write", rating: "1", text: "", version: "" }, headers)).status).toBe(403);
    expect(await reviews()).toEqual([]);
  });
});
