import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { browser, newMail, PASSWORD } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { SIGN_UP: "invitation", RATE_LIMIT_MAIL: "1000", RATE_LIMIT_SIGN_IN: "1000" },
  });
});
afterAll(() => registry.close());

const api = (path: string) => `${registry.url}/api/v1${path}`;
const byAdmin = (method: string, path: string, json?: unknown) =>
  call(api(`/admin/accounts/${path}`), { method, token: registry.adminToken, json });
const role = (handle: string, to: "admin" | "user") => byAdmin("PUT", `${handle}/role`, { role: to });

/** An account that acts by tokens, whose way in waits for a link to be followed. */
async function claimed(handle: string) {
  const token = await account(registry.url, registry.adminToken, handle);
  const email = `${handle}@attacker.example`;
  const asked = await browser(registry.url).post("/auth/claim", { email, password: PASSWORD, token });
  expect(asked.body).toEqual({ is_signed_in: false });
  const link = await newMail(registry, email, "/verify");
  const visitor = browser(registry.url);
  const follow = () => visitor.post("/auth/confirm-address", { token: link, password: PASSWORD, handle: null });
  return { token, visitor, follow };
}

async function revoke(token: string): Promise<void> {
  const [own] = (await call(api("/tokens"), { token })).body.tokens;
  expect((await call(api(`/tokens/${own.id}`), { method: "DELETE", token })).status).toBe(200);
}

const waysIn = (handle: string) =>
  rowsOf(registry, `SELECT email, auth_user_id FROM accounts WHERE handle = '${handle}'`);
const NONE = [{ email: null, auth_user_id: null }];
const REFUSED = { status: 409, body: { code: "conflict" } };

describe("a claim of an account that acts by tokens", () => {
  test("T9 ends with the token that it was made with, whoever revoked it and whatever the account became", async () => {
    const promoted = await claimed("promoted");
    await revoke(promoted.token);
    expect((await role("promoted", "admin")).status).toBe(200);
    expect(await promoted.follow()).toMatchObject(REFUSED);
    expect((await promoted.visitor.get("/api/v1/whoami")).status).toBe(401);
    expect(await waysIn("promoted")).toEqual(NONE);
    // Nor when it is a user's again.
    expect((await role("promoted", "user")).status).toBe(200);
    expect(await promoted.follow()).toMatchObject(REFUSED);

    const leaked = await claimed("leaked");
    expect((await call(api("/leaked-tokens"), { json: { token: leaked.token } })).body).toEqual({ revoked: true });
    expect(await leaked.follow()).toMatchObject(REFUSED);
    expect(await waysIn("leaked")).toEqual(NONE);
  });

  test("T5 gives nobody a way into what is an admin's by now, suspended or deleted", async () => {
    const raised = await claimed("raised");
    expect((await role("raised", "admin")).status).toBe(200);
    expect(await raised.follow()).toMatchObject(REFUSED);
    expect(await waysIn("raised")).toEqual(NONE);
    const held = await claimed("held");
    expect((await byAdmin("POST", "held/suspend", { reason: "stolen" })).status).toBe(200);
    expect(await held.follow()).toMatchObject(REFUSED);
    expect(await waysIn("held")).toEqual(NONE);
    const gone = await claimed("gone");
    const deleted = await call(api("/account?confirm=gone"), { method: "DELETE", token: gone.token });
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(204);
    expect(await gone.follow()).toMatchObject(REFUSED);
    expect(await waysIn("gone")).toEqual(NONE);
  });

  test("is told to the account, and is a way in while all is as it was", async () => {
    const { token, visitor, follow } = await claimed("plain");
    expect((await follow()).status).toBe(200);
    expect((await visitor.get("/api/v1/whoami")).body).toMatchObject({ handle: "plain" });
    const [told] = (await call(api("/notices?publisher=plain"), { token })).body.items;
    expect(told).toMatchObject({ kind: "sign-in-added", text: expect.stringContaining("plain") });
  });

  test("a link of a registry that kept no password or no token with it is refused in words", async () => {
    for (const [handle, lacks, status] of [
      ["older", "passwordHash", 404],
      ["old", "tokenId", 409],
    ] as const) {
      const { follow } = await claimed(handle);
      await runSql(
        registry,
        `UPDATE auth_verifications SET value = (value::jsonb - '${lacks}')::text WHERE identifier LIKE 'confirm:%'`,
      );
      expect((await follow()).status, lacks).toBe(status);
      expect(await waysIn(handle)).toEqual(NONE);
    }
  });
});

describe("an invitation to sign up", () => {
  const invite = (by: string) =>
    call(`${registry.url}/api/v1/admin/invitations`, {
      method: "POST",
      token: by,
      json: { email: null },
    });
  const secretOf = (url: string) => new URL(url).searchParams.get("invitation");
  const signUp = (handle: string, invitation: string | null) =>
    browser(registry.url).post("/auth/sign-up", {
      handle,
      email: `${handle}@example.org`,
      password: PASSWORD,
      invitation,
    });

  test("T9 is worth nothing once whoever made it is no admin, or suspended, even where it was shown before", async () => {
    const token = await account(registry.url, registry.adminToken, "host");
    expect((await role("host", "admin")).status).toBe(200);
    const made = await invite(token);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const [early, late] = [secretOf(made.body.url), secretOf((await invite(token)).body.url)];
    expect((await signUp("guest", early)).status).toBe(200);
    const link = await newMail(registry, "guest@example.org", "/verify");
    const confirm = () =>
      browser(registry.url).post("/auth/confirm-address", { token: link, password: PASSWORD, handle: null });
    expect((await role("host", "user")).status).toBe(200);
    expect(await confirm()).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await signUp("intruder", late)).status).toBe(403);
    expect((await role("host", "admin")).status).toBe(200);
    expect((await byAdmin("POST", "host/suspend", { reason: "stolen" })).status).toBe(200);
    expect(await confirm()).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await signUp("intruder", late)).status).toBe(403);
    expect(await rowsOf(registry, "SELECT 1 FROM accounts WHERE handle IN ('guest', 'intruder')")).toEqual([]);
    expect((await byAdmin("POST", "host/reinstate", { reason: "theirs again" })).status).toBe(200);
    expect((await confirm()).status).toBe(200);
  });

  test("one admin has two hundred that nobody used, and no more", async () => {
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
       INSERT INTO sign_up_invitations (secret_sha256, invited_by, expires_at)
       SELECT 'many-' || n, (SELECT id FROM accounts WHERE handle = 'admin'), now() + interval '1 day' FROM generate_series(1, 199) n;
       COMMIT;`,
    );
    expect((await invite(registry.adminToken)).status).toBe(201);
    expect(await invite(registry.adminToken)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("200 unused invitations") },
    });
  });
});
