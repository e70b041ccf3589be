import { type Browser as Chromium, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClawhubClient, clawhubClient } from "../harness/clawhub-client.ts";
import { describeWith } from "../harness/describe-with.ts";
import { browser, type Browser, PASSWORD, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const MINUTES = { timeout: 180_000 };

await describeWith("clawhub", "the real clawhub signs in to a closed registry", ({ url: clients }) => {
  let registry: TestRegistry;
  let person: Browser;
  const opened: ClawhubClient[] = [];

  async function client(version: string): Promise<ClawhubClient> {
    const made = await clawhubClient(clients, { version, site: registry.url });
    opened.push(made);
    return made;
  }
  async function ensureSignedIn(own: ClawhubClient): Promise<void> {
    expect(await own.run(["whoami"])).toEqual({ code: 0, out: expect.stringContaining("lena") });
    expect(await own.run(["explore"])).toMatchObject({ code: 0 });
    expect(await own.run(["logout"])).toMatchObject({ code: 0 });
    expect((await own.run(["whoami"])).code).toBe(1);
    expect((await own.run(["explore"])).code).toBe(1);
  }

  beforeAll(async () => {
    const environment = { READ: "signed-in", SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" };
    registry = await startTestRegistry({ withoutScanners: true, environment });
    ({ first: person } = await signedUp(registry, "lena"));
  });
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await registry.close();
  });

  test.each([
    ["0.23.3", ["login"]],
    ["0.20.0", ["login", "--device"]],
  ])("clawhub %s shows a code of ours, and is let in by it alone", MINUTES, async (version, args) => {
    const own = await client(version);
    const login = await own.begin(args, /visit:\s+(\S+)[\s\S]+enter code: (\S+)/);
    const [, page, code = ""] = login.said;
    expect(page).toBe(`${registry.url}/device`);
    expect((await person.submit("/device", { do: "find", user_code: code })).body).toContain("clawhub:");
    expect((await person.submit("/device", { do: "allow", user_code: code })).body).toContain("Let in");
    expect(await login.ended).toEqual({ code: 0, out: expect.stringContaining("Logged in as @lena") });
    await ensureSignedIn(own);
  });

  test("clawhub 0.23.3 that is denied says so, and has no token", MINUTES, async () => {
    const own = await client("0.23.3");
    const login = await own.begin(["login"], /enter code: (\S+)/);
    await person.submit("/device", { do: "deny", user_code: login.said[1] ?? "" });
    expect(await login.ended).toEqual({ code: 1, out: expect.stringContaining("Authorization denied") });
    expect((await own.run(["whoami"])).code).toBe(1);
  });

  test("a token of nobody's is refused in words, and kept nowhere", MINUTES, async () => {
    const own = await client("0.23.3");
    expect((await own.login("gsk_nobody-knows-this-one")).code).toBe(1);
    expect((await own.run(["token"])).code).toBe(1);
  });

  test("clawhub 0.8.0 waits on loopback, and takes the token that its browser brings", MINUTES, async () => {
    const own = await client("0.8.0");
    const login = await own.begin(["login"], /Opening browser: (\S+)/);
    const address = new URL(login.said[1] ?? "");
    expect(address.origin).toBe(registry.url);
    const consent = await person.get(`${address.pathname}${address.search}`);
    const form = consent.body.split("<form ").findLast((part: string) => part.includes('action="/cli/auth"')) ?? "";
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const done = await person.submit("/cli/auth", Object.fromEntries(fields));
    const to = new URL((/<a class="act" href="([^"]+)"/.exec(done.body)?.[1] ?? "").replaceAll("&amp;", "&"));
    // What the script of its callback does.
    const body = JSON.stringify(Object.fromEntries(new URLSearchParams(to.hash.slice(1))));
    expect((await fetch(`${to.origin}/token`, { method: "POST", body })).status).toBe(200);
    expect(await login.ended).toEqual({ code: 0, out: expect.stringContaining("Logged in as @lena") });
    await ensureSignedIn(own);
  });

  test("nobody who is not asked is let in: a browser without a session comes to sign in first", MINUTES, async () => {
    const own = await client("0.20.0");
    const login = await own.begin(["login"], /Opening browser: (\S+)/);
    const address = new URL(login.said[1] ?? "");
    const page = await browser(registry.url).get(`${address.pathname}${address.search}`);
    expect([page.status, page.headers.get("location")?.startsWith("/login?back=%2Fcli%2Fauth")]).toEqual([303, true]);
    // Another page that knows the port, but not the state, brings nothing.
    const callback = new URL(address.searchParams.get("redirect_uri") ?? "");
    const body = JSON.stringify({ token: "gsk_of-somebody-else", state: "guessed" });
    expect((await fetch(`${callback.origin}/token`, { method: "POST", body })).status).toBe(400);
    expect((await login.ended).code).toBe(1);
  });
});

await describeWith("chromium", "the browser of the real clawhub", ({ url: executablePath }) =>
  describeWith("clawhub", "signs it in", ({ url: clients }) => {
    let registry: TestRegistry;
    let browsing: Chromium;
    beforeAll(async () => {
      const environment = { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" };
      registry = await startTestRegistry({ withoutScanners: true, environment });
      browsing = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    });
    afterAll(async () => {
      await browsing.close();
      await registry.close();
    });

    test("clawhub 0.20.0 is signed in by a click in a browser, from the login page on", MINUTES, async () => {
      const { email } = await signedUp(registry, "mona");
      const own = await clawhubClient(clients, { version: "0.20.0", site: registry.url });
      const login = await own.begin(["login", "--label", "the laptop"], /Opening browser: (\S+)/);
      const page = await browsing.newPage();
      await page.goto(login.said[1] ?? "");
      await page.fill('input[name="email"]', email);
      await page.fill('input[name="password"]', PASSWORD);
      await page.click('form[action="/login"] button');
      await page.waitForURL("**/cli/auth?**");
      expect(await page.textContent("main")).toContain("the laptop");
      await page.click('button:text("Let it in")');
      expect(await login.ended).toEqual({ code: 0, out: expect.stringContaining("Logged in as @mona") });
      expect(await own.run(["whoami"])).toEqual({ code: 0, out: expect.stringContaining("mona") });
      await own.close();
    });
  }),
);
