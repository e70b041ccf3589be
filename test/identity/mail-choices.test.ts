import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { CLOCKS } from "../../apps/server/src/worker/clocks.ts";
import { call, inspected, publish } from "../harness/api.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { type Browser, browser, PASSWORD, withSecondFactor } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { heldZip } from "../harness/samples.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let smtp: SmtpServer;
let registry: TestRegistry;
let ada: Browser;
let boss: Browser;
let adaToken: string;
let home: CliHome;

const PAGE = "/account/notices";
const api = (path: string) => `${registry.url}/api/v1${path}`;
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const lettersTo = (handle: string) => smtp.letters.filter(({ to }) => to.includes(`${handle}@example.org`));
const subjectOf = (letter: SmtpServer["letters"][number] | undefined) => letter?.headers.get("subject")?.[0];
const foot = () => `Which notices come by mail: ${registry.url}/account/notices#mail`;
const withoutBreaks = (text = "") => text.replaceAll(/\s+/g, " ");

/** Somebody who signed up by the link of a letter that this mail server took. */
async function signedUp(handle: string): Promise<Browser> {
  const person = browser(registry.url);
  const email = `${handle}@example.org`;
  await person.post("/auth/sign-up", { handle, email, password: PASSWORD, invitation: null });
  const token = () => /verify\?token=([\w.-]+)/.exec(lettersTo(handle).at(-1)?.text ?? "")?.[1];
  await until(async () => token() !== undefined, 45_000);
  const confirmed = await person.post("/auth/confirm-address", { token: token(), password: PASSWORD, handle: null });
  expect(confirmed.status).toBe(200);
  return person;
}

let lastTurn = new Date(0).toISOString();

/** The clock's turn, as if it came two days after the last one: what is new since then is held long enough. @returns its letters */
async function turn() {
  await runSql(
    registry,
    `UPDATE hold_mails SET mailed_at = mailed_at - interval '2 days', told_until = told_until - interval '2 days';
     UPDATE versions SET held_since = CASE WHEN held_since > '${lastTurn}' THEN now() - interval '3 minutes'
       ELSE held_since - interval '2 days' END WHERE held_since IS NOT NULL;`,
  );
  lastTurn = new Date().toISOString();
  const before = smtp.letters.length;
  const { services } = registry.running;
  await CLOCKS["tell_held"]?.run(services, { isFirst: true, ageMs: 0, abort: new AbortController().signal });
  return smtp.letters.slice(before);
}

const receivers = (letters: readonly { to: string[] }[]) => letters.flatMap(({ to }) => to).toSorted();
const choose = (person: Browser, kinds: string[], offered: string) => {
  const fields = new URLSearchParams({ do: "mail", offered });
  for (const kind of kinds) fields.append("kinds", kind);
  return person.submit(PAGE, fields);
};

beforeAll(async () => {
  smtp = await startSmtpServer();
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      SWEEP_SECONDS: "600",
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    },
  });
  ada = await signedUp("ada");
  boss = await signedUp("boss");
  const role = { method: "PUT", token: registry.adminToken, json: { role: "admin" } };
  expect((await call(api("/admin/accounts/boss/role"), role)).status).toBe(200);
  adaToken = (await ada.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
  home = await cliHome(registry.url, { GAIA_TOKEN: adaToken });
});
afterAll(async () => {
  await home?.remove();
  await registry?.close();
  await smtp?.close();
});

test("who never chose gets every kind, and each letter says where to change it", async () => {
  expect((await call(api("/notices/mail"), { token: adaToken })).body).toEqual({
    held: true,
    withdrawn: true,
    waiting: true,
  });
  expect((await boss.get("/api/v1/notices/mail")).body).toEqual({ held: true, withdrawn: true, waiting: true });
  const page = await ada.get(PAGE);
  expect(page.body.match(/<input type="checkbox" name="kinds" value="(?:held|withdrawn)" checked/g)).toHaveLength(2);
  expect(page.body).not.toContain('value="waiting"');
  expect((await boss.get(PAGE)).body).toContain('value="waiting" checked');
  await heldAtOnce(registry, { token: adaToken, name: "first" });
  const letters = await turn();
  expect(receivers(letters)).toEqual(["ada@example.org", "boss@example.org"]);
  for (const { text } of letters) expect(withoutBreaks(text)).toContain(foot());
});

test("turned off, no letter goes and the notice is in the list; turned on again, the next one is mailed", async () => {
  expect((await choose(ada, ["withdrawn"], "held withdrawn")).headers.get("location")).toBe(`${PAGE}?done=mail`);
  expect((await call(api("/notices/mail"), { token: adaToken })).body).toEqual({
    held: false,
    withdrawn: true,
    waiting: true,
  });
  expect((await ada.get(PAGE)).body).toMatch(/name="kinds" value="held"(?! checked)/);
  const rows = await call(api("/admin/audit?action=account.mail"), { token: registry.adminToken });
  expect(rows.body.items).toMatchObject([{ actor: "ada", target: "account:ada", detail: { held: false } }]);
  expect((await publish(registry.url, adaToken, heldZip({ name: "second" }))).status).toBe(201);
  await inspected(registry.url, "second", "1.0.0", adaToken);
  expect(receivers(await turn())).toEqual(["boss@example.org"]);
  const { items } = (await ada.get("/api/v1/notices")).body;
  expect(items).toContainEqual(expect.objectContaining({ kind: "held", name: "second", read_at: null }));
  const on = await home.run(["notices", "--mail", "held=on"]);
  expect([on.code, on.stdout]).toEqual([0, expect.stringMatching(/held +on/)]);
  const letters = (await turn()).filter(({ to }) => to.includes("ada@example.org"));
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain("second 1.0.0 by ada: held");
});

test("an admin who turned it off has the notice of what waits without a letter", async () => {
  expect((await choose(boss, ["held", "withdrawn"], "held withdrawn waiting")).status).toBe(303);
  const waiting = async () =>
    (await boss.get("/api/v1/notices")).body.items.filter(({ kind }: { kind: string }) => kind === "waiting");
  await runSql(registry, "DELETE FROM notices WHERE kind = 'waiting'");
  await heldAtOnce(registry, { token: adaToken, name: "third" });
  expect(receivers(await turn())).toEqual(["ada@example.org"]);
  expect(await waiting()).toHaveLength(1);
  expect((await boss.submit(PAGE, { do: "mail", offered: "waiting", kinds: "waiting" })).status).toBe(303);
  await runSql(registry, "DELETE FROM notices WHERE kind = 'waiting'");
  await heldAtOnce(registry, { token: adaToken, name: "fourth" });
  expect(receivers(await turn())).toEqual(["ada@example.org", "boss@example.org"]);
});

test("a version that is withheld is mailed to its publisher whatever was chosen, and nothing beside it", async () => {
  expect((await home.run(["notices", "--mail", "held=off"])).code).toBe(0);
  await heldAtOnce(registry, { token: adaToken, name: "only-held" });
  await heldAtOnce(registry, { token: adaToken, name: "withheld", withheld: true });
  const [letter] = (await turn()).filter(({ to }) => to.includes("ada@example.org"));
  expect(subjectOf(letter)).toBe("1 version of your publishers held at Skill registry");
  expect(letter?.text).toContain("withheld 1.0.0 by ada: withheld");
  expect(letter?.text).not.toContain("only-held");
  expect(withoutBreaks(letter?.text)).toContain(`${foot()} (A version that is withheld always comes by mail.)`);
});

test("a download that was yanked is told by notice alone where that is off; one that was quarantined by mail, too", async () => {
  const token = adaToken;
  const owner = (await boss.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
  await publishedAtOnce(registry, { token: owner, name: "taken", version: "1.0.0" });
  await (
    await fetch(api("/skills/taken/1.0.0/download"), { headers: { authorization: `Bearer ${token}` } })
  ).arrayBuffer();
  const tell = async () => {
    const said = { token: registry.adminToken, json: { reason: "it writes everywhere" } };
    return (await call(api("/admin/skills/taken/1.0.0/downloaders/notify"), said)).body;
  };
  const told = async () => {
    const { items } = (await ada.get("/api/v1/notices")).body;
    return items.filter(({ kind }: { kind: string }) => kind === "withdrawn").length;
  };
  const before = lettersTo("ada").length;
  expect((await choose(ada, [], "held withdrawn")).status).toBe(303);
  const yank = { token: owner, json: { reason: "not today" } };
  expect((await call(api("/skills/taken/1.0.0/yank"), yank)).status).toBe(200);
  expect(await tell()).toEqual({ notified: 1, letters: 0 });
  expect(await told()).toBe(1);
  const quarantine = { token: registry.adminToken, json: { reason: "it sends keys away" } };
  expect((await call(api("/admin/skills/taken/1.0.0/quarantine"), quarantine)).status).toBe(200);
  expect(await tell()).toEqual({ notified: 1, letters: 1 });
  await until(async () => lettersTo("ada").length > before, 15_000);
  const [letter, ...more] = lettersTo("ada").slice(before);
  expect(more).toEqual([]);
  expect(subjectOf(letter)).toBe("taken 1.0.0 was quarantined at Skill registry");
  expect(withoutBreaks(letter?.text)).toContain(`${foot()} (A version that is quarantined always comes by mail.)`);
});

test("what concerns the account's safety is mailed with everything turned off, and no kind of it is offered", async () => {
  const before = lettersTo("ada").length;
  await withSecondFactor(ada);
  await until(async () => lettersTo("ada").length > before, 15_000);
  expect(lettersTo("ada").at(-1)?.text).toContain("for your account at");
  const words = plain((await ada.get(PAGE)).body);
  expect(words).toContain("Always mailed, and not to be turned off");
  for (const json of [{ security: false }, { quarantined: false }, { held: "off" }])
    expect((await call(api("/notices/mail"), { token: adaToken, method: "PUT", json })).status).toBe(400);
  expect((await choose(ada, ["security"], "held security")).status).toBe(400);
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await ada.submit(PAGE, { do: "mail", offered: "held", kinds: "held" }, foreign)).status).toBe(403);
  expect((await ada.get("/api/v1/notices/mail")).body).toEqual({ held: false, withdrawn: false, waiting: true });
});

test("a token that only reads sees the choices and changes none; nobody in particular has none", async () => {
  const reads = (await ada.post("/api/v1/tokens", { name: "read", scopes: ["read"] })).body.token;
  expect((await call(api("/notices/mail"), { token: reads })).status).toBe(200);
  const json = { held: true };
  expect((await call(api("/notices/mail"), { token: reads, method: "PUT", json })).status).toBe(403);
  expect((await call(api("/notices/mail"))).status).toBe(401);
  expect((await home.run(["notices", "--mail", "held"])).code).toBe(2);
  expect((await home.run(["notices", "--mail", "security=off"])).code).toBe(2);
});

test("a deleted account leaves no choice behind", async () => {
  const eve = await signedUp("eve");
  expect((await choose(eve, [], "held withdrawn")).status).toBe(303);
  const count = async () => {
    const [row] = await rowsOf<{ n: string }>(registry, "SELECT count(*) AS n FROM mail_choices");
    return Number(row?.n);
  };
  const before = await count();
  const { token } = (await eve.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body;
  const gone = await call(api("/account?confirm=eve"), { method: "DELETE", token });
  expect(gone.status).toBe(204);
  expect(await count()).toBe(before - 2);
});
