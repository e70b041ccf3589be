import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { type Browser, browser, codeOf, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const tokensOf = async (person: Browser): Promise<Record<string, unknown>[]> =>
  (await person.get("/api/v1/tokens")).body.tokens;

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
});
afterAll(() => registry.close());

describe("the menu", () => {
  test("a stranger is offered to sign in, and comes back; the page is the same for all, with its ETag", async () => {
    const [one, other] = [browser(registry.url), browser(registry.url)];
    const first = await one.get("/search?q=web");
    expect(first.body).toContain(`href="/login?back=${encodeURIComponent("/search?q=web")}">Sign in</a>`);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect((await other.get("/search?q=web", { "if-none-match": etag })).status).toBe(304);
    // A way in leads to no other way in.
    expect((await one.get("/login")).body).toContain('href="/login">Sign in</a>');
  });

  test.each(["/login", "/login/code", "/signup", "/claim", "/verify", "/reset"])(
    "Q4 what somebody types on %s before they are signed in is kept for nobody",
    async (path) => {
      const { status, headers, body } = await browser(registry.url).get(path);
      expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
      expect(body).toContain('<html lang="en" data-viewer="">');
    },
  );

  test.each(["/", "/search?q=web", "/account", "/account/tokens", "/nowhere"])(
    "Q4 %s names its viewer, and is nobody else's to keep: not of the next person, nor of the back button",
    async (path) => {
      const own = await ada.get(path);
      expect(plain(own.body)).toContain("Your pages: ada");
      expect(own.headers.get("cache-control")).toBe("private, no-store");
      expect(own.headers.get("vary")?.toLowerCase()).toContain("cookie");
      const bobs = await bob.get(path, { "if-none-match": own.headers.get("etag") ?? "" });
      expect(bobs.status).not.toBe(304);
      expect(plain(bobs.body)).toContain("Your pages: bob");
      expect(plain(bobs.body)).not.toContain("Your pages: ada");
      const nobody = await browser(registry.url).get(path);
      expect(plain(String(nobody.body))).not.toMatch(/Your pages: (?:ada|bob)/);
    },
  );

  test("a session that ended is a stranger's; only admins see the way to their pages", async () => {
    const gone = ada.clone();
    const again = browser(registry.url);
    await again.submit("/login", { email: "ada@example.org", password: PASSWORD, back: "/" });
    const ended = again.clone();
    expect(plain((await ended.get("/")).body)).toContain("Your pages: ada");
    expect((await again.submit("/account", { do: "sign-out" })).status).toBe(303);
    expect(plain((await ended.get("/")).body)).not.toContain("Your pages:");
    expect((await gone.get("/")).body).not.toContain(">Admin</a>");
    const made = await call(`${registry.url}/api/v1/admin/accounts/ada/role`, {
      method: "PUT",
      token: registry.adminToken,
      json: { role: "admin" },
    });
    expect(made.status).toBe(200);
    expect((await gone.get("/")).body).toContain(">Admin</a>");
    expect((await bob.get("/")).body).not.toContain(">Admin</a>");
  });
});

describe("tokens", () => {
  const PAGE = "/account/tokens";

  test("a stranger is led to sign in, and back", async () => {
    const led = await browser(registry.url).get(PAGE);
    expect([led.status, led.headers.get("location")]).toEqual([303, `/login?back=${encodeURIComponent(PAGE)}`]);
  });

  test("one is made with what was chosen, shown once, and ends when it is revoked", async () => {
    const form = new URLSearchParams([
      ["do", "make"],
      ["name", "build machine"],
      ["scopes", "publish"],
      ["scopes", "read"],
      ["patterns", "acme-* web-search"],
      ["expires", "7"],
    ]);
    const shown = await bob.get(PAGE);
    expect(shown.body).toContain('name="scopes"');
    const answer = await fetch(`${registry.url}${PAGE}`, {
      method: "POST",
      body: form,
      headers: { "sec-fetch-site": "same-origin", cookie: cookieOf(bob) },
    });
    const html = await answer.text();
    const [token = ""] = /gsk_[\w-]{49}/.exec(html) ?? [];
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await call(`${registry.url}/api/v1/whoami`, { token })).body.handle).toBe("bob");
    const [made] = await tokensOf(bob);
    expect(made).toMatchObject({
      name: "build machine",
      scopes: ["publish", "read"],
      patterns: ["acme-*", "web-search"],
    });
    expect(Date.parse(String(made?.["expires_at"])) - Date.now()).toBeLessThan(7 * 86_400_000);
    const listed = await bob.get(PAGE);
    expect(listed.body).not.toContain(token);
    expect(plain(listed.body)).toContain("build machine · publish, read · for acme-*, web-search");

    const id = String(made?.["id"]);
    // Another person's token is none that they may end.
    expect((await ada.submit(PAGE, { do: "revoke", row: id })).status).toBe(404);
    const revoked = await bob.submit(PAGE, { do: "revoke", row: id });
    expect([revoked.status, revoked.headers.get("location")]).toEqual([303, `${PAGE}?done=revoke`]);
    expect(plain((await bob.get(`${PAGE}?done=revoke`)).body)).toContain("The token is revoked");
    expect((await call(`${registry.url}/api/v1/whoami`, { token })).status).toBe(401);
  });

  test.each([
    [{ name: " " }, "Say what it is for."],
    [{ scopes: "everything" }, "Choose what it may do."],
    [{ patterns: "Acme/*" }, "Names of skills"],
    [{ expires: "0" }, "Choose how long"],
  ])("%j is said to be wrong beside its field, and what was typed stays", async (wrong, words) => {
    const before = await tokensOf(bob);
    const typed = { do: "make", name: "kept words", scopes: "yank", patterns: "kept-*", expires: "30", ...wrong };
    const page = await bob.submit(PAGE, typed);
    expect(page.status).toBe(400);
    expect(plain(page.body)).toContain(words);
    if (!("patterns" in wrong)) expect(page.body).toContain('value="kept-*"');
    if (!("scopes" in wrong)) expect(page.body).toMatch(/value="yank" checked/);
    expect(await tokensOf(bob)).toEqual(before);
  });

  test("T13 a form of another site makes none, and ends none", async () => {
    const before = await tokensOf(bob);
    const typed = { do: "make", name: "theirs", scopes: "admin", expires: "never" };
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}]) {
      expect((await bob.submit(PAGE, typed, headers)).status).toBe(403);
    }
    expect(await tokensOf(bob)).toEqual(before);
  });

  test("a second factor is asked for on the way, with what was typed carried along, and no code counts twice", async () => {
    const { first: eve } = await signedUp(registry, "eve");
    const { uri } = await withSecondFactor(eve);
    const again = browser(registry.url);
    await again.submit("/login", { email: "eve@example.org", password: PASSWORD, back: "/" });
    const typed = { do: "make", name: 'with "care"', scopes: "admin", patterns: "", expires: "never" };
    await again.submit("/login/code", { code: await codeOf(uri), back: "/" });
    // What a code said when they signed in counts for a while: here it is long ago.
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now() - interval '1 hour'");
    const asked = await again.submit(PAGE, typed);
    expect(asked.status).toBe(403);
    expect(plain(asked.body)).toContain("Confirm that it is you");
    expect(asked.body).toContain('name="name" value="with &quot;care&quot;"');
    expect(await tokensOf(again)).toEqual([]);
    const wrong = await again.submit(PAGE, { ...typed, code: "000000" });
    expect([wrong.status, plain(wrong.body).includes("Confirm that it is you")]).toEqual([403, true]);
    const done = await again.submit(PAGE, { ...typed, code: await codeOf(uri, 1) });
    expect(done.status).toBe(200);
    expect(done.body).toMatch(/gsk_/);
    expect(done.body).not.toContain('name="code"');
  });
});

describe("notices", () => {
  const PAGE = "/account/notices";

  test("are of one's own publishers, and are marked as read", async () => {
    const token = (await bob.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body.token;
    await publishedAtOnce(registry, { token, name: "told-of", version: "1.0.0" });
    const reported = await call(`${registry.url}/api/v1/admin/skills/told-of/1.0.0/quarantine`, {
      token: registry.adminToken,
      json: { reason: "it says <b>too much</b>" },
    });
    expect(reported.status, JSON.stringify(reported.body)).toBe(200);
    const page = await bob.get(PAGE);
    expect(page.body).toContain("it says &lt;b&gt;too much&lt;/b&gt;");
    expect(page.body).toContain('href="/skills/told-of/1.0.0"');
    expect(plain((await ada.get(PAGE)).body)).not.toContain("told-of");
    const row = /name="row" value="(\d+)"/.exec(page.body)?.[1] ?? "";
    expect((await ada.submit(PAGE, { do: "read", row })).status).toBe(404);
    expect((await bob.submit(PAGE, { do: "read", row })).status).toBe(303);
    const [notice] = (await bob.get("/api/v1/notices")).body.items;
    expect(notice.read_at).not.toBeNull();
    expect((await bob.get(PAGE)).body).not.toContain("Mark as read");
  });
});

const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
