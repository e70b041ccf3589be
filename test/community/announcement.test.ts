import { afterAll, beforeAll, expect, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type Browser, browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: Browser;
let boss: Browser;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const put = (text: string, token = registry.adminToken) =>
  call(api("/admin/announcement"), { method: "PUT", token, json: { text } });
const said = async () => (await call(api("/announcement"))).body;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { SIGN_UP: "open" } });
  ada = (await signedUp(registry, "ada")).first;
  boss = (await adminInPerson(registry, "boss")).first;
});
afterAll(() => registry.close());

test("what an admin announces stands on every page as text, and is gone once it is taken away", async () => {
  expect(await said()).toEqual({ text: null, set_at: null });
  const before = await fetch(`${registry.url}/`);
  const text = "Read <b>only</b> on Sunday & Monday";
  expect((await put(text)).body).toMatchObject({ text });
  const home = await fetch(`${registry.url}/`);
  expect(home.headers.get("etag")).not.toBe(before.headers.get("etag"));
  const shown = "Read &lt;b&gt;only&lt;/b&gt; on Sunday &amp; Monday";
  expect(await home.text()).toContain(shown);
  for (const page of [await browser(registry.url).get("/nothing/here"), await ada.get("/account")])
    expect(String(page.body)).toContain(shown);
  expect((await call(api("/admin/announcement"), { method: "DELETE", token: registry.adminToken })).status).toBe(204);
  expect(await (await fetch(`${registry.url}/`)).text()).not.toContain("on Sunday");
  const { body } = await call(api("/admin/audit"), { token: registry.adminToken });
  const actions = body.items.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["announcement.set", "announcement.clear"]));
});

test("it is one line of plain text of some length, and an admin's alone", async () => {
  for (const text of ["", "  ", "two\nlines", "x".repeat(1_121)]) {
    const refused = await put(text);
    expect([text, refused.status, refused.body.detail]).toEqual([text, 400, expect.stringMatching(/text/)]);
  }
  // As in every line that a person writes here, what steers a terminal is left out.
  expect((await put("a\u0007 \u001b[31mred\u009b")).body.text).toMatch(/^\P{Cc}+$/u);
  expect((await put("é".repeat(560))).status).toBe(200);
  const bob = await account(registry.url, registry.adminToken, "bob");
  expect((await put("mine", bob)).status).toBe(403);
  expect((await call(api("/admin/announcement"), { method: "PUT", json: { text: "mine" } })).status).toBe(401);
  expect((await said()).text).toBe("é".repeat(560));
});

test("it stands on a skill's page, and strangers of a closed registry are not shown it", async () => {
  const token = await account(registry.url, registry.adminToken, "cyd");
  expect((await publish(registry.url, token, sampleZip({ name: "under-it" }))).status).toBe(201);
  await inspected(registry.url, "under-it", "1.0.0", token);
  await put("Here on Tuesday");
  expect(await (await fetch(`${registry.url}/skills/under-it`)).text()).toContain("Here on Tuesday");
  const closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
  const ask = (path: string, init: Parameters<typeof call>[1] = {}) => call(`${closed.url}/api/v1${path}`, init);
  const json = { text: "For members alone" };
  expect((await ask("/admin/announcement", { method: "PUT", token: closed.adminToken, json })).status).toBe(200);
  expect((await ask("/announcement")).status).toBe(401);
  expect((await ask("/announcement", { token: closed.adminToken })).body).toMatchObject(json);
  for (const path of ["/login", "/"])
    expect(await (await fetch(`${closed.url}${path}`)).text()).not.toContain(json.text);
  await closed.close();
});

test("an admin sets it on /admin, and the command line shows and clears it", async () => {
  const sent = await boss.submit("/admin", { do: "announce", announcement: "Moved on Friday" });
  expect(sent.status).toBe(303);
  const home = await cliHome(registry.url);
  const run = (...args: string[]) =>
    home.run(["admin", "announce", ...args], { env: { GAIA_TOKEN: registry.adminToken } });
  expect((await run()).stdout).toContain("Moved on Friday");
  expect((await run("Moved on Saturday")).code).toBe(0);
  expect((await said()).text).toBe("Moved on Saturday");
  expect((await run("text", "--clear")).code).toBe(2);
  expect((await run("--clear")).code).toBe(0);
  expect(await said()).toEqual({ text: null, set_at: null });
  await home.remove();
});
