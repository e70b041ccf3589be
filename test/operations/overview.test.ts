import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { type Browser, mailsTo, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let boss: Browser;
let ada: Browser;
let adaToken: string;
const SECRETS = ["a-secret-of-the-client"];

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      REGISTRY_NAME: "Acme skills",
      OIDC_ISSUER: "http://127.0.0.1:1",
      OIDC_CLIENT_ID: "gaia",
      OIDC_CLIENT_SECRET: "a-secret-of-the-client",
    },
  });
  ada = (await signedUp(registry, "ada")).first;
  adaToken = (await ada.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
});
afterAll(() => registry.close());

const overview = async () => (await call(`${registry.url}/api/v1/admin/overview`, { token: registry.adminToken })).body;
const waiting = async (what: string) => (await overview()).waiting.find((one: { what: string }) => one.what === what);

describe("what an admin looks at first", () => {
  test("counts what waits and what was begun, as it is", async () => {
    expect((await overview()).begun).toMatchObject({ is_claimed: false, admins: 1, organisations: 0, by_workflow: 0 });
    expect(await waiting("held")).toEqual({ what: "held", count: 0, oldest: null });
    await heldAtOnce(registry, { token: adaToken, name: "odd-one" });
    await heldAtOnce(registry, { token: adaToken, name: "odd-two", withheld: true });
    const held = await waiting("held");
    expect(held).toMatchObject({ count: 2, oldest: expect.stringMatching(/^\d{4}-/) });
    const contest = { token: adaToken, json: { reason: "line 3 is a comment" } };
    await call(`${registry.url}/api/v1/skills/odd-one/1.0.0/contest`, contest);
    expect(await waiting("contests")).toMatchObject({ count: 1 });
    await call(`${registry.url}/api/v1/publishers`, { token: adaToken, json: { handle: "acme" } });
    boss = (await adminInPerson(registry, "boss")).first;
    expect((await overview()).begun).toMatchObject({ is_claimed: true, admins: 2, people: 2, organisations: 1 });
  });

  test("X9 says which settings are in force, and no secret of them", async () => {
    const { settings } = await overview();
    expect(settings).toMatchObject({
      registry_name: "Acme skills",
      is_named: true,
      read: "anyone",
      default_visibility: "public",
      has_mail_server: false,
      providers: [{ id: "oidc", issuer: "http://127.0.0.1:1" }],
    });
    for (const secret of SECRETS) expect(JSON.stringify(settings)).not.toContain(secret);
  });

  test("says how the registry stands", async () => {
    const { body } = await call(`${registry.url}/api/v1/admin/health`, { token: registry.adminToken });
    expect(body).toMatchObject({ queue_depth: expect.any(Number), log: { trouble: null, witnesses: [] } });
    expect(body.doors).toContainEqual({ name: "database", problem: null });
    expect(body.log.signed).toBeGreaterThan(0);
  });
});

describe("trying a setting", () => {
  const tried = (setting: string, who: Browser) => who.post("/api/v1/admin/settings/test", { setting });
  test("mail: a letter to the admin's own address; who has none is told", async () => {
    const told = await tried("mail", boss);
    expect([told.status, told.body.works]).toEqual([200, true]);
    expect(await mailsTo(registry, "boss@example.org")).toContainEqual(
      expect.stringContaining("Subject: A test of the mail of Acme skills"),
    );
    const nobody = await call(`${registry.url}/api/v1/admin/settings/test`, {
      token: registry.adminToken,
      json: { setting: "mail" },
    });
    expect([nobody.status, nobody.body.detail]).toEqual([409, expect.stringContaining("no mail address")]);
  });

  test("X9 sign-in: says what failed, and no secret", async () => {
    const told = await tried("sign-in", boss);
    expect(told.body).toMatchObject({
      works: false,
      text: expect.stringMatching(/ECONNREFUSED|did not answer|cannot/i),
    });
    for (const secret of SECRETS) expect(told.body.text).not.toContain(secret);
  });

  test("is for admins", async () => {
    for (const path of ["/admin/overview", "/admin/health"]) {
      expect((await call(`${registry.url}/api/v1${path}`, { token: adaToken })).status).toBe(403);
    }
    expect((await tried("mail", ada)).status).toBe(403);
  });
});
