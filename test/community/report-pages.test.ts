import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, publish } from "../harness/api.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { type Browser, browser, codeOf, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: Browser;
let bob: Browser;
let eve: Browser;
let adaToken: string;

const FORM = "/skills/accused/1.0.0/report";
const typed = { kind: "malware", version: "1.0.0", text: "tools.py, line 3:\r\nit sends ~/.ssh away" };
const api = (path: string) => `${registry.url}/api/v1${path}`;
const casesOf = async (skill: string): Promise<Record<string, unknown>[]> =>
  (await call(api(`/admin/reports?skill=${skill}&limit=100`), { token: registry.adminToken })).body.items;
const caseIn = (answer: { headers: Headers }): string =>
  /^\/reports\?case=([0-9a-f-]{36})$/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
/** The words that the field of this name is described by that something is wrong with. */
function saidOf(html: string, field: string): string {
  const tags = [...html.matchAll(/<(?:input|select|textarea) [^>]*>/g)].map(([tag]) => tag);
  const tag = tags.find((one) => one.includes(` name="${field}"`) && one.includes('aria-invalid="true"')) ?? "";
  const ids = /aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(" ") ?? [];
  return ids.map((id) => new RegExp(`<small id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? "").join(" ");
}

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", SWEEP_SECONDS: "600" },
  });
  ada = (await signedUp(registry, "ada")).first;
  bob = (await signedUp(registry, "bob")).first;
  eve = (await signedUp(registry, "eve")).first;
  adaToken = (await ada.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body.token;
  for (const name of ["accused", "upheld", "let-go"]) {
    await publishedAtOnce(registry, { token: adaToken, name, version: "1.0.0" });
  }
  const hidden = sampleZip({ name: "hush-tool", description: "xylophonic tunes" });
  expect((await publish(registry.url, adaToken, hidden, "?visibility=private")).status).toBe(201);
});
afterAll(() => registry.close());

describe("reporting a version on its page", () => {
  test("leads from the skill over signing in to the form and to the case, which admins see as any other", async () => {
    const someone = browser(registry.url);
    expect((await someone.get("/skills/accused")).body).toContain(`href="${FORM}"`);
    const led = await someone.get(FORM);
    expect([led.status, led.headers.get("location")]).toEqual([303, `/login?back=${encodeURIComponent(FORM)}`]);
    const login = { email: "bob@example.org", password: PASSWORD, back: FORM };
    expect((await someone.submit("/login", login)).headers.get("location")).toBe(FORM);
    const form = await someone.get(FORM);
    expect(form.status).toBe(200);
    expect(form.headers.get("cache-control")).toBe("private, no-store");
    expect(form.body).toMatch(/<input name="version" [^>]*value="1\.0\.0"/);
    const sent = await someone.submit(FORM, typed);
    expect([sent.status, sent.headers.get("cache-control")]).toEqual([303, "private, no-store"]);
    const id = caseIn(sent);
    expect(await casesOf("accused")).toMatchObject([
      { id, kind: "malware", version: "1.0.0", reporter: "bob", text: "tools.py, line 3:\nit sends ~/.ssh away" },
    ]);
    const followed = await someone.get(`/reports?case=${id}`);
    expect(followed.headers.get("cache-control")).toBe("private, no-store");
    expect(plain(followed.body)).toContain(`Your case is ${id}`);
    expect(plain(followed.body)).toContain("open: an admin looks at it");
    // The same again is the same case; what is somebody else's is not spoken of.
    expect(caseIn(await someone.submit(FORM, { ...typed, text: "once more" }))).toBe(id);
    expect(plain((await eve.get(`/reports?case=${id}`)).body)).not.toContain(id);
    expect(plain((await eve.get("/reports")).body)).toContain("You reported nothing.");
  });

  test("says what is wrong beside the field, and keeps what was typed as text", async () => {
    const hostile = '\n</textarea><script>alert(1)</script>"it';
    for (const [field, wrong, words] of [
      ["kind", "", "Choose what it is about."],
      ["kind", "constructor", "Choose what it is about."],
      ["version", "9.9.9", "9.9.9"],
      ["version", "../1", "That is no version"],
      ["text", "ab", "three characters"],
      ["text", "x".repeat(4_001), "longer than 4000 characters"],
    ] as const) {
      const fields = { ...typed, text: hostile, [field]: wrong };
      const page = await eve.submit(FORM, fields);
      expect(page.status, words).toBe(400);
      expect(saidOf(page.body, field)).toContain(words);
      expect(page.body).toContain('aria-invalid="true"');
      if (field !== "kind") expect(page.body).toMatch(/<option value="malware" selected/);
      if (field !== "text") {
        // The first line end belongs to the tag, the second to the text.
        expect(page.body).toContain(">\n\n&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;it</textarea>");
      }
      if (field === "version") expect(page.body).toContain(`value="${wrong}"`);
    }
    expect((await casesOf("accused")).filter(({ reporter }) => reporter === "eve")).toEqual([]);
  });

  test("takes the longest text there is, with line ends as browsers send them, and a skill as a whole", async () => {
    const text = `${"€".repeat(1_998)}\r\n`.repeat(2);
    const id = caseIn(await eve.submit(FORM, { kind: "spam", version: "", text }));
    expect(await casesOf("accused")).toContainEqual(expect.objectContaining({ id, version: null, kind: "spam" }));
  });

  test("keeps what was typed for whoever is signed out by now, and opens nothing", async () => {
    const before = await casesOf("accused");
    const page = await browser(registry.url).submit(FORM, { ...typed, text: "half an hour of typing" });
    expect([page.status, page.headers.get("cache-control")]).toEqual([401, "private, no-store"]);
    expect(page.body).toContain("half an hour of typing</textarea>");
    expect(plain(page.body)).toContain("You are signed out by now.");
    expect(await casesOf("accused")).toEqual(before);
  });

  test("T13 a form of another site opens, appeals and decides nothing", async () => {
    const before = await casesOf("accused");
    const foreign = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
    ];
    for (const headers of foreign) {
      for (const path of [FORM, "/reports", "/admin/reports"]) {
        const fields = { ...typed, kind: "other", row: String(before[0]?.["id"]), do: "dismiss", reason: "because" };
        expect((await eve.submit(path, fields, headers)).status, path).toBe(403);
      }
    }
    expect(await casesOf("accused")).toEqual(before);
  });

  test("Q4 a private skill's name is one that is not there, signed in or not, to look at and to report", async () => {
    const at = (name: string) => `/skills/${name}/1.0.0/report`;
    const seen = async (name: string, who: Browser) => {
      const answers = [await who.get(at(name)), await who.submit(at(name), typed), await who.submit(at(name), {})];
      return answers.map(({ status, headers, body }) => ({
        status,
        location: headers.get("location")?.replaceAll(name, "NAME"),
        body: String(body).replaceAll(name, "NAME"),
      }));
    };
    expect((await seen("hush-tool", eve)).map(({ status }) => status)).toEqual([404, 404, 404]);
    for (const who of [eve, browser(registry.url)])
      expect(await seen("hush-tool", who)).toEqual(await seen("rush-tool", who));
    expect(await casesOf("hush-tool")).toEqual([]);
    expect((await ada.get(at("hush-tool"))).status).toBe(200);
    for (const name of ["UPPER", "a%2Fb", "..%2Fx"]) expect((await eve.get(at(name))).status).toBe(404);
  });

  test("Q5 an account opens 20 cases a day, and is told so with what it typed", async () => {
    const { first } = await signedUp(registry, "eager");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('eager', 'report.open', 'skill:accused');
       INSERT INTO reports (skill_id, kind, body, reporter_id, created_at, status, decided_at, reason)
         SELECT skills.id, 'spam', 'x', accounts.id, now(), 'dismissed', now(), 'x'
         FROM skills, accounts, generate_series(1, 19) WHERE skills.name = 'accused' AND handle = 'eager'; COMMIT;`,
    );
    expect((await first.submit(FORM, typed)).status).toBe(303);
    const page = await first.submit(FORM, { ...typed, kind: "spam", text: "the twenty-first" });
    expect(page.status).toBe(429);
    expect(plain(page.body)).toContain("An account opens 20 cases a day at most.");
    expect(page.body).toContain("the twenty-first</textarea>");
  });
});

test("Q5 forms count as writes of their address", async () => {
  const small = await startTestRegistry({ withoutScanners: true, environment: { RATE_LIMIT_WRITES: "4" } });
  try {
    const someone = browser(small.url);
    const statuses: number[] = [];
    for (const path of [FORM, "/reports", "/admin/reports", FORM, FORM])
      statuses.push((await someone.submit(path, { ...typed, reason: "because" })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 4)).not.toContain(429);
  } finally {
    await small.close();
  }
});

describe("deciding cases on their page", () => {
  let boss: Browser;
  let uri: string;

  beforeAll(async () => {
    boss = (await signedUp(registry, "boss")).first;
    const role = { method: "PUT", token: registry.adminToken, json: { role: "admin" } };
    expect((await call(api("/admin/accounts/boss/role"), role)).status).toBe(200);
    uri = (await withSecondFactor(boss)).uri;
  });

  test("counts what is held and contested beside the reports, and names the verb that lists it (first week, A14)", async () => {
    expect(plain((await boss.get("/admin/reports")).body)).not.toContain("Held for review");
    for (const name of ["murky-one", "murky-two"]) await heldAtOnce(registry, { token: adaToken, name });
    const said = { token: adaToken, json: { reason: "line 3 is a comment" } };
    expect((await call(api("/skills/murky-one/1.0.0/contest"), said)).status).toBe(201);
    expect(plain((await boss.get("/admin/reports")).body)).toContain(
      "Held for review or withheld by a scan: 2 versions , 1 of them contested.",
    );
  });

  test("is for admins: others find no such page, nobody in particular signs in first", async () => {
    const led = await browser(registry.url).get("/admin/reports");
    expect([led.status, led.headers.get("location")]).toEqual([303, "/login?back=%2Fadmin%2Freports"]);
    const page = await eve.get("/admin/reports");
    expect([page.status, page.headers.get("cache-control")]).toEqual([404, "private, no-store"]);
    expect(page.body).not.toContain("accused");
    const [{ id } = { id: "" }] = await casesOf("accused");
    const fields = { row: String(id), do: "dismiss", reason: "because I say so" };
    expect((await eve.submit("/admin/reports", fields)).status).toBe(404);
    expect(await casesOf("accused")).toContainEqual(expect.objectContaining({ id, status: "open" }));
    expect((await ada.get("/account")).body).not.toContain("/admin/reports");
    expect((await boss.get("/account")).body).toContain('href="/admin"');
  });

  test("H-A3 asks for the second factor, keeps what was typed until then, upholds, and tells the reporter; the publisher appeals once", async () => {
    const id = caseIn(await bob.submit("/skills/upheld/1.0.0/report", typed));
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now() - interval '16 minutes'");
    const list = await boss.get("/admin/reports");
    expect(list.headers.get("cache-control")).toBe("private, no-store");
    expect(plain(list.body)).toContain("upheld 1.0.0 of ada");
    const uphold = { row: id, do: "uphold", effect: "quarantine", version: "", reason: "line 3 does it" };
    const short = await boss.submit("/admin/reports", { ...uphold, effect: "", reason: "no" });
    expect(short.status).toBe(400);
    expect(saidOf(short.body, "effect")).toContain("Choose what follows.");
    const asked = await boss.submit("/admin/reports", uphold);
    expect(asked.status).toBe(403);
    const carries = ['name="reason" value="line 3 does it"', 'name="effect" value="quarantine"'];
    for (const one of carries) expect(asked.body).toContain(one);
    expect(asked.body).toContain('autocomplete="one-time-code"');
    const wrong = await boss.submit("/admin/reports", { ...uphold, code: "000000" });
    expect([wrong.status, plain(wrong.body)]).toEqual([403, expect.stringContaining("This code is not a current one")]);
    for (const one of carries) expect(wrong.body).toContain(one);
    expect(await casesOf("upheld")).toMatchObject([{ status: "open" }]);
    const done = await boss.submit("/admin/reports", { ...uphold, code: await codeOf(uri) });
    expect([done.status, done.headers.get("location")]).toEqual([303, `/admin/reports?case=${id}`]);
    expect(await casesOf("upheld")).toMatchObject([
      { id, status: "upheld", decided_by: "boss", effect: { kind: "quarantine", version: "1.0.0" } },
    ]);
    expect(plain((await boss.get(`/admin/reports?case=${id}`)).body)).toContain(`Case ${id} of upheld is closed`);
    expect((await call(api("/skills/upheld/1.0.0"))).status).toBe(403);
    const again = await boss.submit("/admin/reports", uphold);
    expect([again.status, plain(again.body)]).toEqual([409, expect.stringContaining("decided already")]);
    await appeals(id);
  });

  async function appeals(id: string): Promise<void> {
    expect(plain((await bob.get("/reports")).body)).not.toContain("Upheld against your skills");
    const own = plain((await ada.get("/reports")).body);
    expect(own).toContain("Upheld against your skills");
    expect(own).toContain("line 3 does it");
    const short = await ada.submit("/reports", { case: id, text: "no" });
    expect([short.status, saidOf(short.body, "text")]).toEqual([400, expect.stringContaining("three characters")]);
    const text = "line 3 reads the public key alone";
    const foreign = await eve.submit("/reports", { case: id, text });
    expect(foreign.status).toBeGreaterThanOrEqual(403);
    expect(foreign.body).toContain(`${text}</textarea>`);
    const filed = await ada.submit("/reports", { case: id, text });
    expect([filed.status, filed.headers.get("location")]).toEqual([303, `/reports?appealed=${id}`]);
    expect(plain((await ada.get(`/reports?appealed=${id}`)).body)).toContain("Another admin decides.");
    expect(await casesOf("upheld")).toMatchObject([{ appeal: { text, status: "pending", appealed_by: "ada" } }]);
    const twice = await ada.submit("/reports", { case: id, text: "and once more" });
    expect([twice.status, saidOf(twice.body, "text")]).toEqual([
      409,
      expect.stringContaining("an appeal is made once"),
    ]);
    expect(twice.body).toContain("and once more</textarea>");
    const reporters = plain((await bob.get("/reports")).body);
    expect(reporters).toContain("The admin: line 3 does it");
  }

  test("dismisses with a reason that the reporter reads, and nobody decides what they reported themselves", async () => {
    const id = caseIn(await eve.submit("/skills/let-go/1.0.0/report", { ...typed, kind: "spam" }));
    const fields = { row: id, do: "dismiss", reason: "it is a fair skill" };
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now()");
    expect((await boss.submit("/admin/reports", fields)).status).toBe(303);
    expect(plain((await eve.get("/reports")).body)).toContain("The admin: it is a fair skill");
    expect((await call(api("/skills/let-go/1.0.0"))).status).toBe(200);
    const mine = caseIn(await boss.submit("/skills/let-go/1.0.0/report", typed));
    const refused = await boss.submit("/admin/reports", { ...fields, row: mine, reason: "I was wrong myself" });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("I was wrong myself</textarea>");
    expect(await casesOf("let-go")).toContainEqual(expect.objectContaining({ id: mine, status: "open" }));
    const out = await browser(registry.url).submit("/admin/reports", { ...fields, reason: "typed for long" });
    expect([out.status, out.headers.get("cache-control")]).toEqual([401, "private, no-store"]);
    expect(out.body).toContain('name="reason" value="typed for long"');
  });
});
