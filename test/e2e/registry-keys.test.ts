import { rm } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { install as installSkills } from "../../apps/cli/src/verbs/install.ts";
import { verify as verifySkill } from "../../apps/cli/src/verbs/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { command } from "../harness/operations.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

const [first, second, third, fourth] = [0, 1, 2, 3].map(generateSigningKey) as [string, string, string, string];
const printOf = (pem: string) => registrySigner(pem).publicKey.fingerprint;

let dataDir: string;
let registry: TestRegistry;
let proxy: RewritingProxy;
let home: CliHome;
let ada: string;

const boot = (key: string, port = "0") =>
  startTestRegistry({ dataDir, withoutScanners: true, environment: { SIGNING_KEY: key, PORT: port } });
const keysOf = async () => (await call(`${registry.url}/api/v1/keys`)).body.keys;
const rotate = (from: string, to: string, ...options: string[]) =>
  command(["rotate-key", ...options], { DATA_DIR: dataDir, SIGNING_KEY: from, SIGNING_KEY_NEXT: to });

/** Stops, announces the next key, and starts again with it at the same address. */
async function change(from: string, to: string, ...options: string[]): Promise<void> {
  const { port } = new URL(registry.url);
  await registry.close();
  const ended = await rotate(from, to, ...options);
  expect([ended.code, ended.err]).toEqual([0, ended.err]);
  registry = await boot(to, port);
}
const published = (name: string, version: string) => publishedAtOnce(registry, { token: ada, name, version });
const inHome = (verb: Parameters<typeof endOfVerb>[1]) =>
  endOfVerb({ registry: proxy.url, home: join(home.dir, "home") }, verb);
const install = (spec: string) =>
  inHome((session) => installSkills(session, { specs: [spec], allowExperimental: true, allowDowngrade: false }));
const verify = (target: string) => inHome(async (session) => expect(await verifySkill(session, { target })).toBe(0));
const pin = async (pem: string) =>
  expect(await home.run(["trust", "add", proxy.url, "--fingerprint", printOf(pem)])).toMatchObject({ code: 0 });
const trusted = async () => (await home.run(["trust", "list"])).stdout;

beforeAll(async () => {
  dataDir = await freshDataDir();
  registry = await boot(first);
  proxy = await startRewritingProxy(registry.url);
  ada = await account(registry.url, registry.adminToken, "ada");
});
beforeEach(async () => {
  proxy.rewrite = null;
  home = await cliHome(proxy.url);
});
afterEach(() => home.remove());
afterAll(async () => {
  await proxy.close();
  await registry.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("T4 the registry's key changes", () => {
  test("T4 a client that slept through two changes follows the signed hand-overs, and is told of each", async () => {
    await published("sleeper", "1.0.0");
    await pin(first);
    expect((await install("sleeper")).code).toBe(0);

    await change(first, second);
    await change(second, third);
    expect((await keysOf()).map((key: { state: string }) => key.state)).toEqual(["current", "former", "former"]);
    const [current, oldest, middle] = await keysOf();
    expect([current.fingerprint, oldest.fingerprint]).toEqual([printOf(third), printOf(first)]);
    expect(oldest).toMatchObject({ handover: null, valid_until: middle.valid_from });
    expect(current).toMatchObject({ valid_until: null, valid_from: middle.valid_until });
    await published("sleeper", "2.0.0");

    const run = await install("sleeper");
    expect([run.code, run.said]).toEqual([0, run.said]);
    expect(run.said).toContain(`${printOf(first)} handed over to ${printOf(second)}`);
    expect(run.said).toContain(`${printOf(second)} handed over to ${printOf(third)}`);
    expect(await trusted()).toContain(printOf(third));
    expect(await verify("sleeper")).toMatchObject({ code: 0, said: expect.stringContaining("pinned key") });
    expect((await verify("sleeper")).said).toMatch(/is entry \d+ of the log/);
  });

  test("T4 without the hand-over, with a forged one, or with one for another key, the new key is nobody's: exit 5", async () => {
    const eve = registrySigner(generateSigningKey());
    const lies: [(keys: { handover: unknown }[]) => unknown[], string][] = [
      [(keys) => keys.map((key) => ({ ...key, handover: null })), "no statement is signed by a key that you pinned"],
      [(keys) => keys.slice(0, 1), "no statement is signed by a key that you pinned"],
      [(keys) => keys.map((key) => ({ ...key, ...eve.publicKey })), "it names another key"],
      [(keys) => JSON.parse(JSON.stringify(keys).replaceAll(/"sig":"..../g, '"sig":"AAAA')), "does not match"],
    ];
    await published("lured", "1.0.0");
    for (const [lie, words] of lies) {
      await home.remove();
      home = await cliHome(proxy.url);
      await pin(first);
      proxy.rewrite = (path, answer) => {
        if (path === "/keys") answer.body.keys = lie(answer.body.keys);
        return answer;
      };
      const run = await install("lured");
      expect([run.code, run.said]).toEqual([5, expect.stringContaining(words)]);
      expect(await trusted()).not.toContain(printOf(third));
      proxy.rewrite = null;
    }
  });

  test("T4 a key hands over once: who steals it later leads nobody elsewhere", async () => {
    await published("loyal", "1.0.0");
    await pin(first);
    expect((await install("loyal")).code).toBe(0);
    const eve = registrySigner(generateSigningKey());
    const { signHandover } = await import("@gaia/trust");
    const handover = await signHandover(registrySigner(first), { registry: "x", next: eve.publicKey, at: new Date() });
    proxy.rewrite = (path, answer) => {
      if (path === "/keys") answer.body.keys = [{ ...eve.publicKey, state: "current", handover }];
      return answer;
    };
    await install("loyal");
    expect(await trusted()).not.toContain(eve.publicKey.fingerprint);
  });

  test("T4 a compromised key is revoked and hands nothing over: clients stop with exit 5 until they pin the new one", async () => {
    await published("stolen", "1.0.0");
    await pin(third);
    await change(third, fourth, "--compromised");
    expect(await keysOf()).toContainEqual(expect.objectContaining({ fingerprint: printOf(third), state: "revoked" }));
    await published("stolen", "2.0.0");
    expect(await install("stolen")).toMatchObject({ code: 5 });
    expect((await home.run(["trust", "add", proxy.url, "--fingerprint", printOf(third)])).code).toBe(5);
    await pin(fourth);
    expect((await install("stolen")).code).toBe(0);
  });

  test("T4 what cannot be is refused in words: a former key at a start, a known key, two next keys, none given", async () => {
    await registry.close();
    await expect(boot(first)).rejects.toThrow(/a former key of this registry; it signs with SHA256:/);
    await expect(boot(third)).rejects.toThrow(/a revoked key/);
    expect(await rotate(fourth, first)).toMatchObject({ code: 1, err: expect.stringContaining("is a former key") });
    expect(await rotate(first, second)).toMatchObject({ code: 1, err: expect.stringContaining("not the key that") });
    expect(await rotate(fourth, "")).toMatchObject({ code: 1, err: expect.stringContaining("Set SIGNING_KEY_NEXT") });
    expect(await rotate(fourth, generateSigningKey())).toMatchObject({ code: 0 });
    expect(await rotate(fourth, generateSigningKey())).toMatchObject({
      code: 1,
      err: expect.stringContaining("announced"),
    });
    registry = await boot(fourth);
    expect((await keysOf()).map((key: { state: string }) => key.state).slice(0, 2)).toEqual(["current", "next"]);
  });
});
