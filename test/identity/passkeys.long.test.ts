import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { browser, codeOf, mailsTo, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";

/** A port of this machine that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const POST = `
  const headers = { "content-type": "application/json" };
  const post = (path, body) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const show = async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  };`;

await describeWith("chromium", "passkeys in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let profile: string;
  let context: BrowserContext;
  let page: Page;
  let devices: CDPSession;
  let site: string;
  const stranger = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>A stranger</title>");
  });
  /** What the page sent to sign in, for whoever sends it again. */
  const sent: { body: string; headers: Promise<Record<string, string>> }[] = [];

  beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", PORT: String(port), PUBLIC_URL: site },
    });
    await new Promise<void>((resolve) => void stranger.listen(0, "127.0.0.1", resolve));
    profile = await mkdtemp(join(tmpdir(), "passkeys-"));
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    });
    page = await context.newPage();
    page.on("request", (request) => {
      if (request.url().endsWith("/auth/passkey/sign-in")) {
        sent.push({ body: request.postData() ?? "", headers: request.allHeaders() });
      }
    });
    devices = await context.newCDPSession(page);
    await devices.send("WebAuthn.enable");
  });
  afterAll(async () => {
    await context.close();
    stranger.close();
    await registry.close();
    await rm(profile, { recursive: true, force: true });
  });

  const device = async (isUserVerified: boolean): Promise<string> => {
    const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    });
    return authenticatorId;
  };
  const signInWithPassword = async (email: string) => {
    await page.goto(`${site}/login`);
    await page.getByLabel("Mail address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${site}/account`);
  };
  const add = async (name: string, password: string) => {
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByLabel("Name").fill(name);
    await passkeys.locator("passkey-deed").getByLabel("Password").fill(password);
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  };
  /** What the page itself asks, in the browser: text, because tests are checked without its types. */
  const inPage = <T>(body: string): Promise<T> => page.evaluate<T>(`(async () => { ${POST} ${body} })()`);
  const handleHere = () =>
    inPage<string | null>('return (await (await fetch("/api/v1/whoami")).json()).handle ?? null;');

  test("a passkey is added with the password, signs in by itself, counts as the second factor, and is taken away", async () => {
    const { email } = await signedUp(registry, "paula");
    const authenticatorId = await device(true);
    await signInWithPassword(email);
    await add("Paula's phone", "not her password");
    await page.getByText("The password is wrong.").waitFor();
    await add("Paula's phone", PASSWORD);
    await page.getByText("Paula's phone").waitFor();
    expect((await mailsTo(registry, email)).join("\n")).toContain("A passkey was added");

    await context.clearCookies();
    await page.goto(`${site}/login?back=/device`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${site}/device`);
    expect(await handleHere()).toBe("paula");
    const [session] = await rowsOf(
      registry,
      "SELECT detail->>'by' AS by FROM audit_log WHERE action = 'account.sign_in' ORDER BY id DESC LIMIT 1",
    );
    expect(session).toEqual({ by: "passkey" });

    // With an app of codes beside it: the passkey signs in without one, and a change that matters takes it for one.
    const other = browser(site);
    await other.post("/auth/sign-in", { email, password: PASSWORD });
    const { uri } = await withSecondFactor(other);
    await context.clearCookies();
    await page.goto(`${site}/login`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${site}/account`);
    const make = () => inPage<number>('return (await post("/api/v1/tokens", { name: "x", scopes: ["read"] })).status;');
    expect(await make()).toBe(201);
    await registry.running.services.database.withSession((one) =>
      one.exec("UPDATE auth_sessions SET proven_at = now() - interval '16 minutes'"),
    );
    expect(await make()).toBe(403);
    await page.goto(`${site}/confirm?back=/account`);
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await page.waitForURL(`${site}/account`);
    expect(await make()).toBe(201);

    await page.getByRole("region", { name: "Passkeys" }).getByRole("button", { name: "Take it away" }).click();
    await page.getByText("Paula's phone").waitFor({ state: "detached" });
    await context.clearCookies();
    await page.goto(`${site}/login`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("This passkey does not hold here.").waitFor();
    const rows = await rowsOf(
      registry,
      "SELECT action FROM audit_log WHERE actor = 'paula' AND action LIKE 'account.passkey%' ORDER BY id",
    );
    expect(rows).toEqual([{ action: "account.passkey_added" }, { action: "account.passkey_removed" }]);
    expect(await codeOf(uri)).toMatch(/^\d{6}$/);
    await devices.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  test("X10 a sign-in by a passkey leads to no other site, whatever its address or its page was made to say", async () => {
    const { email } = await signedUp(registry, "pola");
    const authenticatorId = await device(true);
    await signInWithPassword(email);
    await add("key", PASSWORD);
    await page.getByText("key", { exact: true }).waitFor();
    const elsewhere = `http://localhost:${(stranger.address() as AddressInfo).port}/`;
    const signInAt = async (path: string, prepare: () => Promise<unknown>) => {
      await context.clearCookies();
      await page.goto(`${site}${path}`);
      await prepare();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL((url) => url.pathname === "/");
      return page.url();
    };
    const nothing = async () => undefined;
    expect(await signInAt(`/login?back=${encodeURIComponent(elsewhere)}`, nothing)).toBe(`${site}/`);
    const forged = `document.querySelector("passkey-deed").setAttribute("back", ${JSON.stringify(elsewhere)})`;
    expect(await signInAt("/login", () => page.evaluate(forged))).toBe(`${site}/`);
    expect(await handleHere()).toBe("pola");
    await devices.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  test("T13 what a passkey said once is worth nothing again, nor to another challenge, ceremony or site", async () => {
    const { email } = await signedUp(registry, "pia");
    const authenticatorId = await device(true);
    await signInWithPassword(email);
    await add("key", PASSWORD);
    await page.getByText("key", { exact: true }).waitFor();
    await context.clearCookies();
    await page.goto(`${site}/login`);
    sent.length = 0;
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${site}/account`);
    const [said] = sent;
    const body = JSON.parse(said?.body ?? "{}");
    const { cookie = "" } = (await said?.headers) ?? {};
    expect(cookie).toContain("gaia.passkey=");
    expect(body.response.id).toBeTypeOf("string");

    const thief = browser(site);
    expect((await thief.post("/auth/passkey/sign-in", body)).status, "no challenge").toBe(401);
    const own = { cookie, "sec-fetch-site": "same-origin" };
    expect((await thief.post("/auth/passkey/sign-in", body, own)).status, "its own challenge, used up").toBe(401);
    await thief.post("/auth/passkey/ask", {});
    expect((await thief.post("/auth/passkey/sign-in", body)).status, "another challenge").toBe(401);
    await thief.post("/auth/passkey/ask", {});
    const signed = await signedUp(registry, "petra");
    await signed.first.post("/auth/passkey/begin", { password: PASSWORD });
    expect((await signed.first.post("/auth/passkey/sign-in", body)).status, "a challenge to add one").toBe(401);
    expect((await thief.get("/api/v1/whoami")).body.code).toBe("unauthorized");

    // Another site of the same machine: the browser lets it ask for this name's passkeys, and signs where it was asked.
    await context.clearCookies();
    const asked = await thief.post("/auth/passkey/ask", {});
    const { port } = stranger.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    const phished = await inPage<object | null>(`return show(${JSON.stringify(asked.body.options)});`);
    expect(phished).not.toBeNull();
    expect((await thief.post("/auth/passkey/sign-in", { response: phished })).status, "signed elsewhere").toBe(401);
    expect((await thief.get("/api/v1/whoami")).body.code).toBe("unauthorized");
    const cross = await thief.post("/auth/passkey/ask", {}, { "sec-fetch-site": "cross-site" });
    expect(cross.status).toBe(403);
    for (const response of [
      { id: body.response.id },
      { ...body.response, response: {} },
      { id: "x", response: null },
    ]) {
      await thief.post("/auth/passkey/ask", {});
      expect((await thief.post("/auth/passkey/sign-in", { response })).status).toBe(401);
    }
    await devices.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  test("a passkey that looked at nobody is none: neither added nor taken, whatever the browser was asked", async () => {
    const { email } = await signedUp(registry, "quinn");
    const authenticatorId = await device(true);
    await signInWithPassword(email);
    await add("key", PASSWORD);
    await page.getByText("key", { exact: true }).waitFor();
    await devices.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await context.clearCookies();
    await page.goto(`${site}/login`);
    const status = await inPage<number>(`
      const { options } = await (await post("/auth/passkey/ask", {})).json();
      const response = await show({ ...options, userVerification: "discouraged" });
      return (await post("/auth/passkey/sign-in", { response })).status;`);
    expect(status).toBe(401);
    expect(await handleHere()).toBeNull();
    await devices.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });
});
