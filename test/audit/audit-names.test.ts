import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

interface Entry {
  actor: string;
  action: string;
  target: string;
  detail: Record<string, unknown>;
}

let registry: TestRegistry;
/** `ada` and `bob` own `acme`; `eve` is somebody else. */
let tokens: Record<"ada" | "bob" | "eve", string>;
const api = (path: string) => `${registry.url}/api/v1${path}`;

async function granted(path: string, token: string, json?: unknown, method = "POST") {
  const { status, body } = await call(api(path), { method, token, json });
  expect(status, `${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

async function published(token: string, name: string, query = "") {
  const { status, body } = await publish(registry.url, token, sampleZip({ name }), query);
  expect(status, JSON.stringify(body)).toBe(201);
  await registry.settle();
}

/** The log as a page, and as each kind of file: what is kept from one is kept from all. */
async function logs(path: string, token: string): Promise<{ items: Entry[]; files: string }> {
  const { items } = await granted(path, token, undefined, "GET");
  const headers = { authorization: `Bearer ${token}` };
  const file = async (kind: string) => (await fetch(api(`${path}?export=${kind}`), { headers })).text();
  const files = [await file("csv"), await file("ndjson")];
  return { items, files: files.join("\n") };
}

const detailOf = (items: Entry[], action: string) => items.find((each) => each.action === action)?.detail;

beforeAll(async () => {
  registry = await startTestRegistry({ environment: { RATE_LIMIT_MAIL: "1000" } });
  const token = (handle: string) => account(registry.url, registry.adminToken, handle);
  tokens = { ada: await token("ada"), bob: await token("bob"), eve: await token("eve") };
  await granted("/publishers", tokens.ada, { handle: "acme" });
  const asked = await granted("/publishers/acme/invitations", tokens.ada, { account: "bob", role: "admin" });
  await granted(`/invitations/${asked.id}/accept`, tokens.bob);
});
afterAll(async () => {
  await registry.settle();
  await registry.close();
});

describe("Q4 the name of a private skill is in no log of who may not see it", () => {
  test("Q4 the log of a skill shows its replacement to those who may see that one", async () => {
    await published(tokens.ada, "hush", "?visibility=private");
    await published(tokens.ada, "tool", "?publisher=acme");
    const message = "use the other one";
    await granted("/skills/tool/1.0.0/deprecate", tokens.ada, { message, replacement: "hush" });
    const narrow = await narrowToken(registry, { handle: "ada", scopes: ["read"], namePatterns: ["tool*"] });
    for (const [who, token] of [
      ["another manager", tokens.bob],
      ["a token for other names", narrow],
    ] as const) {
      const { items, files } = await logs("/skills/tool/audit", token);
      expect(detailOf(items, "version.deprecate"), who).toEqual({ message, replacement: null });
      expect(files, who).toContain("version.deprecate");
      expect(files, who).not.toContain("hush");
    }
    for (const token of [tokens.ada, registry.adminToken]) {
      const { items, files } = await logs("/skills/tool/audit", token);
      expect(detailOf(items, "version.deprecate")).toEqual({ message, replacement: "hush" });
      expect(files).toContain("hush");
    }
    await granted("/skills/hush/settings", tokens.ada, { visibility: "public" }, "PATCH");
    const { items } = await logs("/skills/tool/audit", tokens.bob);
    expect(detailOf(items, "version.deprecate")).toEqual({ message, replacement: "hush" });
  });

  test("Q4 one's own log does, too: whoever left the organisation is not told what it has by now", async () => {
    await published(tokens.bob, "bobs");
    await published(tokens.bob, "veil", "?publisher=acme&visibility=private");
    await granted("/skills/bobs/1.0.0/deprecate", tokens.bob, { message: "old", replacement: "veil" });
    expect(detailOf((await logs("/account/audit", tokens.bob)).items, "version.deprecate")).toMatchObject({
      replacement: "veil",
    });
    await granted("/publishers/acme/members/bob", tokens.ada, undefined, "DELETE");
    const { items, files } = await logs("/account/audit", tokens.bob);
    expect(detailOf(items, "version.deprecate")).toEqual({ message: "old", replacement: null });
    expect(files).not.toContain("veil");
  });
});

describe("Q4 what a former publisher did with a skill", () => {
  test("Q4 is shown to who has it now without its particulars, and to admins of the registry with them", async () => {
    await granted("/publishers", tokens.ada, { handle: "former" });
    const asked = await granted("/publishers/former/invitations", tokens.ada, { account: "bob", role: "publisher" });
    await granted(`/invitations/${asked.id}/accept`, tokens.bob);
    await published(tokens.ada, "gift", "?publisher=former&visibility=private");
    await granted("/skills/gift/settings", tokens.ada, { readers: ["bob"] }, "PATCH");
    await granted("/skills/gift/1.0.0/yank", tokens.ada, { reason: "xylophonic" });
    const offer = await granted("/transfers", tokens.ada, { name: "gift", to: "eve" });
    await granted(`/transfers/${offer.id}/accept`, tokens.eve);
    await granted("/skills/gift/1.0.0/unyank", tokens.eve);

    const { items, files } = await logs("/skills/gift/audit", tokens.eve);
    const at = items.findIndex(({ action }) => action === "skill.transfer");
    expect(items.slice(0, at).map(({ action }) => action)).toContain("version.unyank");
    expect(items[at]?.detail).toMatchObject({ from: "former", to: "eve" });
    const before = items.slice(at + 1);
    expect(before.map(({ actor, action }) => `${actor} ${action}`)).toEqual(
      expect.arrayContaining(["ada skill.settings", "ada version.yank", "ada version.publish"]),
    );
    expect(before.map(({ detail }) => detail)).toEqual(before.map(() => ({})));
    expect(files).toContain("skill.settings");
    for (const kept of ["xylophonic", "bob"]) expect(files).not.toContain(kept);

    const full = (await logs("/skills/gift/audit", registry.adminToken)).items;
    expect(detailOf(full, "version.yank")).toMatchObject({ reason: "xylophonic" });
    expect(JSON.stringify(detailOf(full, "skill.settings"))).toContain("bob");
    expect(full).toHaveLength(items.length);
  });
});
