import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login } from "../../apps/cli/src/verbs/account/login.ts";
import { createToken } from "../../apps/cli/src/verbs/account/token.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browser, codeOf, newMail, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { until } from "../harness/until.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
  });
});
afterAll(() => registry.close());

describe("an account", () => {
  test("is there once its address is confirmed with the password, and not before", async () => {
    const ada = browser(registry.url);
    const asked = { handle: "ada", email: "Ada@Example.org", password: PASSWORD, invitation: null };
    expect(await ada.post("/auth/sign-up", asked)).toMatchObject({ status: 200, body: { status: "mail_sent" } });
    expect((await call(`${registry.url}/api/v1/publishers/ada`)).status).toBe(404);
    const token = await newMail(registry, "ada@example.org", "/verify");
    expect(await ada.post("/auth/sign-in", { email: "ada@example.org", password: PASSWORD })).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining("not confirmed") },
    });
    expect(
      (await ada.post("/auth/confirm-address", { token, password: "another password", handle: null })).status,
    ).toBe(401);
    expect((await ada.post("/auth/confirm-address", { token, password: PASSWORD, handle: null })).status).toBe(200);
    expect(await ada.get("/api/v1/whoami")).toMatchObject({
      status: 200,
      body: { handle: "ada", publishers: ["ada"] },
    });
    expect((await ada.post("/auth/confirm-address", { token, password: PASSWORD, handle: null })).status).toBe(404);
  });

  test("signs in and out, sees its sessions, and ends those of other browsers", async () => {
    const { email, first } = await signedUp(registry, "bob");
    const second = browser(registry.url);
    expect((await second.post("/auth/sign-in", { email, password: PASSWORD })).body).toEqual({ needs_code: false });
    const own = await second.get("/auth/account");
    expect(own.body).toMatchObject({ handle: "bob", email, has_password: true, has_second_factor: false });
    expect(own.body.sessions).toHaveLength(2);
    const other = own.body.sessions.find((session: { is_current: boolean }) => !session.is_current);
    expect((await second.post("/auth/end-session", { id: other.id })).status).toBe(200);
    expect((await first.get("/auth/account")).status).toBe(401);
    const stolen = second.clone();
    expect((await second.post("/auth/sign-out", {})).status).toBe(200);
    expect((await stolen.get("/api/v1/whoami")).status).toBe(401);
  });
});

describe("the pages", () => {
  test("lead from the first form to the account without a script, and back out; a form of another site does nothing", async () => {
    const person = browser(registry.url);
    const email = "paula@example.org";
    expect((await person.get("/account")).headers.get("location")).toBe("/login");
    const fields = { handle: "paula", email, password: PASSWORD };
    expect((await person.submit("/signup", { ...fields, password: "short" })).status).toBe(400);
    const sent = (await person.submit("/signup", fields)).body;
    expect(sent).toContain("Look into your mail");
    expect(sent).toMatch(/no mail server: the letter is a file in <code>DATA_DIR\/mail/);
    const token = await newMail(registry, email, "/verify");
    expect((await person.submit("/verify", { token, password: "wrong password" })).status).toBe(403);
    const confirmed = await person.submit("/verify", { token, password: PASSWORD });
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, "/account"]);
    const account = await person.get("/account");
    expect(account.body).toContain("paula@example.org");
    expect(account.headers.get("cache-control")).toBe("private, no-store");
    const { uri } = await withSecondFactor(person);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await person.submit("/account", { do: "sign-out" }, foreign)).status).toBe(403);
    expect((await person.submit("/account", { do: "sign-out" })).headers.get("location")).toBe("/");
    expect((await person.get("/account")).status).toBe(303);
    const back = "/skills/some?tab=files";
    const login = await person.submit("/login", { email, password: PASSWORD, back });
    expect(login.headers.get("location")).toBe(`/login/code?back=${encodeURIComponent(back)}`);
    expect((await person.submit("/login/code", { code: "000", back })).status).toBe(403);
    const there = await person.submit("/login/code", { code: await codeOf(uri), back });
    expect(there.headers.get("location")).toBe(back);
    // Nowhere else is anybody sent.
    const away = await browser(registry.url).submit("/login", {
      email,
      password: PASSWORD,
      back: "https://evil.example",
    });
    expect(away.headers.get("location")).toBe("/login/code?back=%2F");
  });
});

describe("the command line", () => {
  test("is let in by a browser, keeps its token, and sends a code of the second factor where one is asked for", async () => {
    const { first } = await signedUp(registry, "clara");
    const home = await mkdtemp(join(tmpdir(), "gaia-home-"));
    const at = { registry: registry.url, home };
    let userCode = "";
    const onSaid = (text: string) => (userCode ||= /[B-Z]{4}-[B-Z]{4}/.exec(text)?.[0] ?? "");
    const ending = endOfVerb({ ...at, onSaid }, (session) =>
      login(session, { device: true, scope: ["admin", "read"] }),
    );
    await until(async () => userCode !== "");
    await first.submit("/device", { do: "allow", user_code: userCode });
    const ended = await ending;
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said).toContain("as clara");
    const credentials = join(home, "credentials.json");
    expect((await stat(credentials)).mode & 0o777).toBe(0o600);
    const { uri } = await withSecondFactor(first);
    const makeToken = (otp?: string) =>
      endOfVerb({ ...at, ...(otp === undefined ? {} : { otp }) }, (session) =>
        createToken(session, { name: "ci", scope: ["read"], expires: "1h" }),
      );
    expect(await makeToken()).toMatchObject({ code: 4, said: expect.stringContaining("--otp") });
    expect((await makeToken(await codeOf(uri))).code).toBe(0);
    await rm(home, { recursive: true });
  });
});
