import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

describe("pages of skills that not everybody sees", () => {
  let registry: TestRegistry;
  let member: Browser;
  let stranger: Browser;
  const SECRET = "xylophonic";

  beforeAll(async () => {
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
    member = (await signedUp(registry, "ada")).first;
    stranger = (await signedUp(registry, "eve")).first;
    const made = await member.post("/api/v1/tokens", { name: "publish", scopes: ["*"] });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const archive = sampleZip({ name: "hush-tool", description: `plays ${SECRET} tunes` });
    expect((await publish(registry.url, made.body.token, archive, "?visibility=private")).status).toBe(201);
    await account(registry.url, registry.adminToken, "bob");
    await registry.settle();
  });
  afterAll(() => registry.close());

  const PAGES = ["/skills/hush-tool", "/skills/hush-tool/1.0.0?tab=files", "/search?q=hush", "/publishers/ada", "/"];

  test.each(PAGES)("Q4 %s is theirs to see who may, and stays with nobody else", async (path) => {
    const own = await member.get(path);
    expect(own.status).toBe(200);
    expect(own.body).toContain(SECRET);
    expect(own.headers.get("cache-control")).toBe("private, no-store");
    expect(own.headers.get("vary")?.toLowerCase()).toContain("cookie");
    for (const other of [
      browser(registry.url),
      stranger,
      browser(registry.url, new Map([["gaia.session_token", "x.y"]])),
    ]) {
      // Twice: what was kept of an answer would come the second time.
      for (const _ of [1, 2]) {
        const answer = await other.get(path);
        expect(answer.body).not.toContain(SECRET);
        if (path.startsWith("/skills/")) expect(answer.status).toBe(404);
      }
    }
    expect((await member.get(path)).body).toContain(SECRET);
  });

  test("Q4 a page says that it is private; signed out, it is not there", async () => {
    const page = await member.get("/skills/hush-tool");
    expect(page.body).toContain("Only owners and admins of ada");
    expect(page.body).toContain('content="noindex"');
    const gone = member.clone();
    await member.post("/auth/sign-out", {});
    expect((await gone.get("/skills/hush-tool")).status).toBe(404);
  });

  test("the home page leads to the first account until an admin signs in", async () => {
    const someone = browser(registry.url);
    expect((await someone.get("/")).body).toContain('href="/claim"');
    const claim = { token: registry.adminToken, email: "admin@example.org", password: "correct horse battery staple" };
    expect((await browser(registry.url).post("/auth/claim", claim)).status).toBe(200);
    expect((await someone.get("/")).body).not.toContain('href="/claim"');
    expect((await call(`${registry.url}/`)).headers.get("cache-control")).toBe("no-cache");
  });
});
