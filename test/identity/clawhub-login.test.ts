import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { type Browser, browser, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

let registry: TestRegistry;
let logDir: string;
let logFile: string;
/** Secrets that were handed out: none of them may stand in a log. */
const secrets: string[] = [];

beforeAll(async () => {
  logDir = await mkdtemp(join(tmpdir(), "clawhub-login-"));
  logFile = join(logDir, "registry.log");
  const environment = { READ: "signed-in", SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", LOG_LEVEL: "info" };
  registry = await startTestRegistry({ withoutScanners: true, logFile, environment });
});
afterAll(async () => {
  await registry.close();
  await rm(logDir, { recursive: true });
});

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const at = (path: string) => `${registry.url}/api/cli/device${path}`;
const begin = (more: object = {}) =>
  call(at("/code"), {
    json: { scope: "read write", site_url: "https://evil.example", label: "CLI device login", ...more },
  });
const redeem = (code: string, grant = GRANT) =>
  call(at("/token"), { json: { device_code: code, grant_type: grant, client_id: "x" } });
const allow = (person: Browser, code: string) => person.submit("/device", { do: "allow", user_code: code });
const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

async function ensureToken(token: string, handle: string): Promise<void> {
  secrets.push(token);
  expect(token).toMatch(/^gsk_/);
  const own = await call(`${registry.url}/clawhub/api/v1/whoami`, { token });
  expect([own.status, own.body.user?.handle]).toEqual([200, handle]);
  const rows = await rowsOf(
    registry,
    `SELECT scopes, name, round(extract(epoch FROM expires_at - created_at) / 86400) AS days FROM tokens
       WHERE account_id = (SELECT id FROM accounts WHERE handle = '${handle}') ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([{ scopes: ["read", "publish", "yank"], name: expect.stringMatching(/^clawhub: /) }]);
  expect(Number(rows[0]?.["days"])).toBe(90);
  const wider = await call(`${registry.url}/api/v1/tokens`, { token, json: { name: "wider", scopes: ["admin"] } });
  expect(wider.status).toBe(403);
}

test("T13 the client's device login: its code is typed in on our own page, which says what is asked; in a closed registry, too", async () => {
  const { first } = await signedUp(registry, "dora");
  const codes = await begin();
  expect([codes.status, codes.body, codes.headers.get("cache-control")]).toMatchObject([
    200,
    { verification_uri: `${registry.url}/device`, expires_in: 600, interval: 5 },
    expect.stringContaining("no-store"),
  ]);
  expect(JSON.stringify(codes.body)).not.toContain("evil");
  const { device_code: deviceCode, user_code: userCode } = codes.body;
  const pending = await redeem(deviceCode);
  expect([pending.status, pending.body.error]).toEqual([400, "authorization_pending"]);
  expect((await redeem(deviceCode)).body.error).toBe("slow_down");
  const consent = await first.submit("/device", { do: "find", user_code: userCode });
  for (const told of ["clawhub: CLI device login", "<code>read</code>", "<code>publish</code>", "<code>yank</code>"])
    expect(consent.body).toContain(told);
  expect(consent.body).toContain("for 90 days");
  expect(consent.body).not.toContain("<code>admin</code>");
  expect((await allow(first, userCode)).body).toContain("Let in");
  const got = await redeem(deviceCode);
  expect([got.status, got.body]).toMatchObject([200, { token_type: "bearer", scope: "read write" }]);
  await ensureToken(got.body.access_token, "dora");
  const again = await redeem(deviceCode);
  expect([again.status, again.body.error]).toEqual([400, "expired_token"]);
});

test("T13 what is denied, unknown, of another grant or another scope gets nothing, in the words of the client's protocol", async () => {
  const { first } = await signedUp(registry, "doris");
  const { body } = await begin({ label: "a\u202Eb\n<b>".repeat(50) });
  expect((await first.submit("/device", { do: "deny", user_code: body.user_code })).body).toContain("Denied");
  expect((await redeem(body.device_code)).body.error).toBe("access_denied");
  expect((await redeem("no-such-code")).body.error).toBe("expired_token");
  expect((await redeem((await begin()).body.device_code, "password")).body.error).toBe("unsupported_grant_type");
  for (const scope of ["admin", "read admin", "", "constructor", "READ"])
    expect([scope, (await begin({ scope })).body.error]).toEqual([scope, "invalid_scope"]);
  expect((await begin({ scope: "read" })).status).toBe(200);
  for (const odd of [{ label: 5 }, { scope: "x".repeat(500) }, []])
    expect((await call(at("/code"), { json: odd })).status === 200, JSON.stringify(odd)).toBe(false);
  const unread = await call(at("/code"), { body: "{", type: "application/json" });
  expect([unread.status, Object.keys(unread.body)]).toEqual([400, ["error", "error_description"]]);
});

const CALLBACK = "http://127.0.0.1:43210/callback";
const STATE = "0123456789abcdef";
const addressOf = (query: Record<string, string>) => `/cli/auth?${new URLSearchParams(query)}`;
const asked = (more: Record<string, string> = {}) =>
  addressOf({
    redirect_uri: CALLBACK,
    label_b64: Buffer.from("CLI token").toString("base64url"),
    state: STATE,
    ...more,
  });

/** The fields of the form that allows it. */
function fieldsOf(html: string): Record<string, string> {
  const form = html.split("<form ").findLast((part) => part.includes('action="/cli/auth"')) ?? "";
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]));
}

const handedOver = (html: string): URL | null => {
  const href = /<a class="act" href="([^"]+)"/.exec(html)?.[1];
  return href === undefined ? null : new URL(href.replaceAll("&amp;", "&"));
};

test("T13 the browser's login: asked for consent with scopes and 90 days, it takes the token to the loopback address, with its state", async () => {
  const stranger = await browser(registry.url).get(asked());
  const login = stranger.headers.get("location") ?? "";
  expect([stranger.status, login.startsWith("/login?back=")]).toEqual([303, true]);
  expect(new URL(login, registry.url).searchParams.get("back")).toBe(asked());

  const { first } = await signedUp(registry, "berta");
  const consent = await first.get(asked(), { "sec-fetch-site": "cross-site" });
  expect([consent.status, consent.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  for (const told of ["<b>CLI token</b>", "<b>127.0.0.1:43210</b>", "<b>berta</b>", "for 90 days", "<code>yank</code>"])
    expect(consent.body).toContain(told);
  expect(consent.body).not.toContain("gsk_");
  const fields = fieldsOf(consent.body);
  expect(fields["do"]).toBe("allow");
  expect((await first.submit("/cli/auth", fields, foreign)).status).toBe(403);
  const done = await first.submit("/cli/auth", fields);
  expect([done.status, done.headers.get("cache-control"), done.headers.get("location")]).toEqual([
    200,
    "private, no-store",
    null,
  ]);
  const to = handedOver(done.body);
  expect(`${to?.origin}${to?.pathname}${to?.search}`).toBe(CALLBACK);
  const said = new URLSearchParams(to?.hash.slice(1));
  expect([said.get("state"), said.get("registry")]).toEqual([STATE, `${registry.url}/clawhub`]);
  await ensureToken(said.get("token") ?? "", "berta");
  expect(done.body).toContain('<meta http-equiv="refresh" content="0;url=http://127.0.0.1:43210/callback#token=gsk_');

  const replayed = await first.submit("/cli/auth", fields);
  expect([replayed.status, replayed.body.includes("gsk_")]).toEqual([400, false]);
  const denied = await first.submit("/cli/auth", { ...fieldsOf((await first.get(asked())).body), do: "deny" });
  expect([denied.status, handedOver(denied.body)]).toEqual([200, null]);
});

test.each([
  "https://127.0.0.1:43210/callback",
  "http://evil.example:43210/callback",
  "http://127.0.0.1.evil.example:43210/callback",
  "http://localhost.evil.example:43210/callback",
  "http://user@127.0.0.1:43210/callback",
  "http://127.0.0.1:43210@evil.example:1/callback",
  "http://evil.example\\@127.0.0.1:43210/callback",
  "http://127.0.0.1:43210/callback?next=https://evil.example",
  "http://127.0.0.1:43210/callback#x",
  "http://127.0.0.1:43210/go?to=//evil.example",
  "http://127.0.0.1:43210/callback/../go",
  "http://127.0.0.1/callback",
  "http://127.0.0.2:43210/callback",
  "http://0.0.0.0:43210/callback",
  "http://[::ffff:127.0.0.1]:43210/callback",
  "http://169.254.169.254:80/callback",
  "//127.0.0.1:43210/callback",
  "javascript:alert(1)",
  "file:///callback",
  "http://127.0.0.1:43210/callback\n",
  "http://127.0.0.1:43210/c\u00adallback",
  "",
])("T13 no token is taken to %j", async (redirect) => {
  const { first } = (people ??= await signedUp(registry, "rita"));
  const page = await first.get(addressOf({ redirect_uri: redirect, state: STATE }));
  expect([page.status, page.headers.get("location"), handedOver(page.body)]).toEqual([400, null, null]);
  const fields = { ...fieldsOf((await first.get(asked())).body), redirect_uri: redirect };
  const sent = await first.submit("/cli/auth", fields);
  expect([sent.status, sent.headers.get("location"), sent.body.includes("gsk_")]).toEqual([400, null, false]);
});
let people: Awaited<ReturnType<typeof signedUp>> | undefined;

test.each(["http://localhost:43210/callback", "http://[::1]:43210/callback"])(
  "%s is loopback, too",
  async (redirect) => {
    const { first } = (people ??= await signedUp(registry, "rita"));
    expect((await first.get(asked({ redirect_uri: redirect }))).body).toContain(new URL(redirect).host);
  },
);

test("T13 a login without a state, or with one that is no text, is none", async () => {
  const { first } = await signedUp(registry, "sina");
  for (const state of ["", "a b", "x".repeat(300), "ä"])
    expect([state, (await first.get(asked({ state }))).status]).toEqual([state, 400]);
  const page = await first.get(asked({ label_b64: Buffer.from("<script>\u202E").toString("base64url") }));
  expect(page.body).toContain("&lt;script&gt;");
  expect(page.body).not.toContain("\u202E");
});

test("T13 another account that signs in meanwhile is asked in its own name, and a stranger gets nothing", async () => {
  const { first } = await signedUp(registry, "paul");
  const other = await signedUp(registry, "petra");
  const fields = fieldsOf((await first.get(asked())).body);
  const swapped = await other.first.submit("/cli/auth", fields);
  expect([swapped.status, swapped.headers.get("location")]).toEqual([303, asked()]);
  const nobody = await browser(registry.url).submit("/cli/auth", fields);
  expect([nobody.status, nobody.headers.get("location")]).toEqual([303, asked()]);
  // What was not allowed is not redeemed.
  expect((await redeem(fields["device_code"] ?? "")).body.error).toBe("authorization_pending");
});

test("T13 whoever has a second factor shows it before a client is let in, and comes back to the same login", async () => {
  const { first } = await signedUp(registry, "zora");
  await withSecondFactor(first);
  await runSql(registry, "UPDATE auth_sessions SET proven_at = NULL");
  const sent = await first.submit("/cli/auth", fieldsOf((await first.get(asked())).body));
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `/confirm?back=${encodeURIComponent(asked())}`]);
});

test("T13 an account that is suspended after it allowed a client gives it nothing", async () => {
  const { first, email } = await signedUp(registry, "susi");
  const { body } = await begin();
  await allow(first, body.user_code);
  const suspended = await call(`${registry.url}/api/v1/admin/accounts/susi/suspend`, {
    token: registry.adminToken,
    json: { reason: "for this test" },
  });
  expect(suspended.status).toBe(200);
  expect((await redeem(body.device_code)).body.error).toMatch(/access_denied|expired_token/);
  expect((await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(403);
});

// The last one: it looks at what all others left.
test("T13 no token, code or state stands in the log, or in the audit log", async () => {
  const log = await readFile(logFile, "utf8");
  expect([secrets.length, log.includes("/api/cli/device/token")]).toEqual([2, true]);
  for (const secret of [...secrets, STATE, "redirect_uri"]) expect(log.includes(secret), secret).toBe(false);
  const rows = await rowsOf(registry, "SELECT action, detail FROM audit_log");
  expect(rows.filter(({ action }) => action === "token.by_device")).toHaveLength(2);
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
});
