import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { type Browser, browser, codeOf, mailsTo, signedUp, withSecondFactor } from "../harness/people.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let boss: Browser;
let ada: Browser;
let adaToken: string;

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
const SECRET = "a-secret-of-the-client";

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      OIDC_ISSUER: "http://127.0.0.1:1",
      OIDC_CLIENT_ID: "gaia",
      OIDC_CLIENT_SECRET: SECRET,
    },
  });
  ada = (await signedUp(registry, "ada")).first;
  boss = (await adminInPerson(registry, "boss")).first;
  adaToken = (await ada.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
  await heldAtOnce(registry, { token: adaToken, name: "murky" });
});
afterAll(() => registry.close());

/** Every page of admins that has no name in its address. */
const PAGES = [
  "/admin",
  ...[
    "held",
    "promotions",
    "reports",
    "appeals",
    "people",
    "people/ada",
    "publishers/ada",
    "audit",
    "rescans",
    "health",
  ].map((name) => `/admin/${name}`),
];

describe("pages for admins", () => {
  test.each(PAGES)("%s: a sign-in for strangers, no such page for others, and kept by nobody", async (path) => {
    const led = await browser(registry.url).get(path);
    expect([led.status, led.headers.get("location")]).toEqual([303, `/login?back=${encodeURIComponent(path)}`]);
    const others = await ada.get(path);
    expect([others.status, plain(others.body)]).toEqual([404, expect.stringContaining("There is no such page")]);
    const own = await boss.get(path);
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(own.body.match(/<h1[ >]/g)).toHaveLength(1);
    expect(own.body).toContain('aria-label="Administration"');
    expect(own.body).not.toMatch(/ style=| on[a-z]+=|undefined|\[object/);
  });

  test.each([
    "/admin",
    "/admin/held/murky/1.0.0",
    "/admin/appeals",
    "/admin/people",
    "/admin/people/ada",
    "/admin/rescans",
  ])("T13 %s: a form of another site does nothing", async (path) => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}])
      expect((await boss.submit(path, { do: "test", setting: "mail" }, headers)).status).toBe(403);
  });
});

describe("/admin", () => {
  test("says what waits, oldest first, and ticks the first week by what is", async () => {
    const words = plain((await boss.get("/admin")).body);
    expect(words).toContain("1 version held or withheld");
    expect(words).toMatch(/Claim the registry \(done\)/);
    expect(words).toMatch(/Have a second admin \(done\)/);
    expect(words).toMatch(/Look at what is held \(open\)/);
    expect(words).toMatch(/Name it \(open\) Add REGISTRY_NAME="Acme skills"/);
    expect(words).toContain("An admin does not audit their own skill");
  });

  test("X9 shows the settings in force with the line to add, and no secret", async () => {
    const { body } = await boss.get("/admin");
    expect(plain(body)).toContain("READ=signed-in");
    expect(plain(body)).toContain("http://127.0.0.1:1");
    expect(body).not.toContain(SECRET);
  });

  test("tries mail and sign-in, and says what failed", async () => {
    const mail = await boss.submit("/admin", { do: "test", setting: "mail" });
    expect([mail.status, plain(mail.body)]).toEqual([200, expect.stringContaining("Mail works")]);
    expect(await mailsTo(registry, "boss@example.org")).not.toEqual([]);
    const signIn = await boss.submit("/admin", { do: "test", setting: "sign-in" });
    expect(plain(signIn.body)).toContain("Sign-in does not work");
    expect(signIn.body).not.toContain(SECRET);
    expect((await ada.submit("/admin", { do: "test", setting: "mail" })).status).toBe(404);
  });
});

describe("/admin/held", () => {
  const reason = "line 3 is a comment";
  const heldNames = async () =>
    (await call(`${registry.url}/api/v1/admin/held?limit=100`, { token: registry.adminToken })).body.items.map(
      ({ name }: { name: string }) => name,
    );

  test("lists what waits, and leads to a case with the evidence, the contest and what may be decided", async () => {
    await call(`${registry.url}/api/v1/skills/murky/1.0.0/contest`, { token: adaToken, json: { reason } });
    const list = await boss.get("/admin/held");
    expect(list.body).toContain('href="/admin/held/murky/1.0.0"');
    expect(plain(list.body)).toContain("contested");
    const page = await boss.get("/admin/held/murky/1.0.0");
    const words = plain(page.body);
    expect(words).toContain(reason);
    expect(words).toContain("Scan report");
    for (const button of ["Clear it", "Uphold the hold", "Quarantine it"]) expect(words).toContain(button);
    expect((await ada.get("/admin/held/murky/1.0.0")).status).toBe(404);
    expect((await boss.get("/admin/held/nothing/1.0.0")).status).toBe(404);
  });

  test("keeps what was typed where it is refused, clears by the inspection that was seen, and says so", async () => {
    const at = "/admin/held/murky/1.0.0";
    const inspection = /name="inspection" value="([0-9a-f-]{36})"/.exec((await boss.get(at)).body)?.[1] ?? "";
    const short = await boss.submit(at, { do: "clear", reason: "no", inspection });
    expect([short.status, short.body.includes("no</textarea>")]).toEqual([400, true]);
    const other = await boss.submit(at, { do: "clear", reason, inspection: crypto.randomUUID() });
    expect([other.status, plain(other.body)]).toEqual([409, expect.stringContaining("not the inspection that counts")]);
    const done = await boss.submit(at, { do: "clear", reason, inspection });
    expect([done.status, done.headers.get("location")]).toEqual([303, `${at}?done=clear`]);
    expect(plain((await boss.get(`${at}?done=clear`)).body)).toContain("Cleared. Its publisher was notified.");
    expect(await heldNames()).not.toContain("murky");
  });

  test("releases what a scan withheld", async () => {
    await heldAtOnce(registry, { token: adaToken, name: "withheld", withheld: true });
    const at = "/admin/held/withheld/1.0.0";
    expect(plain((await boss.get(at)).body)).toContain("is withheld by a scan");
    expect((await boss.submit(at, { do: "release", reason })).status).toBe(303);
    expect((await call(`${registry.url}/api/v1/skills/withheld/1.0.0`)).body.status).toBe("published");
  });

  test("an admin's own skill: the button is disabled, with the reason", async () => {
    const token = (await boss.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
    await heldAtOnce(registry, { token, name: "of-boss" });
    const { body } = await boss.get("/admin/held/of-boss/1.0.0");
    expect(body).toMatch(/<button type="button" class="act" disabled/);
    expect(plain(body)).toMatch(/Clear it .*boss/);
  });

  test("clears many alike at once, each with its own audit row, and leaves a changed one out by name", async () => {
    for (const name of ["twin-a", "twin-b", "twin-c"]) {
      await heldAtOnce(registry, { token: adaToken, name });
      await runSql(
        registry,
        `INSERT INTO findings (inspection_id, position, rule, scanner, severity, category, message, also)
         SELECT id, 0, 'SK-1', 'instructions', 'medium', 'x', 'it reads like that', '{}' FROM inspections
         WHERE version_id = ${versionRow(name, "1.0.0")}`,
      );
    }
    const { body } = await boss.get("/admin/held/twin-a/1.0.0");
    expect(plain(body)).toContain("2 other versions alike");
    const alike = [...body.matchAll(/name="alike" value="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(alike.map((one) => one.split("@")[0])).toEqual(["twin-a", "twin-b", "twin-c"]);
    const changed = alike.map((one) => (one.startsWith("twin-c") ? `twin-c@1.0.0@${crypto.randomUUID()}` : one));
    const form = new URLSearchParams([
      ["do", "clear-alike"],
      ["reason", reason],
      ...changed.map((one): [string, string] => ["alike", one]),
    ]);
    const done = await boss.submit("/admin/held/twin-a/1.0.0", form);
    expect([done.status, done.headers.get("location")]).toEqual([303, "/admin/held?cleared=2&left=twin-c%401.0.0"]);
    const told = plain((await boss.get("/admin/held?cleared=2&left=twin-c%401.0.0")).body);
    expect(told).toMatch(/2 versions cleared\. Left out.* twin-c 1\.0\.0/);
    expect(await heldNames()).toEqual(expect.arrayContaining(["twin-c"]));
    expect(await heldNames()).not.toContain("twin-a");
    const rows = await call(`${registry.url}/api/v1/admin/audit?action=inspection.clear&limit=100`, {
      token: registry.adminToken,
    });
    const targets = rows.body.items.map(({ target }: { target: string }) => target);
    expect(targets).toEqual(expect.arrayContaining(["skill:twin-a@1.0.0", "skill:twin-b@1.0.0"]));
    expect(targets).not.toContain("skill:twin-c@1.0.0");
  });

  test("H-A3 asks for the second factor where the admin has one, and goes on with what was typed", async () => {
    await heldAtOnce(registry, { token: adaToken, name: "factored" });
    const careful = (await adminInPerson(registry, "careful")).first;
    const { uri } = await withSecondFactor(careful);
    await runSql(registry, "UPDATE auth_sessions SET proven_at = now() - interval '16 minutes'");
    const at = "/admin/held/factored/1.0.0";
    const inspection = /name="inspection" value="([0-9a-f-]{36})"/.exec((await careful.get(at)).body)?.[1] ?? "";
    const asked = await careful.submit(at, { do: "clear", reason, inspection });
    expect([asked.status, asked.body.includes(`value="${reason}"`)]).toEqual([403, true]);
    expect(await heldNames()).toContain("factored");
    const done = await careful.submit(at, { do: "clear", reason, inspection, code: await codeOf(uri) });
    expect(done.status).toBe(303);
    expect(await heldNames()).not.toContain("factored");
  });
});

describe("people", () => {
  const accountOf = async (handle: string) =>
    (await call(`${registry.url}/api/v1/admin/accounts?handle=${handle}`, { token: registry.adminToken })).body
      .items[0];

  test("invites by a link that is shown once, lists it, and revokes it", async () => {
    const wrong = await boss.submit("/admin/people", { do: "invite", email: "no address" });
    expect([wrong.status, wrong.body.includes("no address")]).toEqual([400, true]);
    const invited = await boss.submit("/admin/people", { do: "invite", email: "" });
    expect([invited.status, plain(invited.body)]).toEqual([200, expect.stringMatching(/invitation=[\w-]{20,}/)]);
    const list = (await boss.get("/admin/people")).body;
    expect(plain(list)).not.toMatch(/invitation=[\w-]{20,}/);
    const row =
      /name="do" value="revoke"\/?><input type="hidden" name="row" value="([0-9a-f-]{36})"/.exec(list)?.[1] ?? "";
    expect((await boss.submit("/admin/people", { do: "revoke", row })).status).toBe(303);
    expect((await boss.get("/admin/people")).body).not.toContain(row);
  });

  test("suspends after a second step, with a reason, and reinstates", async () => {
    await signedUp(registry, "rude");
    const at = "/admin/people/rude";
    const step = await boss.submit(at, { do: "suspend", reason: "it is rude" });
    expect([step.status, step.body.includes('value="it is rude"')]).toEqual([200, true]);
    expect(await accountOf("rude")).toMatchObject({ status: "active" });
    expect((await boss.submit(at, { do: "suspend", reason: "it is rude", sure: "yes" })).status).toBe(303);
    expect(await accountOf("rude")).toMatchObject({ status: "suspended", reason: "it is rude" });
    expect((await boss.submit(at, { do: "reinstate", reason: "it said sorry" })).status).toBe(303);
    expect(await accountOf("rude")).toMatchObject({ status: "active" });
  });

  test("makes an account an admin's and a user's again; one's own is not suspended", async () => {
    await signedUp(registry, "helper");
    const at = "/admin/people/helper";
    expect((await boss.submit(at, { do: "make-admin", sure: "yes" })).status).toBe(303);
    expect(await accountOf("helper")).toMatchObject({ role: "admin" });
    expect((await boss.submit(at, { do: "make-user" })).status).toBe(303);
    expect(await accountOf("helper")).toMatchObject({ role: "user" });
    expect(plain((await boss.get("/admin/people/boss")).body)).toContain("This is your own account.");
    expect((await boss.get("/admin/people/nobody-at-all")).status).toBe(404);
  });

  test("sets a quota, and says what is stored", async () => {
    const led = await boss.get("/admin/publishers?handle=Ada");
    expect(led.headers.get("location")).toBe("/admin/publishers/ada");
    const wrong = await boss.submit("/admin/publishers/ada", { do: "quota", mebibytes: "much" });
    expect([wrong.status, wrong.body.includes('value="much"')]).toEqual([400, true]);
    expect((await boss.submit("/admin/publishers/ada", { do: "quota", mebibytes: "77" })).status).toBe(303);
    expect(plain((await boss.get("/admin/publishers/ada")).body)).toMatch(/versions take .* of 80\.7 MB/);
  });
});

describe("who has a version that was withdrawn", () => {
  const at = "/admin/skills/handed-out/1.0.0";
  const reason = "it sends keys away: remove it";

  test("lists the accounts that downloaded it, notifies each once by notice and letter, and leaves an audit row", async () => {
    await publishedAtOnce(registry, { token: adaToken, name: "handed-out", version: "1.0.0" });
    const { first: taker } = await signedUp(registry, "taker");
    const token = (await taker.post("/api/v1/tokens", { name: "read", scopes: ["read"] })).body.token;
    const took = await fetch(`${registry.url}/api/v1/skills/handed-out/1.0.0/download`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await took.arrayBuffer();
    expect((await boss.get("/skills/handed-out/1.0.0")).body).toContain(`href="${at}"`);
    expect((await taker.get("/skills/handed-out/1.0.0")).body).not.toContain(at);
    const before = await boss.get(at);
    expect(plain(before.body)).toContain("1 account downloaded it");
    expect(plain(before.body)).not.toContain("Notify who has it");
    expect((await boss.submit(at, { do: "notify", reason })).status).toBe(409);
    expect((await boss.submit(at, { do: "quarantine", reason })).status).toBe(303);
    expect(plain((await boss.get(at)).body)).toContain("Notify who has it");
    expect((await boss.submit(at, { do: "notify", reason })).status).toBe(303);
    const { items } = (await taker.get("/api/v1/notices")).body;
    expect(items).toMatchObject([{ kind: "withdrawn", name: "handed-out", text: expect.stringContaining(reason) }]);
    await until(
      async () => (await mailsTo(registry, "taker@example.org")).some((text) => text.includes(reason)),
      10_000,
    );
    const again = await boss.submit(at, { do: "notify", reason });
    expect([again.status, plain(again.body)]).toEqual([409, expect.stringContaining("No account is left")]);
    expect((await taker.get("/api/v1/notices")).body.items).toHaveLength(1);
    const rows = await call(`${registry.url}/api/v1/admin/audit?action=version.notify-downloaders`, {
      token: registry.adminToken,
    });
    expect(rows.body.items).toMatchObject([{ target: "skill:handed-out@1.0.0", detail: { accounts: 1, reason } }]);
    expect((await boss.submit(at, { do: "release", reason: "it was another one" })).status).toBe(303);
    expect((await call(`${registry.url}/api/v1/skills/handed-out/1.0.0`)).body.status).toBe("published");
  });

  test("is for admins, and of a version that is there", async () => {
    expect((await ada.get(at)).status).toBe(404);
    expect((await boss.get("/admin/skills/handed-out/9.9.9")).status).toBe(404);
    const path = `${registry.url}/api/v1/admin/skills/handed-out/1.0.0/downloaders`;
    expect((await call(path, { token: adaToken })).status).toBe(403);
  });
});

describe("the audit log, re-scans and health", () => {
  test("/admin/audit: rows by filters, and the same as a file that the browser gets", async () => {
    const page = await boss.get("/admin/audit?action=inspection.clear&actor=&since=");
    expect(plain(page.body)).toContain("skill:murky@1.0.0");
    expect(plain(page.body)).not.toContain("account.role");
    const csv = /href="(\/api\/v1\/admin\/audit[^"]*export=csv)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const file = await boss.get(csv);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/csv")]);
    expect(String(file.body)).toContain("inspection.clear");
    expect(String(file.body)).not.toContain("account.role");
  });

  test("/admin/rescans: begun with a reason; one that ended has nothing to decide", async () => {
    const begun = await boss.submit("/admin/rescans", { do: "start", skill: "murky", reason: "to see it again" });
    expect(begun.status).toBe(303);
    const id = /href="\/admin\/rescans\/([0-9a-f-]{36})"/.exec((await boss.get("/admin/rescans")).body)?.[1] ?? "";
    const page = await boss.get(`/admin/rescans/${id}`);
    expect([page.status, plain(page.body)]).toEqual([200, expect.stringContaining("1 version")]);
    await registry.settle();
    expect(plain((await boss.get(`/admin/rescans/${id}`)).body)).toContain("there is nothing to decide");
    const late = await boss.submit(`/admin/rescans/${id}`, { do: "cancel", reason: "it is seen" });
    expect([late.status, late.body.includes("it is seen</textarea>")]).toEqual([409, false]);
  });

  test("/admin/health: says how services, queue, log and witnesses stand", async () => {
    const words = plain((await boss.get("/admin/health")).body);
    for (const word of ["database", "work in the queue", "advisories", "one history", "LOG_POLICY is not set"])
      expect(words).toContain(word);
  });
});
