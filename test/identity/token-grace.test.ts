import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToken } from "../../apps/cli/src/verbs/account/token.ts";
import { call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { codeOf, PASSWORD, signedUp, withSecondFactor } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";

let registry: TestRegistry;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "gaia-home-"));
  registry = await startTestRegistry({ withoutScanners: true, environment: { SIGN_UP: "open" } });
});
afterAll(async () => {
  await registry.close();
  await rm(home, { recursive: true });
});

/** Somebody with a second factor and two tokens. */
const armed = async (handle: string) => {
  const { first } = await signedUp(registry, handle);
  const made = async () => String((await first.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token);
  const [token, other] = [await made(), await made()];
  const { uri } = await withSecondFactor(first);
  return { first, token, other, uri };
};
const make = (token: string, headers: Record<string, string> = {}) =>
  call(`${registry.url}/api/v1/tokens`, { token, headers, json: { name: "another", scopes: ["*"] } });
const NEEDED = { status: 403, body: { code: "second_factor_required" } };

describe("a code counts a quarter of an hour for the token that it came with (first week, A15)", () => {
  test("H-A3 for that token alone: not for the account's others, nor for one that it makes, nor longer", async () => {
    const { token, other, uri } = await armed("gina");
    expect(await make(token)).toMatchObject(NEEDED);
    const made = await make(token, { "gaia-otp": await codeOf(uri) });
    expect(made.status).toBe(201);
    expect((await make(token)).status).toBe(201);
    expect(await make(other)).toMatchObject(NEEDED);
    expect(await make(String(made.body.token))).toMatchObject(NEEDED);
    await runSql(registry, "UPDATE tokens SET proven_at = proven_at - interval '14 minutes'");
    expect((await make(token)).status).toBe(201);
    await runSql(registry, "UPDATE tokens SET proven_at = proven_at - interval '1 minute'");
    expect(await make(token)).toMatchObject(NEEDED);
  });

  test("H-A3 a wrong code gives none, and neither does a read that brings the right one", async () => {
    const { token, uri } = await armed("gero");
    const code = await codeOf(uri);
    expect((await make(token, { "gaia-otp": code === "000000" ? "000001" : "000000" })).status).toBe(401);
    const headers = { "gaia-otp": code };
    expect((await call(`${registry.url}/api/v1/whoami`, { token, headers })).status).toBe(200);
    expect(await make(token)).toMatchObject(NEEDED);
    expect((await make(token, headers)).status).toBe(201);
  });

  test("H-A3 it ends when the app is another one, and with the token", async () => {
    const { first, token, uri } = await armed("gus");
    expect((await make(token, { "gaia-otp": await codeOf(uri) })).status).toBe(201);
    expect((await first.post("/auth/second-factor/remove", { password: PASSWORD })).status).toBe(200);
    await withSecondFactor(first);
    expect(await make(token)).toMatchObject(NEEDED);
    const gone = await armed("gwen");
    expect((await make(gone.token, { "gaia-otp": await codeOf(gone.uri) })).status).toBe(201);
    const report = { method: "POST", json: { token: gone.token } };
    expect((await call(`${registry.url}/api/v1/leaked-tokens`, report)).status).toBeLessThan(300);
    expect((await make(gone.token)).status).toBe(401);
  });
});

describe("a verb that needs a second factor asks for the code on a terminal (first week, A15)", () => {
  const verb = (token: string, more: { otp?: string; typed?: string[] } = {}) =>
    endOfVerb({ registry: registry.url, home, token, ...more }, (session) =>
      createToken(session, { name: "ci", scope: ["read"], expires: "1h" }),
    );

  test("it repeats the request with the code, asks again for a wrong one, and not at all in the time that it counts", async () => {
    const { token, uri } = await armed("hana");
    const code = await codeOf(uri);
    const wrong = code === "000000" ? "000001" : "000000";
    const ended = await verb(token, { typed: ["12", wrong, `${code.slice(0, 3)} ${code.slice(3)}`] });
    expect(ended, ended.said).toMatchObject({ code: 0 });
    expect(ended.said.match(/second factor for|another code for/g)).toHaveLength(3);
    const after = await verb(token, { typed: [] });
    expect(after, after.said).toMatchObject({ code: 0 });
    expect(after.said).not.toContain("second factor");
  });

  test("whoever types nothing is told the refusal, and where nobody can be asked the hint names the option", async () => {
    const { token, uri } = await armed("hugo");
    for (const typed of [[""], undefined]) {
      const ended = await verb(token, typed === undefined ? {} : { typed });
      expect(ended).toMatchObject({ code: 4, said: expect.stringContaining("--otp CODE") });
      expect(ended.said).toContain("second_factor_required");
    }
    expect(await verb(token, { otp: await codeOf(uri) })).toMatchObject({ code: 0 });
  });

  test("T10 it asks three times at most, and the registry's own count of guesses stands above it", async () => {
    const { token, uri } = await armed("hope");
    const right = await codeOf(uri);
    const wrong = right === "000000" ? "000001" : "000000";
    const typed = Array.from({ length: 9 }, () => wrong);
    const ended = await verb(token, { typed });
    expect(ended.code).toBe(4);
    expect(typed).toHaveLength(6);
    await verb(token, { typed });
    expect(await verb(token, { otp: right })).toMatchObject({ code: 4, said: expect.stringContaining("rate_limited") });
  });
});
