import type { MountedRoute } from "@gaia/edge";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import type { Marketplace } from "../../apps/server/src/http/marketplace.ts";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

const marketplace = (await import("@gaia/web")) as Marketplace;

let registry: TestRegistry;
let ada: string;
let routes: readonly MountedRoute[];
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  expect((await publish(registry.url, ada, sampleZip({ name: "of-ada" }))).status).toBe(201);
  const { table } = createApp(registry.running.services, marketplace);
  routes = table.filter(({ area }) => ["/api/v1", "/auth"].includes(area.at));
});
afterAll(() => registry.close());

const api = (path: string) => `${registry.url}/api/v1${path}`;
const NAMES: Record<string, string> = { name: "of-ada", version: "1.0.0", handle: "ada" };
const UUID = "11111111-2222-4333-8444-555555555555";
const addressOf = ({ path }: MountedRoute) => {
  const id = path.includes("/notices/") ? "1" : UUID;
  const whole = path.replace(":path{.+}", "SKILL.md");
  return `${registry.url}${whole.replaceAll(/:(\w+)(\{.*?\})?/g, (_, name: string) => NAMES[name] ?? id)}`;
};
const lineOf = ({ method, path }: MountedRoute) => `${method} ${path}`;

/** As somebody who may do it: an admin, or the publisher's owner. What a stranger is told comes before what they sent. */
async function askAsWhoMay(url: string, options: Parameters<typeof call>[1]) {
  const asAdmin = await call(url, { ...options, token: registry.adminToken });
  return [403, 404].includes(asAdmin.status) ? call(url, { ...options, token: ada }) : asAdmin;
}

describe("a key that nobody reads is refused", () => {
  test("H-A5 a misspelt visibility publishes nothing, and the answer says what was meant", async () => {
    const refused = await publish(registry.url, ada, sampleZip({ name: "not-for-all" }), "?visiblity=private");
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      400,
      "invalid_request",
      "The query key `visiblity` is not known here: did you mean `visibility`? " +
        "Known here: default_version, mirrored_from, mirrored_path, publisher, version, visibility.",
    ]);
    expect(refused.body.errors).toMatchObject([{ code: "unknown_key", severity: "error" }]);
    expect((await call(api("/skills/not-for-all"), { token: ada })).status).toBe(404);
  });

  test("H-A5 a misspelt pattern makes no token, and no settings are changed beside an unknown one", async () => {
    const before = (await call(api("/tokens"), { token: ada })).body.tokens.length;
    const json = { name: "ci", scopes: ["publish"], patern: ["acme-*"] };
    const token = await call(api("/tokens"), { token: ada, json });
    expect([token.status, token.body.detail]).toEqual([400, expect.stringContaining("did you mean `patterns`?")]);
    expect((await call(api("/tokens"), { token: ada })).body.tokens).toHaveLength(before);
    const settings = { method: "PATCH", token: ada, json: { staging: "required", publising: "trusted" } };
    const changed = await call(api("/skills/of-ada/settings"), settings);
    expect([changed.status, changed.body.detail]).toEqual([400, expect.stringContaining("`publishing`")]);
    expect((await call(api("/skills/of-ada/settings"), { token: ada })).body.staging).toBe("optional");
  });

  test("H-A5 below the top, in lists, and under names that every object has", async () => {
    const resolve = (json: unknown) => call(api("/resolve"), { json });
    const nested = await resolve({ skills: [{ name: "of-ada" }, { name: "of-ada", rnage: "^1" }] });
    expect([nested.status, nested.body.detail]).toEqual([
      400,
      "The key `rnage` in `skills[1]` is not known here: did you mean `range`? Known here: name, range, required.",
    ]);
    const locked = await resolve({ skills: [{ name: "of-ada" }], locked: { "any-skill": "1.0.0" } });
    expect(locked.status).not.toBe(400);
    for (const key of ["__proto__", "constructor"]) {
      const body = `{"skills": [{"name": "of-ada", "${key}": {}}]}`;
      const answer = await call(api("/resolve"), { body, type: "application/json" });
      expect([answer.status, answer.body.detail], key).toEqual([400, expect.stringContaining(`\`${key}\``)]);
      expect((await call(api(`/skills?${key}=1`))).body.detail, key).toContain(`\`${key}\``);
    }
  });

  test("H-A5 a body where none is taken is not passed over, and the answer says where its key belongs", async () => {
    const url = api(`/publishers/ada/keys/${UUID}`);
    const json = { as: "retired" };
    const answer = await call(url, { method: "DELETE", token: ada, json });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining("it belongs in the query.")]);
    const asForm = { method: "DELETE", token: ada, body: JSON.stringify(json), type: "text/plain" };
    expect((await call(url, asForm)).status).toBe(400);
    for (const body of ["{}", "", "no JSON"])
      expect((await call(url, { method: "DELETE", token: ada, body })).status, body).toBe(404);
    const reason = await call(api("/skills/of-ada/1.0.0/yank?reason=too+old"), { token: ada, json: { reason: "old" } });
    expect([reason.status, reason.body.detail]).toEqual([400, expect.stringContaining("it belongs in the JSON body.")]);
  });

  test("H-A5 a form with an unknown part publishes nothing", async () => {
    const upload = (parts: Record<string, string | Blob>, path = "/skills") => {
      const body = new FormData();
      for (const [name, part] of Object.entries(parts)) body.append(name, part);
      return call(api(path), { token: ada, body });
    };
    const zip = new Blob([sampleZip({ name: "in-a-form" }) as Uint8Array<ArrayBuffer>]);
    for (const path of ["/skills", "/staged-versions", "/validate"]) {
      const answer = await upload({ package: zip, visibility: "private" }, path);
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        400,
        "invalid_request",
        "The form's part `visibility` is not known here. Known here: package.",
      ]);
      const misspelt = await upload({ package: zip, packages: zip }, path);
      expect([misspelt.status, misspelt.body.detail]).toEqual([
        400,
        expect.stringContaining("did you mean `package`?"),
      ]);
    }
    expect((await call(api("/skills/in-a-form"), { token: ada })).status).toBe(404);
    expect((await upload({ package: zip })).status).toBe(201);
  });
});

describe("by the table of routes", () => {
  test("H-A5 every route of the API and of signing in refuses an unknown query key; reads take the marks of visits", async () => {
    expect(routes.length).toBeGreaterThan(130);
    for (const route of routes) {
      const { method } = route;
      // What a provider adds to its answer is its own.
      if (route.path.includes("/provider/return/")) continue;
      const answer = await askAsWhoMay(`${addressOf(route)}?utm_source=news&zzzz=1`, { method });
      const told: string[] = (answer.body.errors ?? []).map(({ message }: { message: string }) => message);
      expect([answer.status, told], lineOf(route)).toEqual([
        400,
        [...(method === "GET" ? [] : ["utm_source"]), "zzzz"].map(
          (key) => `The query key \`${key}\` is not known here.`,
        ),
      ]);
    }
    expect((await call(api("/skills/of-ada?utm_source=news&utm_medium=mail"))).status).toBe(200);
  });

  test("H-A5 every writing route refuses an unknown key of a JSON body, but for bodies that are another format's", async () => {
    const others: string[] = [];
    for (const route of routes.filter(({ method }) => method !== "GET")) {
      const answer = await askAsWhoMay(addressOf(route), { method: route.method, json: { zzzz: 1 } });
      const said = String(answer.body.detail);
      if (answer.status !== 400 || !said.includes("The key `zzzz` is not known here")) others.push(lineOf(route));
    }
    expect(others.toSorted()).toEqual([
      "POST /api/v1/admin/advisories",
      "POST /api/v1/batches",
      "POST /api/v1/skills",
      "POST /api/v1/skills/:name/:version/attestations",
      "POST /api/v1/skills/:name/:version/signatures",
      "POST /api/v1/staged-versions",
      "POST /api/v1/validate",
      "PUT /api/v1/admin/imports/:name/:version",
    ]);
  });

  test("H-A5 pages and other dialects pass unknown keys over", async () => {
    for (const path of ["/", "/search?q=ada", "/skills/of-ada", "/log/checkpoint", "/healthz"]) {
      const url = `${registry.url}${path}${path.includes("?") ? "&" : "?"}zzzz=1`;
      // The log's first checkpoint is there a moment after the start.
      await expect.poll(async () => (await call(url)).status, { message: path }).toBe(200);
    }
    const json = { package: { name: "requests", ecosystem: "PyPI", zzzz: 1 }, zzzz: 1 };
    expect((await call(`${registry.url}/v1/query?zzzz=1`, { json })).status).toBe(200);
  });
});
