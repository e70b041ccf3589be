import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { browser, PASSWORD } from "../harness/people.ts";

describe("names that RESERVED_NAMES keeps for others", () => {
  let registry: TestRegistry;
  let acme: string;
  let eve: string;
  const api = (path: string) => `${registry.url}/api/v1${path}`;
  const answerOf = async (token: string, name: string, version = "1.0.0", query = "") => {
    const { status, body } = await publish(registry.url, token, sampleZip({ name, version }), query);
    return [status, body.code ?? body.status];
  };

  beforeAll(async () => {
    registry = await startTestRegistry({
      environment: { RESERVED_NAMES: "acme-=acme|red-team,held=,mcp-=*", SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
    acme = await account(registry.url, registry.adminToken, "acme");
    eve = await account(registry.url, registry.adminToken, "eve");
  });
  afterAll(async () => {
    await registry.settle();
    await registry.close();
  });

  test("are published by those and an admin, and refused to anybody else, staged too, with whose they are", async () => {
    expect(await answerOf(acme, "acme-tool")).toEqual([201, "received"]);
    expect(await answerOf(eve, "acme-tools")).toEqual([403, "name_reserved"]);
    expect(await answerOf(eve, "held")).toEqual([403, "name_reserved"]);
    expect(await answerOf(eve, "amd-tool")).toEqual([201, "received"]);
    const refused = await publish(registry.url, eve, sampleZip({ name: "acme-tools" }));
    expect(refused.body.detail).toContain("Names that begin with acme- are reserved for the publishers acme, red-team");
    const staged = await call(api("/staged-versions"), {
      token: eve,
      body: new Uint8Array(sampleZip({ name: "acme-tools" })),
      type: "application/zip",
    });
    expect([staged.status, staged.body.code]).toEqual([403, "name_reserved"]);
    expect(await answerOf(registry.adminToken, "held")).toEqual([201, "received"]);
    await registry.settle();
  });

  test("are not transferred to others, unless an admin does it", async () => {
    const to = (token: string) => call(api("/transfers"), { token, json: { name: "acme-tool", to: "eve" } });
    expect((await to(acme)).body).toMatchObject({ code: "name_reserved" });
    expect((await to(registry.adminToken)).status).toBe(201);
  });

  test("stay with a skill that has one: its publisher goes on", async () => {
    expect(await answerOf(acme, "acme-old")).toEqual([201, "received"]);
    await registry.settle();
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'skill.transfer', 'skill:acme-old');
       UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'eve') WHERE name = 'acme-old'; COMMIT;`,
    );
    expect(await answerOf(eve, "acme-old", "1.1.0")).toEqual([201, "received"]);
    expect(await answerOf(eve, "acme-older")).toEqual([403, "name_reserved"]);
    await registry.settle();
  });

  test("keep handles of accounts and organisations, too", async () => {
    const make = async (token: string, handle: string) => {
      const { status, body } = await call(api("/publishers"), { token, json: { handle } });
      return [status, body.code];
    };
    for (const handle of ["red-team", "acme-official", "mcp"])
      expect([handle, ...(await make(eve, handle))]).toEqual([handle, 409, "handle_reserved"]);
    expect(await make(eve, "acmes")).toEqual([201, undefined]);
    expect(await make(acme, "acme-labs")).toEqual([201, undefined]);
    expect(await make(registry.adminToken, "red-team")).toEqual([201, undefined]);
    const asked = { handle: "acme-support", email: "eve@example.org", password: PASSWORD, invitation: null };
    expect(await browser(registry.url).post("/auth/sign-up", asked)).toMatchObject({
      status: 409,
      body: { code: "handle_reserved", detail: expect.stringContaining("acme-") },
    });
  });

  test("stop a start when they are not written so", async () => {
    const environment = { RESERVED_NAMES: "acme-" };
    await expect(startTestRegistry({ withoutScanners: true, environment })).rejects.toThrow(
      /RESERVED_NAMES: acme- is not/,
    );
  });
});
