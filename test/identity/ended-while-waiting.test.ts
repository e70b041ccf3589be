import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { browser, PASSWORD, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { freshDatabase } from "../harness/services.ts";
import { openSql, type Sql } from "../harness/sql.ts";
import { until } from "../harness/until.ts";

const NOBODYS = "00000000-0000-4000-8000-000000000000";
const REASON = { reason: "because it is so" };

/** What is asked, by whom. Where nothing is there to be decided, whoever may no longer ask is not told that either. */
const VERBS: [by: "ada" | "boss", method: string, path: string, json?: unknown][] = [
  ["ada", "PATCH", "/skills/tool/settings", { staging: "required" }],
  ["ada", "DELETE", `/publishers/ada/keys/${NOBODYS}?as=retired`],
  ["ada", "POST", "/skills/tool/1.0.0/confirm-signer", { signers: [] }],
  ["ada", "POST", "/skills/tool/1.0.0/reject", REASON],
  ["ada", "POST", "/skills/tool/1.0.0/yank", REASON],
  ["ada", "POST", "/skills/tool/1.0.0/deprecate", { message: "use another" }],
  ["ada", "POST", "/skills/tool/1.0.0/undeprecate"],
  ["ada", "POST", "/skills/tool/1.0.0/purge", REASON],
  ["ada", "DELETE", "/skills/tool/trusted-publishers/TRUSTED"],
  ["ada", "POST", "/transfers", { name: "tool", to: "boss" }],
  ["ada", "POST", "/publishers", { handle: "made-late" }],
  ["ada", "POST", "/publishers/acme/invitations", { account: "boss", role: "publisher" }],
  ["ada", "PUT", "/publishers/acme/members/eve", { role: "admin" }],
  ["ada", "DELETE", "/publishers/acme/members/eve"],
  ["ada", "DELETE", "/publishers/acme/membership"],
  ["ada", "POST", "/skills/tool/reports", { kind: "spam", text: "It is about nothing." }],
  ["boss", "POST", "/admin/rescans", REASON],
  ["boss", "POST", "/admin/skills/tool/1.0.0/quarantine", REASON],
  ["boss", "POST", "/admin/skills/tool/1.0.0/purge", REASON],
  ["boss", "POST", "/admin/skills/tool/1.0.0/demote", { ...REASON, tier: "experimental" }],
  ["boss", "POST", "/admin/skills/tool/1.0.0/undo-demotion", REASON],
  ["boss", "POST", "/admin/skills/tool/1.0.0/clear", { ...REASON, inspection_id: NOBODYS }],
  ["boss", "PUT", "/admin/publishers/ada/quota", { mebibytes: 1 }],
  ["boss", "POST", `/admin/rescans/${NOBODYS}/cancel`, REASON],
  ["boss", "POST", "/admin/reports/REPORT/dismiss", REASON],
  ["boss", "POST", "/admin/reports/REPORT/uphold", { ...REASON, effect: "quarantine" }],
];

await describeWith("postgres", "what ends while a request waits for a row", () => {
  let registry: TestRegistry;
  let sql: Sql;
  const tokens: Record<string, string> = {};
  const named: Record<string, string> = {};
  const api = (path: string) => `${registry.url}/api/v1${path}`;

  /** Asks while somebody else holds the account's row and changes something there; that is done before the request gets it. */
  async function askedAround<T>(handle: string, change: string, ask: () => Promise<T>): Promise<T> {
    const held = await sql.hold(
      `INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       SELECT 1 FROM accounts WHERE handle = '${handle}' FOR NO KEY UPDATE; ${change}`,
    );
    let isOver = false;
    const asked = ask().finally(() => {
      isOver = true;
    });
    // One that waits for nobody is answered before that.
    await until(async () => isOver || (await waiting()) > 0);
    await held.release();
    return asked;
  }
  const waiting = async () =>
    Number(
      (
        await sql.rows<{ n: string }>(
          "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      )[0]?.n,
    );

  beforeAll(async () => {
    const url = await freshDatabase();
    registry = await startTestRegistry({ withoutScanners: true, environment: { DATABASE_URL: url, SIGN_UP: "open" } });
    sql = await openSql(url);
    for (const who of ["ada", "boss", "eve"]) tokens[who] = await account(registry.url, registry.adminToken, who);
    const role = { method: "PUT", token: registry.adminToken, json: { role: "admin" } };
    expect((await call(api("/admin/accounts/boss/role"), role)).status).toBe(200);
    await publishedAtOnce(registry, { token: tokens["ada"] ?? "", name: "tool", version: "1.0.0" });
    expect((await call(api("/publishers"), { token: tokens["ada"] ?? "", json: { handle: "acme" } })).status).toBe(201);
    const workflow = {
      issuer: "https://token.actions.githubusercontent.com",
      repository: "acme/tool",
      workflow: "release.yml",
    };
    const trusted = await call(api("/skills/tool/trusted-publishers"), { token: tokens["ada"] ?? "", json: workflow });
    const report = { kind: "malware", text: "It reads what it should not." };
    const reported = await call(api("/skills/tool/reports"), { token: tokens["eve"] ?? "", json: report });
    expect([trusted.status, reported.status]).toEqual([201, 201]);
    Object.assign(named, { TRUSTED: trusted.body.id, REPORT: reported.body.id });
  });
  afterAll(async () => {
    await sql.close();
    await registry.close();
  });

  test.each(VERBS)("H-A2 a token of %s that is revoked: %s %s changes nothing", async (by, method, path, json) => {
    const made = { token: tokens[by] ?? "", json: { name: "spare", scopes: ["*"] } };
    const spare = (await call(api("/tokens"), made)).body;
    const address = api(path.replace(/TRUSTED|REPORT/, (name) => named[name] ?? ""));
    const written = () => rowsOf(registry, "SELECT count(*) FROM audit_log WHERE actor IN ('ada', 'boss')");
    const before = await written();
    const answer = await askedAround(by, `UPDATE tokens SET revoked_at = now() WHERE id = '${spare.id}'`, () =>
      call(address, { method, token: spare.token, ...(json === undefined ? {} : { json }) }),
    );
    expect(answer).toMatchObject({ status: 401, body: { detail: expect.stringContaining("before the request did") } });
    expect(await written()).toEqual(before);
  });

  test("T9 signing in by a password begins no session once an app is set up", async () => {
    const { email } = await signedUp(registry, "sam");
    const asks = `UPDATE auth_users SET two_factor_enabled = true WHERE email = '${email}'`;
    const visitor = browser(registry.url);
    const signedIn = await askedAround("sam", asks, () => visitor.post("/auth/sign-in", { email, password: PASSWORD }));
    expect(signedIn).toMatchObject({ status: 200, body: { needs_code: true } });
    expect((await visitor.get("/api/v1/whoami")).status).toBe(401);
  });
});
