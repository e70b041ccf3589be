import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { comeBack, leaveFor } from "../harness/by-provider.ts";
import { type Lie, startHostileProvider } from "../harness/hostile-provider.ts";
import { browser, PASSWORD } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

let provider: Awaited<ReturnType<typeof startHostileProvider>>;
let registry: TestRegistry;
let logFile: string;

beforeAll(async () => {
  provider = await startHostileProvider({ clientId: "gaia" });
  const dataDir = await freshDataDir();
  logFile = join(dataDir, "registry.log");
  registry = await startTestRegistry({
    dataDir,
    logFile,
    withoutScanners: true,
    environment: {
      LOG_LEVEL: "warn",
      SIGN_UP: "open",
      RATE_LIMIT_MAIL: "1000",
      RATE_LIMIT_SIGN_IN: "1000",
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: "gaia",
      OIDC_CLIENT_SECRET: "a secret",
      OIDC_NAME: "Acme",
      OIDC_GROUP_MAP: "engineering=acme:publisher,platform=acme-ops:admin",
    },
  });
});
afterAll(async () => {
  await Promise.all([provider.close(), registry.close()]);
});

/** Somebody who comes back from the provider, which says this of them. */
async function come(lie: Lie) {
  const person = browser(registry.url);
  const { searchParams: asked } = new URL(await leaveFor(person, "oidc"));
  provider.tell(asked.get("nonce"), lie);
  return { person, came: await comeBack(person, `/login/from/oidc?code=x&state=${asked.get("state")}`) };
}

/** The same with an account of that handle; what it says of itself. */
async function arrive(handle: string, lie: Lie) {
  const { person, came } = await come({ ...lie, claims: { sub: handle, ...lie.claims } });
  expect(came.to, came.page).toBe("/login/welcome");
  const settled = await person.submit("/login/welcome", { handle, invitation: "" });
  expect(settled.status, String(settled.body)).toBe(303);
  return (await person.get("/auth/account")).body;
}

describe("T13 an address and the word for it are one source's", () => {
  test.each<[string, Lie, string | null]>([
    [
      "userinfo's word vouches for no address of the ID token",
      { claims: { email: "boss@acme.example" }, userinfo: { email: "eve@acme.example", email_verified: true } },
      null,
    ],
    [
      "nor does the same without an address",
      { claims: { email: "boss@acme.example" }, userinfo: { email_verified: true } },
      null,
    ],
    [
      "the ID token's word vouches for no address of userinfo",
      { claims: { email_verified: true }, userinfo: { email: "boss@acme.example" } },
      null,
    ],
    [
      "an address of the ID token that is none leaves it at that",
      { claims: { email: null, email_verified: true }, userinfo: { email: "boss@acme.example", email_verified: true } },
      null,
    ],
    [
      "a pair of the ID token counts, whatever userinfo says",
      {
        claims: { email: "pia@acme.example", email_verified: true },
        userinfo: { email: "boss@acme.example", email_verified: false },
      },
      "pia@acme.example",
    ],
    [
      "a pair of userinfo counts where the ID token has no address",
      { userinfo: { email: "uma@acme.example", email_verified: true } },
      "uma@acme.example",
    ],
  ])("%s", async (what, lie, email) => {
    const handle = `n${what.replaceAll(/[^a-z]+/g, "-").slice(0, 30)}`.replace(/-$/, "");
    const userinfo = { sub: handle, ...lie.userinfo };
    expect(await arrive(handle, { ...lie, userinfo })).toMatchObject({ handle, email });
  });
});

describe("organisations that OIDC_GROUP_MAP names", () => {
  test("a mapped handle that is no organisation is in the log at the start", async () => {
    const lines = (await readFile(logFile, "utf8")).trim().split("\n");
    const told = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "mapped_publisher_missing");
    expect(told.map(({ publisher }) => publisher)).toEqual(["acme", "acme-ops"]);
  });

  test("T8 nobody but an admin of the registry makes them, or an account of that handle, and gets the company's people", async () => {
    const eve = await account(registry.url, registry.adminToken, "eve");
    const make = (token: string) => call(`${registry.url}/api/v1/publishers`, { token, json: { handle: "acme" } });
    const refused = await make(eve);
    expect([refused.status, refused.body.code]).toEqual([409, "handle_reserved"]);
    expect(refused.body.detail).toContain("an admin of the registry gives it out");
    const asked = { handle: "acme-ops", email: "eve@example.org", password: PASSWORD, invitation: null };
    expect(await browser(registry.url).post("/auth/sign-up", asked)).toMatchObject({
      status: 409,
      body: { code: "handle_reserved" },
    });
    const { person, came } = await come({
      claims: { sub: "newcomer", email: "new@acme.example", email_verified: true, groups: [] },
    });
    expect(came.to).toBe("/login/welcome");
    expect((await person.submit("/login/welcome", { handle: "acme", invitation: "" })).status).toBe(400);

    expect((await make(registry.adminToken)).status).toBe(201);
    const lie = { claims: { email: "gil@acme.example", email_verified: true, groups: ["engineering"] } };
    await arrive("gil", lie);
    const members = await call(`${registry.url}/api/v1/publishers/acme/members`, { token: registry.adminToken });
    expect(members.body.members).toContainEqual(expect.objectContaining({ account: "gil", role: "publisher" }));
  });

  test("groups that are told elsewhere (a distributed claim) take nobody out, and are in the log; none at all do", async () => {
    const isMember = async () => {
      const asked = `${registry.url}/api/v1/publishers/acme/members`;
      const { body } = await call(asked, { token: registry.adminToken });
      return body.members.some(({ account: handle }: { account: string }) => handle === "ned");
    };
    const about = { sub: "ned", email: "ned@acme.example", email_verified: true };
    await arrive("ned", { claims: { ...about, groups: ["engineering"] } });
    expect(await isMember()).toBe(true);
    const elsewhere = {
      _claim_names: { groups: "src1" },
      _claim_sources: { src1: { endpoint: "https://acme.example" } },
    };
    expect((await come({ claims: { ...about, ...elsewhere }, userinfo: { sub: "ned" } })).came.to).toBe("/account");
    expect(await isMember()).toBe(true);
    const told = { event: "groups_not_told", account: "ned", provider: `oidc:${provider.url}` };
    // Lines reach the file a moment later.
    await expect
      .poll(async () =>
        (await readFile(logFile, "utf8")).split("\n").map((line) => (line === "" ? {} : JSON.parse(line))),
      )
      .toContainEqual(expect.objectContaining(told));
    expect((await come({ claims: about, userinfo: { sub: "ned" } })).came.to).toBe("/account");
    expect(await isMember()).toBe(false);
  });

  test("groups of which none is mapped are in the log, as they are spelled (first week, B5)", async () => {
    const long = `/other/${"x".repeat(200)}`;
    const groups = ["/Engineering", long, "/c", "/d", "/e", "/f"];
    await arrive("kai", { claims: { email: "kai@acme.example", email_verified: true, groups } });
    await arrive("kit", {
      claims: { email: "kit@acme.example", email_verified: true, groups: ["/chess", "/engineering"] },
    });
    await arrive("kat", { claims: { email: "kat@acme.example", email_verified: true, groups: [] } });
    // A line that comes after them all.
    await come({ claims: { sub: "kai", email: "kai@acme.example", email_verified: true, groups: ["/last"] } });
    const lines = async () =>
      (await readFile(logFile, "utf8"))
        .split("\n")
        .map((line) => (line === "" ? {} : JSON.parse(line)))
        .filter(({ event }) => event === "groups_not_mapped");
    await expect.poll(lines).toHaveLength(2);
    const [first, last] = await lines();
    const told = { account: "kai", provider: `oidc:${provider.url}` };
    expect(first).toMatchObject({ ...told, told: 6, first: ["/Engineering", long.slice(0, 100), "/c", "/d", "/e"] });
    expect(last).toMatchObject({ ...told, told: 1, first: ["/last"] });
  });
});

describe("X10 signing in leads on to this site alone", () => {
  test.each(["https://evil.example/", "//evil.example", String.raw`/\evil.example`, "javascript:alert(1)", "evil"])(
    "X10 a page to sign in that was asked for with %s names it nowhere",
    async (back) => {
      for (const path of ["/login", "/login/code"]) {
        const { body } = await browser(registry.url).get(`${path}?back=${encodeURIComponent(back)}`);
        const named = [...String(body).matchAll(/(?:name="back" value|<passkey-deed[^>]* back)="([^"]*)"/g)];
        // The first is the form's; the footer's has the address of the page itself, which is on this site.
        expect(named[0]?.[1], path).toBe("/");
        expect(String(body)).not.toContain(`/login/with/oidc?back=${encodeURIComponent(back)}`);
      }
    },
  );
});
