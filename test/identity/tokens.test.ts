import { hasTokenChecksum } from "@gaia/identity";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createToken as createTokenVerb,
  listTokens as listTokensVerb,
  revokeToken as revokeTokenVerb,
} from "../../apps/cli/src/verbs/account/token.ts";
import { account, call, publish } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const make = (token: string, wanted: Record<string, unknown>) =>
  call(api("/tokens"), { token, json: { name: "ci", scopes: ["publish"], ...wanted } });
const whoami = async (token: string) => (await call(api("/whoami"), { token })).status;

beforeAll(async () => {
  registry = await startTestRegistry();
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(async () => {
  await registry.settle();
  await registry.close();
});

describe("tokens", () => {
  test("are made with a prefix and a checksum, shown once, and kept as a digest", async () => {
    const made = await make(ada, {
      scopes: ["publish", "read"],
      patterns: ["acme-*"],
      expires_at: "2099-01-01T00:00:00Z",
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: "ci",
        scopes: ["publish", "read"],
        patterns: ["acme-*"],
        revoked_at: null,
        last_used_at: null,
        is_current: false,
      },
    });
    expect(made.headers.get("cache-control")).toContain("no-store");
    const { token } = made.body;
    expect(hasTokenChecksum(token)).toBe(true);
    expect(hasTokenChecksum(`${token.slice(0, 20)}${token[20] === "A" ? "B" : "A"}${token.slice(21)}`)).toBe(false);
    const listed = await call(api("/tokens"), { token: ada });
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(await rowsOf(registry, "SELECT 1 FROM tokens WHERE secret_sha256 = $1", [token])).toEqual([]);
    expect((await publish(registry.url, token, sampleZip({ name: "acme-one" }))).status).toBe(201);
    expect((await publish(registry.url, token, sampleZip({ name: "other-one" }))).status).toBe(403);
    await registry.settle();
  });

  test("T3 a token makes none that may more, reaches further or lives longer", async () => {
    const narrow = (
      await make(ada, { scopes: ["admin", "publish"], patterns: ["acme-*", "b"], expires_at: "2030-01-01T00:00:00Z" })
    ).body.token;
    const end = { expires_at: "2029-01-01T00:00:00Z" };
    for (const [wanted, reason] of [
      [{ ...end, patterns: ["acme-*"], scopes: ["yank"] }, "scope yank"],
      [{ ...end, patterns: ["acme-*"], scopes: ["*"] }, "scope of everything"],
      [{ ...end, patterns: ["*"] }, "* reaches further"],
      [{ ...end }, "* reaches further"],
      [{ ...end, patterns: ["acme*"] }, "acme* reaches further"],
      [{ ...end, patterns: ["acme-x", "b*"] }, "b* reaches further"],
      [{ patterns: ["acme-x"] }, "may not live longer"],
      [{ patterns: ["acme-x"], expires_at: "2031-01-01T00:00:00Z" }, "may not live longer"],
    ] as const) {
      const answer = await make(narrow, wanted);
      expect(answer, JSON.stringify(wanted)).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expect(answer.body.detail).toContain(reason);
    }
    expect((await make(narrow, { ...end, patterns: ["acme-search-*", "acme-x", "b"] })).status).toBe(201);
    const reader = (await make(ada, { scopes: ["read"] })).body.token;
    expect((await make(reader, { scopes: ["read"] })).status).toBe(403);
  });

  test("T1 are dead at once when they are revoked, and are nobody else's to revoke", async () => {
    const { token, id } = (await make(ada, { scopes: ["read"] })).body;
    const eve = await account(registry.url, registry.adminToken, "eve");
    expect((await call(api(`/tokens/${id}`), { method: "DELETE", token: eve })).status).toBe(404);
    expect((await call(api(`/tokens/${id}`), { method: "DELETE", token: registry.adminToken })).status).toBe(404);
    expect(await whoami(token)).toBe(200);
    const revoked = await call(api(`/tokens/${id}`), { method: "DELETE", token: ada });
    expect(revoked).toMatchObject({ status: 200, body: { id, is_current: false } });
    expect(await whoami(token)).toBe(401);
    expect((await call(api(`/tokens/${id}`), { method: "DELETE", token: ada })).body).toEqual(revoked.body);
    const audit = await rowsOf(
      registry,
      "SELECT actor, action FROM audit_log WHERE detail->>'token' = $1 ORDER BY id",
      [id],
    );
    expect(audit).toEqual([
      { actor: "ada", action: "token.create" },
      { actor: "ada", action: "token.revoke" },
    ]);
  });

  test("T1 expire", async () => {
    expect(await make(ada, { expires_at: "2020-01-01T00:00:00Z" })).toMatchObject({ status: 400 });
    const { token, id } = (await make(ada, { expires_at: "2099-01-01T00:00:00Z" })).body;
    expect(await whoami(token)).toBe(200);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'token.expire', 'account:ada');
       UPDATE tokens SET expires_at = now() - interval '1 second' WHERE id = '${id}'; COMMIT;`,
    );
    expect(await whoami(token)).toBe(401);
  });

  test("say when they were used", async () => {
    const { token, id } = (await make(ada, { scopes: ["read"] })).body;
    expect(await whoami(token)).toBe(200);
    await until(async () => {
      const { tokens } = (await call(api("/tokens"), { token })).body;
      const found = tokens.find((each: { id: string }) => each.id === id);
      expect(found.is_current).toBe(true);
      return found.last_used_at !== null;
    });
  });

  test("an account has a hundred of them at most, also when it asks all at once", async () => {
    const bob = await account(registry.url, registry.adminToken, "bob");
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'token.create', 'account:bob');
       INSERT INTO tokens (account_id, name, secret_sha256, scopes, name_patterns)
       SELECT id, 'many', 'many ' || n, '{read}', '{*}' FROM accounts, generate_series(1, 96) n WHERE handle = 'bob'; COMMIT;`,
    );
    const made = await Promise.all(Array.from({ length: 6 }, () => make(bob, {})));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
  });
});

describe("a token that leaked", () => {
  const report = (token: string) =>
    call(api("/leaked-tokens"), { json: { token, url: "https://example.org/a-paste" } });

  test("AZ5 is ended by whoever presents it, without an account; what is none is said to be worth nothing", async () => {
    const { token, id } = (await make(ada, { scopes: ["publish"] })).body;
    expect(await report(token)).toMatchObject({ status: 200, body: { revoked: true } });
    expect(await whoami(token)).toBe(401);
    expect((await report(token)).body).toEqual({ revoked: false });
    expect((await report(`${token}x`)).body).toEqual({ revoked: false });
    const [row] = await rowsOf(
      registry,
      "SELECT actor, action, detail->>'where' AS found FROM audit_log WHERE detail->>'token' = $1 AND action = 'token.leaked'",
      [id],
    );
    expect(row).toEqual({ actor: "registry", action: "token.leaked", found: "https://example.org/a-paste" });
  });

  test("AZ5 the bootstrap token ends too, and a start with the same value says what to do", async () => {
    const { ensureAdminAccount } = await import("@gaia/identity");
    const { db } = registry.running.services.database;
    const secret = "a bootstrap token of the test alone";
    await ensureAdminAccount(db, secret);
    expect((await report(secret)).body).toEqual({ revoked: true });
    await expect(ensureAdminAccount(db, secret)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("give ADMIN_TOKEN another value"),
    });
    await ensureAdminAccount(db, registry.adminToken);
    expect(await whoami(registry.adminToken)).toBe(200);
  });
});

describe("token create|list|revoke", () => {
  test("print the secret alone, what there is, and end it", async () => {
    const run = (verb: Parameters<typeof endOfVerb>[1]) =>
      endOfVerb({ registry: registry.url, home: "/nonexistent", token: ada }, verb);
    const made = await run((session) => createTokenVerb(session, { name: "laptop", scope: ["read"], expires: "12h" }));
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/laptop.*read on every skill[^]*gsk_[\w-]{49}$/),
    });
    const [, id = ""] = /token revoke (\S+)/.exec(made.said) ?? [];
    expect(await run((session) => listTokensVerb(session))).toMatchObject({
      said: expect.stringMatching(new RegExp(`${id}.*laptop.*active`)),
    });
    expect(await run((session) => revokeTokenVerb(session, { id, yes: true }))).toMatchObject({ code: 0 });
    expect(await run((session) => listTokensVerb(session))).toMatchObject({
      said: expect.stringMatching(new RegExp(`${id}.*laptop.*revoked`)),
    });
    expect(await run((session) => createTokenVerb(session, { name: "x", expires: "soon" }))).toMatchObject({ code: 2 });
  });
});
