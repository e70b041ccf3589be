import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ed25519FromPem,
  formatVerifierKey,
  judgeCheckpoint,
  parsePolicy,
  parseSignedCheckpoint,
  parseVerifierKey,
  signCheckpoint,
  verifierKey,
} from "@gaia/log";
import { generateSigningKey, registrySigner, revocationsText, signRevocations, signStatement } from "@gaia/trust";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { install as installSkills } from "../../apps/cli/src/verbs/installed/install.ts";
import { verify as verifySkill } from "../../apps/cli/src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { followedLog } from "../harness/followed-log.ts";
import { command } from "../harness/operations.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { until } from "../harness/until.ts";

const [first, second, third, fourth] = [0, 1, 2, 3].map(generateSigningKey) as [string, string, string, string];
const printOf = (pem: string) => registrySigner(pem).publicKey.fingerprint;

let dataDir: string;
let registry: TestRegistry;
let proxy: RewritingProxy;
let home: CliHome;
let ada: string;

const boot = (key: string, port = "0", more: Record<string, string> = {}) =>
  startTestRegistry({ dataDir, withoutScanners: true, environment: { SIGNING_KEY: key, PORT: port, ...more } });
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
const logIsBelievedBy = async (logKey: string) => {
  const text = (await call(`${registry.url}/log/checkpoint`)).body as unknown as string;
  const policy = parsePolicy(`log ${logKey}\nquorum none\n`);
  return (await judgeCheckpoint(policy, parseSignedCheckpoint(text))).ok;
};
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

describe("K4 the registry's key changes", () => {
  test("K4 a client that slept through two changes follows the signed hand-overs, and is told of each", async () => {
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

  test("K4 a machine that only verifies follows too; one without a network follows what came with the skill", async () => {
    await published("carried", "1.0.0");
    await pin(third);
    expect((await install("carried")).code).toBe(0);
    const key = registrySigner(first).publicKey.public_key;
    const file = join(home.dir, "first.pem");
    await writeFile(file, key);
    const origin = (await followedLog(registry.url).checkpoint()).checkpoint.origin;
    const log = formatVerifierKey(verifierKey({ name: origin, type: "ed25519", publicKey: ed25519FromPem(key) }));
    const pinFile = async () => {
      await home.run(["trust", "remove", proxy.url]);
      expect(await home.run(["trust", "add", proxy.url, "--key", file, "--log", log])).toMatchObject({ code: 0 });
    };
    await pinFile();
    const offline = await home.run(["verify", "carried", "--offline"]);
    expect([offline.code, offline.stdout]).toEqual([0, expect.stringContaining("handed over to")]);
    expect(offline.stdout).toMatch(/is entry \d+ of the log/);
    expect(await trusted()).not.toContain(printOf(third));
    expect(await verify("carried")).toMatchObject({ code: 0, said: expect.stringMatching(/not revoked, as of/) });
    expect(await trusted()).toContain(printOf(third));

    const record = join(home.dir, "home", "skills", "carried", "signature.json");
    const text = await readFile(record, "utf8");
    await pinFile();
    await writeFile(record, text.replaceAll(/("handover": \{[^}]*"sig": ")..../g, "$1AAAA"));
    const forged = await home.run(["verify", "carried", "--offline"]);
    expect([forged.code, forged.stdout]).toEqual([5, expect.stringContaining("that does not hold")]);
  });

  test("K4 every change of keys is in the log, which the new key signs at once", async () => {
    const log = followedLog(registry.url);
    await until(async () => (await log.leaves()).filter(({ kind }) => kind === "registry-key").length === 6);
    const leaves = (await log.leaves()).filter(({ kind }) => kind === "registry-key");
    expect(leaves.map(({ fields: { key, change, from } }) => [change, key, from])).toEqual(
      [[first, second] as const, [second, third] as const].flatMap(([from, to]) => [
        ["announced", `ed25519:${printOf(to)}`, `ed25519:${printOf(from)}`],
        ["current", `ed25519:${printOf(to)}`, `ed25519:${printOf(from)}`],
        ["former", `ed25519:${printOf(from)}`, undefined],
      ]),
    );
    const [current, , middle] = await keysOf();
    const digestOf = ({ payload }: { payload: string }) =>
      `sha256:${createHash("sha256").update(Buffer.from(payload, "base64")).digest("hex")}`;
    expect(leaves.slice(3).map(({ fields }) => fields.statement)).toEqual([
      digestOf(current.handover),
      undefined,
      digestOf(middle.retirement),
    ]);
  });

  test("K4 a former key that is stolen signs nothing new: no statement, no list, no checkpoint: exit 5", async () => {
    await published("bounded", "1.0.0");
    await pin(first);
    expect((await install("bounded")).code).toBe(0);
    const thief = registrySigner(first);
    const origin = (await followedLog(registry.url).checkpoint()).checkpoint.origin;
    const [said] = (await call(`${registry.url}/api/v1/skills/bounded/1.0.0/attestations`)).body.attestations;
    const statement = JSON.parse(Buffer.from(said.envelope.payload, "base64").toString());
    statement.predicate = { ...statement.predicate, decision: "tier", tier: "experimental", sequence: 9_999 };
    const signedAt = async (at: string) => {
      statement.predicate.issued_at = at;
      return signStatement(thief, statement);
    };
    const attest = (envelope: unknown) => {
      proxy.rewrite = (path, answer) => {
        if (path === "/skills/bounded/1.0.0/attestations")
          answer.body.attestations.push({ ...said, sequence: 9_999, envelope });
        return answer;
      };
    };
    attest(await signedAt(new Date().toISOString()));
    expect(await install("bounded")).toMatchObject({
      code: 5,
      said: expect.stringMatching(/former key .* signed until/),
    });
    // It says of itself that it is an old one, but the log does not have it.
    attest(await signedAt("2020-01-01T00:00:00.000Z"));
    expect(await install("bounded")).toMatchObject({ code: 5, said: expect.stringContaining("log") });

    const listed = (await call(`${registry.url}/api/v1/revocations`)).body;
    const { predicate } = JSON.parse(Buffer.from(listed.envelope.payload, "base64").toString());
    const head = { ...predicate, issued_at: new Date().toISOString() };
    const list = { ...listed, envelope: await signRevocations(thief, head, revocationsText(listed.entries)) };
    const { tree } = (await followedLog(registry.url).checkpoint()).checkpoint;
    const publicKey = ed25519FromPem(thief.publicKey.public_key);
    const sign = (message: Uint8Array) => thief.sign(message);
    const signers = (["ed25519", "ed25519-cosignature"] as const).map((type) => ({
      key: verifierKey({ name: origin, type, publicKey }),
      sign,
    }));
    const checkpoint = await signCheckpoint({ origin, tree, extensions: [] }, signers, Math.floor(Date.now() / 1_000));
    for (const [lied, lie] of [
      ["/revocations", list],
      ["/log/checkpoint", checkpoint],
    ] as const) {
      await rm(join(home.dir, "home", "revocations"), { recursive: true, force: true });
      proxy.rewrite = (path, answer) => (path === lied ? { ...answer, body: lie } : answer);
      const run = await install("bounded");
      expect([lied, run.code, run.said]).toEqual([lied, 5, run.said]);
    }
    proxy.rewrite = null;
    // And nothing of all that is remembered.
    const honest = await install("bounded");
    expect([honest.code, honest.said]).toEqual([0, honest.said]);
  });

  test("K4 without the hand-over, with a forged one, or with one for another key, the new key is nobody's: exit 5", async () => {
    const eve = registrySigner(generateSigningKey());
    const lies: [(keys: { handover: unknown }[]) => unknown[], string][] = [
      [(keys) => keys.map((key) => ({ ...key, handover: null })), "no statement is signed by a key that you pinned"],
      [(keys) => keys.slice(0, 1), "no statement is signed by a key that you pinned"],
      [(keys) => keys.map((key) => ({ ...key, ...eve.publicKey })), "it names another key"],
      [(keys) => keys.map((key) => ({ ...key, public_key: "none" })), "it names another key"],
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

  test("K4 a key hands over once: who steals it later leads nobody elsewhere", async () => {
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

  test("K4 a compromised key is revoked and hands nothing over: clients stop with exit 5 until they pin the new one", async () => {
    await published("stolen", "1.0.0");
    await pin(third);
    await change(third, fourth, "--compromised");
    expect(await keysOf()).toContainEqual(expect.objectContaining({ fingerprint: printOf(third), state: "revoked" }));
    await published("stolen", "2.0.0");
    expect(await install("stolen")).toMatchObject({ code: 5 });
    expect((await home.run(["trust", "add", proxy.url, "--fingerprint", printOf(third)])).code).toBe(5);
    await pin(fourth);
    // Until it is removed, whoever stole it is believed: nobody is left to think that pinning the new one was all.
    const told = {
      code: 0,
      said: expect.stringContaining(`trust remove ${proxy.url} --fingerprint ${printOf(third)}`),
    };
    expect(await install("stolen")).toMatchObject(told);
    expect((await home.run(["trust", "remove", proxy.url, "--fingerprint", printOf(third)])).code).toBe(0);
    expect((await install("stolen")).said).not.toContain("trust remove");
  });

  test("K4 a process that was not restarted signs nothing with the key whose place was taken: 503, and no row", async () => {
    await published("stuck", "1.0.0");
    const setState = (state: string) =>
      runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test', 'test');
         UPDATE registry_keys SET state = '${state}' WHERE fingerprint = '${printOf(fourth)}'; COMMIT;`,
      );
    await setState("former");
    const yanked = () =>
      call(`${registry.url}/api/v1/skills/stuck/1.0.0/yank`, { token: ada, json: { reason: "leaks memory" } });
    expect(await yanked()).toMatchObject({ status: 503, body: { detail: expect.stringContaining("restarted") } });
    expect((await call(`${registry.url}/api/v1/skills/stuck/1.0.0`)).body.status).toBe("published");
    await setState("current");
    expect((await yanked()).status).toBe(200);
  });

  test("K4 what cannot be is refused in words: a former key at a start, a known key, two next keys, none given", async () => {
    await registry.close();
    await expect(boot(first)).rejects.toThrow(/a former key of this registry; it signs with SHA256:/);
    await expect(boot(third)).rejects.toThrow(/a revoked key/);
    expect(await rotate(fourth, first)).toMatchObject({ code: 1, err: expect.stringContaining("is a former key") });
    expect(await rotate(first, second)).toMatchObject({ code: 1, err: expect.stringContaining("not the key that") });
    expect(await rotate(fourth, "")).toMatchObject({ code: 1, err: expect.stringContaining("Set SIGNING_KEY_NEXT") });
    const fifth = generateSigningKey();
    expect(await rotate(fourth, fifth)).toMatchObject({ code: 0 });
    expect(await rotate(fourth, generateSigningKey())).toMatchObject({
      code: 1,
      err: expect.stringContaining("announced"),
    });
    registry = await boot(fourth, "0", { SIGNING_KEY_NEXT: fifth });
    expect((await keysOf()).map((key: { state: string }) => key.state).slice(0, 2)).toEqual(["current", "next"]);

    // Until it takes over, both sign the log: readers and witnesses change their key at a time of their own.
    const { key, next } = (await call(`${registry.url}/api/v1/keys`)).body.log;
    await until(() => logIsBelievedBy(next));
    expect(await logIsBelievedBy(key)).toBe(true);
    expect(parseVerifierKey(next).publicKey).toEqual(ed25519FromPem(registrySigner(fifth).publicKey.public_key));
  });
});
