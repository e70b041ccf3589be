import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { browser, codeOf, mailsTo, newMail, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", RATE_LIMIT_SIGN_IN: "60" },
  });
});
afterAll(() => registry.close());

const api = (path: string) => `${registry.url}/api/v1${path}`;
const tokenOf = async (handle: string) => {
  const { first, email } = await signedUp(registry, handle);
  const made = await first.post("/api/v1/tokens", { name: "all", scopes: ["*"] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { first, email, token: String(made.body.token) };
};
const withToken = (token: string, more: Record<string, string> = {}) => ({
  method: "POST",
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...more },
  body: JSON.stringify({ name: "another", scopes: ["read"] }),
});

const wrongCode = async (uri: string) => ((await codeOf(uri)) === "000000" ? "000001" : "000000");

describe("guesses", () => {
  test("T10 guesses at a second factor are one count, whichever way a person makes them: sign-in, recovery code, session", async () => {
    const { first, email } = await tokenOf("tina");
    const { uri } = await withSecondFactor(first);
    const other = browser(registry.url);
    expect((await other.post("/auth/sign-in", { email, password: PASSWORD })).body).toEqual({ needs_code: true });
    const answers: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const code = count === 3 ? "aaaaa-bbbbb" : await wrongCode(uri);
      answers.push((await other.post("/auth/sign-in-code", { code })).status);
      answers.push((await first.post("/auth/confirm", { code: await wrongCode(uri) })).status);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 429, 429]);
    // The right one neither, from here on.
    const right = await codeOf(uri, 1);
    expect((await first.post("/auth/confirm", { code: right })).status).toBe(429);
    const spoofed = { "sec-fetch-site": "same-origin", "x-forwarded-for": "203.0.113.9" };
    expect((await first.post("/auth/confirm", { code: right }, spoofed)).status).toBe(429);
  });

  test("T10 guesses with tokens are counted by token and for all of a person's, and lock nobody out of signing in", async () => {
    const { first, email, token } = await tokenOf("theo");
    const stolen = await Promise.all(
      ["one", "two", "three"].map(async (name) => {
        const made = await first.post("/api/v1/tokens", { name, scopes: ["read"] });
        return String(made.body.token);
      }),
    );
    const { uri } = await withSecondFactor(first);
    const guess = async (secret: string, code: string) =>
      (await call(api("/tokens"), withToken(secret, { "gaia-otp": code }))).status;
    const guesses = async (secret: string, count: number) => {
      const answers: number[] = [];
      for (let made = 0; made < count; made += 1) answers.push(await guess(secret, await wrongCode(uri)));
      return answers;
    };
    const [one = "", two = "", three = ""] = stolen;
    expect(await guesses(one, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // One stolen token takes nothing from the others, and from who signs in.
    expect(await guess(token, await codeOf(uri))).toBe(201);
    expect(await guesses(two, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // However many are stolen: no more guesses than these, and not the right one after them.
    expect(await guesses(three, 2)).toEqual([429, 429]);
    expect(await guess(token, await codeOf(uri, 1))).toBe(429);
    const other = browser(registry.url);
    expect((await other.post("/auth/sign-in", { email, password: PASSWORD })).body).toEqual({ needs_code: true });
    expect((await other.post("/auth/sign-in-code", { code: await codeOf(uri, 1) })).status).toBe(200);
  });

  test("T11 a code of the second factor is good once, however it is spaced, and in whichever place", async () => {
    const { first, email, token } = await tokenOf("tom");
    const { uri, recoveryCodes } = await withSecondFactor(first);
    const code = await codeOf(uri);
    const other = browser(registry.url);
    await other.post("/auth/sign-in", { email, password: PASSWORD });
    expect((await other.post("/auth/sign-in-code", { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(
      200,
    );
    for (const again of [
      code,
      ` ${code}`,
      `${code}\n`,
      `${code.slice(0, 3)} ${code.slice(3)}`,
      `${code.slice(0, 3)}\u00a0${code.slice(3)}`,
    ]) {
      expect((await first.post("/auth/confirm", { code: again })).status, JSON.stringify(again)).toBe(401);
    }
    expect((await call(api("/tokens"), withToken(token, { "gaia-otp": code }))).status).toBe(401);
    const [recovery = ""] = recoveryCodes;
    expect((await first.post("/auth/confirm", { code: recovery })).status).toBe(200);
    expect((await first.post("/auth/confirm", { code: ` ${recovery} ` })).status).toBe(401);
  });
});

describe("who is told what", () => {
  test("T12 a reset, a sign-up and a sign-in answer alike whether the address is known; only its mail differs", async () => {
    const { email } = await signedUp(registry, "rita");
    const visitor = browser(registry.url);
    const told = async (path: string, body: (email: string) => unknown) => {
      const [known, unknown] = [
        await visitor.post(path, body(email)),
        await visitor.post(path, body("nobody@example.org")),
      ];
      const plain = ({ status, headers, body }: typeof known) => [
        status,
        { ...body, request_id: null },
        [...headers].filter(([name]) => !["date", "ratelimit", "x-request-id", "content-length"].includes(name)),
      ];
      expect(plain(known), path).toEqual(plain(unknown));
      return known.status;
    };
    expect(await told("/auth/ask-for-reset", (to) => ({ email: to }))).toBe(200);
    const handles = ["free-1", "free-2"];
    const signUp = (to: string) => ({ handle: handles.pop(), email: to, password: PASSWORD, invitation: null });
    expect(await told("/auth/sign-up", signUp)).toBe(200);
    expect(await told("/auth/sign-in", (to) => ({ email: to, password: "not this one" }))).toBe(401);
    await until(async () => (await mailsTo(registry, email)).some((text) => text.includes("You have an account")));
    // Nor does the handle tell: neither is there.
    for (const handle of ["free-1", "free-2"]) expect((await call(api(`/publishers/${handle}`))).status).toBe(404);
  });

  test("T12 a reset ends every session, leaves the second factor as it is, and its link works once", async () => {
    const { first, email } = await signedUp(registry, "rolf");
    const { uri } = await withSecondFactor(first);
    await browser(registry.url).post("/auth/ask-for-reset", { email });
    const token = await newMail(registry, email, "/reset");
    const chosen = "another good long password";
    const visitor = browser(registry.url);
    expect((await visitor.post("/auth/reset-password", { token, password: "short" })).status).toBe(400);
    expect((await visitor.post("/auth/reset-password", { token, password: chosen })).status).toBe(200);
    expect((await visitor.post("/auth/reset-password", { token, password: chosen })).status).toBe(404);
    expect((await first.get("/auth/account")).status).toBe(401);
    expect((await visitor.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(401);
    expect((await visitor.post("/auth/sign-in", { email, password: chosen })).body).toEqual({ needs_code: true });
    expect((await visitor.get("/auth/account")).status).toBe(401);
    expect((await visitor.post("/auth/sign-in-code", { code: await codeOf(uri) })).status).toBe(200);
    expect((await visitor.get("/auth/account")).status).toBe(200);
  });

  test("T12 whoever signs up with somebody else's address gains nothing by that one's click, and ends nothing that was begun", async () => {
    for (const [who, isFirst] of [
      ["victim", true],
      ["second", false],
    ] as const) {
      const [mallory, person] = [browser(registry.url), browser(registry.url)];
      const email = `${who}@example.org`;
      const ask = (handle: string, password: string) => ({ handle, email, password, invitation: null });
      const links: Record<string, string> = {};
      const begin = async (name: string, by: typeof person, password: string) => {
        const before = (await mailsTo(registry, email)).length;
        expect((await by.post("/auth/sign-up", ask(name, password))).status).toBe(200);
        await until(async () => (await mailsTo(registry, email)).length > before);
        links[name] = await newMail(registry, email, "/verify");
      };
      if (isFirst) await begin(who, person, PASSWORD);
      await begin(`mallory-${who}`, mallory, "what mallory chose");
      if (!isFirst) await begin(who, person, PASSWORD);
      const confirm = (name: string, by: typeof person, password: string) =>
        by.post("/auth/confirm-address", { token: links[name], password, handle: null });
      // Mallory's link with the person's password: that was not chosen with it.
      expect((await confirm(`mallory-${who}`, person, PASSWORD)).status).toBe(401);
      // What mallory chose lets nobody in, and does not tell whether an account has this address.
      const tried = { email, password: "what mallory chose" };
      const unknown = await mallory.post("/auth/sign-in", { ...tried, email: "nobody@example.org" });
      const refused = await mallory.post("/auth/sign-in", tried);
      expect([refused.status, refused.body.detail]).toEqual([401, unknown.body.detail]);
      expect((await confirm(who, person, PASSWORD)).status).toBe(200);
      expect((await person.get("/api/v1/whoami")).body).toMatchObject({ handle: who });
      // Its link is over now, though it names the same address; and its password still is nobody's.
      expect((await confirm(`mallory-${who}`, mallory, "what mallory chose")).status).toBe(404);
      expect((await mallory.post("/auth/sign-in", tried)).status).toBe(401);
      expect((await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    }
  });
});

describe("what a browser is made to do", () => {
  test("T13 another site's form does nothing with a session's cookie, whatever it claims, and signs nobody in", async () => {
    const { first, email } = await signedUp(registry, "carl");
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { "sec-fetch-site": "same-site", origin: registry.url },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
    ];
    for (const headers of foreign) {
      const said = JSON.stringify(headers);
      expect((await first.post("/api/v1/tokens", { name: "x", scopes: ["*"] }, headers)).status, said).toBe(403);
      expect((await first.post("/auth/sign-out", {}, headers)).status, said).toBe(403);
      expect((await first.post("/auth/end-session", { id: "x" }, headers)).status, said).toBe(403);
      const login = await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD }, headers);
      expect([login.status, login.headers.getSetCookie()], said).toEqual([403, []]);
    }
    expect((await first.get("/auth/account")).status).toBe(200);
    const [cookie = ""] = [
      ...(await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD })).headers.getSetCookie(),
    ];
    expect(cookie).toMatch(/^gaia\.session_token=[^;]+;.*HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  test("T13 a session's cookie that was not signed here, or is changed, is nobody's", async () => {
    const { first } = await signedUp(registry, "cora");
    const value = decodeURIComponent(first.cookies.get("gaia.session_token") ?? "");
    const dot = value.lastIndexOf(".");
    for (const forged of [
      `${value}x`,
      value.slice(0, dot),
      `${value.slice(0, dot)}.`,
      `x${value}`,
      ".",
      "%",
      "a".repeat(9_000),
    ]) {
      const other = browser(registry.url, new Map([["gaia.session_token", encodeURIComponent(forged)]]));
      expect((await other.get("/api/v1/whoami")).status, forged.slice(0, 60)).toBe(401);
    }
  });

  test("T5 a disabled account is out at once: its sessions, its tokens, and new ones", async () => {
    const { first, email, token } = await tokenOf("dora");
    const as = { headers: { authorization: `Bearer ${token}` } };
    expect((await call(api("/whoami"), as)).status).toBe(200);
    await runSql(
      registry,
      "WITH audited AS (INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.disable', 'account:dora')) UPDATE accounts SET disabled_at = now() WHERE handle = 'dora'",
    );
    expect((await first.get("/api/v1/whoami")).status).toBe(401);
    expect((await call(api("/whoami"), as)).status).toBe(401);
    const again = browser(registry.url);
    expect((await again.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(403);
    expect((await again.get("/api/v1/whoami")).status).toBe(401);
  });
});

/** Tokens that are less than the account that they are of. */
const PARTS_OF_AN_ACCOUNT = [
  () => ({ scopes: ["admin"], patterns: ["*"] }),
  () => ({ scopes: ["*"], patterns: ["mine-*"] }),
  () => ({ scopes: ["*"], patterns: ["*"], expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
];

describe("a change that matters", () => {
  test("H-A3 a second factor is asked for where a token or an open browser is not enough, and counts for a quarter of an hour", async () => {
    const { first, token } = await tokenOf("sara");
    const { uri } = await withSecondFactor(first);
    const plain = await call(api("/tokens"), withToken(token));
    expect(plain).toMatchObject({
      status: 403,
      body: { code: "second_factor_required", detail: expect.stringContaining("Gaia-OTP") },
    });
    expect((await call(api("/tokens"), withToken(token, { "gaia-otp": await codeOf(uri) }))).status).toBe(201);
    expect((await first.post("/api/v1/tokens", { name: "y", scopes: ["read"] })).status).toBe(201);
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now() - interval '16 minutes'");
    expect((await first.post("/api/v1/tokens", { name: "y", scopes: ["read"] })).body.code).toBe(
      "second_factor_required",
    );
    expect((await first.post("/auth/second-factor/remove", { password: PASSWORD })).body.code).toBe(
      "second_factor_required",
    );
    expect((await first.post("/auth/confirm", { code: await codeOf(uri, 1) })).status).toBe(200);
    expect((await first.post("/auth/second-factor/remove", { password: PASSWORD })).status).toBe(200);
    expect((await call(api("/tokens"), withToken(token))).status).toBe(201);
    for (const told of ["An authenticator app was set up", "The authenticator app was taken away"])
      await until(async () => (await mailsTo(registry, "sara@example.org")).some((mail) => mail.includes(told)));
  });

  test("T8 the first account takes the admin's token; nobody else takes it over", async () => {
    const visitor = browser(registry.url);
    expect((await visitor.get("/auth/state")).body).toMatchObject({ is_unclaimed: true, sign_up: "open" });
    const claim = { email: "root@example.org", password: PASSWORD };
    expect((await visitor.post("/auth/claim", { ...claim, token: "gsk_guess" })).status).toBe(401);
    const ada = await account(registry.url, registry.adminToken, "ada-of-tokens");
    const narrow = await call(api("/tokens"), {
      ...withToken(ada),
      body: JSON.stringify({ name: "narrow", scopes: ["publish"] }),
    });
    expect((await visitor.post("/auth/claim", { ...claim, token: narrow.body.token })).status).toBe(403);
    for (const part of PARTS_OF_AN_ACCOUNT) {
      const made = await call(api("/tokens"), { token: ada, json: { name: "part", ...part() } });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const tried = await visitor.post("/auth/claim", { ...claim, token: made.body.token });
      expect(tried.status, JSON.stringify(part())).toBe(403);
    }
    // Of an admin, nothing but the token that its operators gave the registry; nor does another one get that one's name.
    const whole = { scopes: ["*"], patterns: ["*"] };
    const named = (name: string) => call(api("/tokens"), { token: registry.adminToken, json: { name, ...whole } });
    expect(await named("ADMIN_TOKEN")).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    const other = await named("all of it");
    expect((await visitor.post("/auth/claim", { ...claim, token: other.body.token })).status).toBe(403);
    const claimed = await visitor.post("/auth/claim", { ...claim, token: registry.adminToken });
    expect([claimed.status, claimed.body]).toEqual([200, { is_signed_in: true }]);
    expect((await visitor.get("/api/v1/whoami")).body).toMatchObject({ handle: "admin", role: "admin" });
    expect((await visitor.get("/auth/state")).body.is_unclaimed).toBe(false);
    const again = { email: "other@example.org", password: PASSWORD, token: registry.adminToken };
    expect((await browser(registry.url).post("/auth/claim", again)).status).toBe(409);
    // A person's account goes with a token that may all of it, and their mail.
    const mine = { email: "ada-of-tokens@example.org", password: PASSWORD, token: ada };
    expect((await browser(registry.url).post("/auth/claim", mine)).body).toEqual({ is_signed_in: false });
  });
});

describe("a command line that asks for a token", () => {
  const begin = (more: object = {}) =>
    call(api("/device/code"), json({ client: "gaia-skill on box", scopes: ["publish", "read"], ...more }));
  const redeem = (code: string) => call(api("/device/token"), json({ device_code: code }));
  const json = (body: object, headers: Record<string, string> = {}) => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

  test("T13 the person types the code in, is told who asks for what, from where and since when, and only then it gets that, once", async () => {
    const { first } = await signedUp(registry, "devi");
    const codes = (await begin()).body;
    expect(codes).toMatchObject({ verification_uri: `${registry.url}/device`, expires_in: 600, interval: 5 });
    // Nothing that could be sent to somebody leads to a page that only has to be agreed to.
    expect(JSON.stringify(codes)).not.toContain("?");
    const page = await first.get(`/device?user_code=${codes.user_code}`);
    expect(page.body).toMatch(/<input name="user_code" type="text" value=""/);
    expect((await redeem(codes.device_code)).status).toBe(202);
    expect((await redeem(codes.device_code)).status).toBe(429);
    const code = String(codes.user_code).toLowerCase().replace("-", " ");
    const consent = await first.submit("/device", { do: "find", user_code: code });
    for (const told of ["gaia-skill on box", "127.0.0.1", "publish", new Date().toISOString().slice(0, 10), "Deny"])
      expect(consent.body).toContain(told);
    // As the terminal shows it, however it was typed.
    expect(consent.body).toContain(`<b>${codes.user_code}</b>`);
    expect(consent.body).toContain("<b>Is this yours?</b>");
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await first.submit("/device", { do: "allow", user_code: code }, foreign)).status).toBe(403);
    expect((await first.post("/auth/device/decide", { user_code: code, allow: true }, foreign)).status).toBe(403);
    const nobody = await browser(registry.url).post("/auth/device/decide", { user_code: code, allow: true });
    expect(nobody.status).toBe(401);
    expect((await first.submit("/device", { do: "allow", user_code: code })).body).toContain("Let in");
    const got = await redeem(codes.device_code);
    expect(got).toMatchObject({ status: 200, body: { handle: "devi", scopes: ["publish", "read"] } });
    expect((await redeem(codes.device_code)).status).toBe(404);
    const as = { headers: { authorization: `Bearer ${got.body.token}` } };
    expect((await call(api("/whoami"), as)).body.handle).toBe("devi");
    expect((await call(api("/tokens"), withToken(String(got.body.token)))).status).toBe(403);
  });

  test("T13 what was allowed and not fetched ends with the password: whoever had the old one let it in", async () => {
    const { first, email } = await signedUp(registry, "dirk");
    const asked = (await begin()).body;
    expect((await first.post("/auth/device/decide", { user_code: asked.user_code, allow: true })).status).toBe(200);
    await browser(registry.url).post("/auth/ask-for-reset", { email });
    const token = await newMail(registry, email, "/reset");
    const chosen = { token, password: "another good long password" };
    expect((await browser(registry.url).post("/auth/reset-password", chosen)).status).toBe(200);
    expect((await redeem(asked.device_code)).status).toBe(404);
  });

  test("T13 what was denied gets nothing, and whoever has a second factor shows it before anything is let in", async () => {
    const { first } = await signedUp(registry, "dina");
    const denied = (await begin()).body;
    expect((await first.submit("/device", { do: "deny", user_code: denied.user_code })).body).toContain("Denied");
    expect((await redeem(denied.device_code)).status).toBe(403);
    const { uri } = await withSecondFactor(first);
    await runSql(registry, "UPDATE auth_sessions SET proven_at = NULL");
    const asked = (await begin()).body;
    const allow = { do: "allow", user_code: asked.user_code };
    // What was typed is carried along, and let in with the code alone.
    const confirming = await first.submit("/device", allow);
    expect([confirming.status, confirming.body.includes(asked.user_code)]).toEqual([403, true]);
    expect((await first.submit("/device", { ...allow, code: "000000" })).status).toBe(403);
    expect((await redeem(asked.device_code)).status).toBe(202);
    expect((await first.submit("/device", { ...allow, code: await codeOf(uri) })).body).toContain("Let in");
  });

  test("T13 codes are guessed no more often than a second factor", async () => {
    const { first } = await signedUp(registry, "dots");
    const answers = new Set<number>();
    for (let count = 0; count < 12; count += 1)
      answers.add((await first.post("/auth/device/find", { user_code: "BBBB-BBBB" })).status);
    expect([...answers]).toEqual([404, 429]);
  });
});

// The last one: what it uses up is this machine's.
test("T5 a suspended account's sessions, tokens and logins of command lines have ended for good, whoever had them", async () => {
  const { first, email, token } = await tokenOf("sue");
  const begun = await call(api("/device/code"), { json: { client: "a stranger's", scopes: ["read"] } });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const allowed = await first.post("/auth/device/decide", { user_code: begun.body.user_code, allow: true });
  expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
  const stand = (decision: string) =>
    call(api(`/admin/accounts/sue/${decision}`), { token: registry.adminToken, json: { reason: "it was stolen" } });
  expect((await stand("suspend")).status).toBe(200);
  const reinstated = await stand("reinstate");
  // Somebody signs in for it.
  expect(reinstated).toMatchObject({ status: 200, body: { status: "active", token: null } });
  expect((await first.get("/auth/account")).status).toBe(401);
  expect((await call(api("/whoami"), { token })).status).toBe(401);
  const asked = await call(api("/device/token"), { json: { device_code: begun.body.device_code } });
  expect(asked.status).toBe(404);
  expect((await first.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
});

test.each(["acme-", "-acme", "a--b", "support", "security", "www"])("Y12 nobody signs up as %s", async (handle) => {
  const asked = { handle, email: `h${handle}@example.org`, password: PASSWORD, invitation: null };
  const answer = await browser(registry.url).post("/auth/sign-up", asked);
  expect(answer.status).toBe(handle.startsWith("-") ? 400 : 409);
  if (answer.status === 409) expect(answer.body.code).toBe("handle_reserved");
});

test("T10 guesses at passwords are counted by address, and a header of the client's own changes nothing", async () => {
  const { email } = await signedUp(registry, "pia");
  const guess = (count: number) =>
    browser(registry.url).post(
      "/auth/sign-in",
      { email: count % 2 === 0 ? email : `other-${count}@example.org`, password: `guess number ${count}` },
      { "sec-fetch-site": "same-origin", "x-forwarded-for": `203.0.113.${count}`, forwarded: `for=203.0.113.${count}` },
    );
  const answers = new Set<number>();
  for (let count = 0; count < 61; count += 1) answers.add((await guess(count)).status);
  expect([...answers]).toEqual([401, 429]);
  const right = await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD });
  expect(right.status).toBe(429);
});
