import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { login } from "./login.ts";

let fake: FakeRegistry;
let home: CliHome;
beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

const codes = (more: object) => ({
  body: {
    device_code: "d".repeat(43),
    user_code: "BCDF-GHJK",
    verification_uri: `${fake.url}/device`,
    expires_in: 600,
    interval: 5,
    ...more,
  },
});
const signIn = () => endOfVerb({ registry: fake.url, home: home.dir }, (session) => login(session, { device: true }));

test("T13 a registry that names another site's page for the code is not believed, and no code is shown", async () => {
  for (const uri of [
    "https://evil.example/device",
    `${fake.url}@evil.example/device`,
    "javascript:alert(1)",
    "no address",
  ]) {
    fake.on("POST", "/api/v1/device/code", codes({ verification_uri: uri }));
    const { code, said } = await signIn();
    expect(code, uri).toBe(4);
    expect(said).not.toContain("BCDF-GHJK");
    expect(said).not.toContain("Open ");
  }
  expect(fake.requests.some(({ path }) => path.endsWith("/device/token"))).toBe(false);
});

test("T13 it asks no faster than once in a second and waits no longer than a quarter of an hour, whatever a registry says", async () => {
  fake.on("POST", "/api/v1/device/code", codes({ interval: 0, expires_in: 10_000_000 }));
  let asked = 0;
  fake.on("POST", "/api/v1/device/token", () => {
    asked += 1;
    return asked < 2 ? { status: 202, body: { status: "pending", interval: 0 } } : { status: 403, body: DENIED };
  });
  const began = performance.now();
  const { said } = await signIn();
  expect(asked).toBe(2);
  expect(performance.now() - began).toBeGreaterThan(1_900);
  expect(said).toContain("Waiting for 15 minutes");
});

describe("what a login may do is chosen on a terminal (first week, A15)", () => {
  const asked = async (typed: string[] | undefined, scope?: string[]) => {
    let scopes: unknown = null;
    fake.on("POST", "/api/v1/device/code", ({ body }) => {
      scopes = (JSON.parse(body.toString()) as { scopes: unknown }).scopes;
      return codes({ interval: 1 });
    });
    fake.on("POST", "/api/v1/device/token", { status: 403, body: DENIED });
    const at = { registry: fake.url, home: home.dir, ...(typed !== undefined && { typed }) };
    const { said } = await endOfVerb(at, (session) => login(session, { device: true, scope }));
    return { scopes, said };
  };
  const USUAL = ["publish", "stage", "yank", "confirm", "read"];

  test("by its number, by its scopes, or by nothing typed", async () => {
    const { scopes, said } = await asked([""]);
    expect(scopes).toEqual(USUAL);
    expect(said).toContain("admin");
    expect((await asked(["2"])).scopes).toEqual(["read"]);
    expect((await asked(["3"])).scopes).toEqual(expect.arrayContaining(["admin", "review", "publish", "read"]));
    expect((await asked(["4"])).scopes).toEqual([...USUAL, "review"]);
    expect((await asked(["5", "publish, everything", "read publish"])).scopes).toEqual(["publish", "read"]);
  });

  test("--scope asks a browser off a terminal, too: no token that is given takes it", async () => {
    let scopes: unknown = null;
    fake.on("POST", "/api/v1/device/code", ({ body }) => {
      scopes = (JSON.parse(body.toString()) as { scopes: unknown }).scopes;
      return codes({ interval: 1 });
    });
    fake.on("POST", "/api/v1/device/token", { status: 403, body: DENIED });
    const { stderr } = await home.run(["login", "--scope", "read", "--scope", "review"]);
    expect(stderr).toContain("BCDF-GHJK");
    expect(scopes).toEqual(["read", "review"]);
  });

  test("a second login names the token of before, which stays active", async () => {
    const id = "0d7c1f3e-0000-4000-8000-000000000000";
    const one = { id, name: "gaia-skill on vm (ada)", patterns: ["*"], scopes: ["read"], created_at: AT };
    const more = { expires_at: null, last_used_at: null, revoked_at: null, is_current: true };
    fake.on("GET", "/api/v1/whoami", { body: { handle: "ada", role: "user", publishers: ["ada"] } });
    fake.on("GET", "/api/v1/tokens", ({ headers }) =>
      headers.authorization?.endsWith("first") === true
        ? { body: { tokens: [{ ...one, ...more }] } }
        : { status: 403, body: DENIED },
    );
    const logins = ["first", "first", "second", "third"].map((end) => [
      "login",
      "--token",
      `gsk_${"x".repeat(32)}${end}`,
    ]);
    const said: string[] = [];
    for (const args of logins) said.push((await home.run(args)).stderr);
    expect(said.map((text) => text.includes("stays active"))).toEqual([false, false, true, false]);
    expect(said[2]).toContain(`stays active: gaia-skill on vm (ada); \`npx gaia skill token revoke ${id}\` ends it`);
  });

  test("nothing is asked off a terminal, nor where --scope says it; three wrong answers ask for nothing", async () => {
    expect((await asked(undefined)).scopes).toEqual(USUAL);
    expect((await asked(["3"], ["read"])).scopes).toEqual(["read"]);
    expect((await asked(["0", "1.5", "all"])).scopes).toBeNull();
  });
});

const AT = "2026-03-15T10:30:00.000Z";
const DENIED = {
  type: "about:blank",
  title: "Forbidden",
  status: 403,
  code: "forbidden",
  detail: "This login was denied.",
};
