import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import { account, call, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { toyPublisher } from "./toy-publisher.ts";

/** A protocol publishes by the verb of `POST /api/v1/skills`: what holds there holds for it, in its own words. */

let registry: TestRegistry;
let ada: string;
let eve: string;
let toy: (method: string, path: string, token: string | null, body?: Uint8Array) => Promise<[number, string]>;

beforeAll(async () => {
  registry = await startTestRegistry({
    withoutScanners: true,
    environment: { DEFAULT_VISIBILITY: "private", PUBLISHER_QUOTA_MIB: "1" },
  });
  ada = await account(registry.url, registry.adminToken, "ada");
  eve = await account(registry.url, registry.adminToken, "eve");
  const app = createApp(registry.running.services, null, [toyPublisher]);
  toy = async (method, path, token, body) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const sent = new Request(`http://127.0.0.1/toy-publisher${path}`, {
      method,
      headers,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const answer = await app.fetch(sent, { incoming: { socket: { remoteAddress: "192.0.2.1" } } });
    return [answer.status, await answer.text()];
  };
});
afterAll(() => registry.close());

const view = async (name: string) => (await call(`${registry.url}/api/v1/skills/${name}/1.0.0`, { token: ada })).body;
const auditOf = (name: string) =>
  rowsOf(registry, "SELECT actor, action FROM audit_log WHERE target = $1 ORDER BY id", [`skill:${name}@1.0.0`]);

test("what a protocol publishes is what the registry's own API publishes: visibility, audit row and digests", async () => {
  expect(await toy("PUT", "/by-toy/1.0.0", ada, sampleZip({ name: "by-toy" }))).toEqual([200, "made\n"]);
  expect(await toy("PUT", "/by-toy/1.0.0", ada, sampleZip({ name: "by-toy" }))).toEqual([200, "same\n"]);
  expect((await publish(registry.url, ada, sampleZip({ name: "by-api" }))).status).toBe(201);
  await registry.settle();
  expect(await auditOf("by-toy")).toEqual(await auditOf("by-api"));
  const [one, other] = [await view("by-toy"), await view("by-api")];
  expect(one).toMatchObject({ visibility: "private", publisher: "ada", status: other.status });
  expect(Object.keys(one)).toEqual(Object.keys(other));
});

test("it is refused as there: strangers, scopes, publishers, names, sizes, storage", async () => {
  const zip = sampleZip({ name: "by-toy", version: "1.1.0" });
  const put = (token: string | null, body = zip, path = "/by-toy/1.1.0") => toy("PUT", path, token, body);
  expect(await put(null)).toEqual([400, expect.stringMatching(/^unauthorized: /)]);
  const reader = await narrowToken(registry, { handle: "ada", scopes: ["read"] });
  expect(await put(reader)).toEqual([400, expect.stringMatching(/^forbidden: .*scope publish; this one has read/)]);
  const stager = await narrowToken(registry, { handle: "ada", scopes: ["stage"] });
  expect(await put(stager)).toEqual([400, expect.stringMatching(/^forbidden: .*scope publish; this one has stage/)]);
  const other = await narrowToken(registry, { handle: "ada", scopes: ["publish"], namePatterns: ["other-*"] });
  expect(await put(other)).toEqual([400, expect.stringMatching(/^forbidden: .*skills named other-\*/)]);
  expect(await put(ada, zip, "/by-toy/1.1.0?publisher=eve")).toEqual([400, expect.stringMatching(/^forbidden: /)]);
  expect(await put(eve)).toEqual([400, expect.stringMatching(/^name_taken: /)]);
  expect(await put(ada, new Uint8Array(12 * 1024 * 1024 + 1))).toEqual([
    400,
    "package_too_large: The upload is larger than 12 MiB.\n",
  ]);
  expect(await put(ada, new Uint8Array())).toEqual([
    400,
    "invalid_request: The body is empty: send the package in it.\n",
  ]);
  expect(await put(ada, new Uint8Array(10))).toEqual([400, expect.stringMatching(/^invalid_package: /)]);
  const noise = randomBytes(600_000).toString("hex");
  const large = zipOf({ ...sampleFiles({ name: "large" }), "data.txt": noise });
  expect(await put(ada, large, "/large/1.0.0")).toEqual([400, expect.stringMatching(/^quota_exceeded: /)]);
});

test("a skill that only its workflows publish, or only what was staged, is refused through a protocol, too", async () => {
  const settings = `${registry.url}/api/v1/skills/by-toy/settings`;
  const change = async (json: object) =>
    expect((await call(settings, { method: "PATCH", token: ada, json })).status).toBe(200);
  await change({ staging: "required" });
  const zip = sampleZip({ name: "by-toy", version: "1.2.0" });
  expect(await toy("PUT", "/by-toy/1.2.0", ada, zip)).toEqual([400, expect.stringMatching(/^forbidden: .*stage/)]);
  await change({ staging: "optional" });
  expect(await toy("PUT", "/by-toy/1.2.0", ada, zip)).toEqual([200, "made\n"]);
  await registry.settle();
});

test("a protocol yanks and gives again by the same verbs", async () => {
  expect(await toy("DELETE", "/by-api/1.0.0", eve)).toEqual([400, expect.stringMatching(/^not_found: /)]);
  const reader = await narrowToken(registry, { handle: "ada", scopes: ["read", "publish"] });
  expect(await toy("DELETE", "/by-api/1.0.0", reader)).toEqual([
    400,
    expect.stringMatching(/^forbidden: .*scope yank/),
  ]);
  expect(await toy("DELETE", "/by-api/1.0.0", ada)).toEqual([200, "yanked\n"]);
  expect(await toy("POST", "/by-api/1.0.0", ada)).toEqual([200, "published\n"]);
  const actions = (await auditOf("by-api")).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["version.yank", "version.unyank"]));
});
