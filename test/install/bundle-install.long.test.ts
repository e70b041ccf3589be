import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sha256Hex } from "@gaia/archive";
import { type BundleIndex, fromBytes, indexText, openBundle, writeBundle } from "@gaia/bundle";
import { ed25519FromPem, formatVerifierKey, verifierKey } from "@gaia/log";
import { generateSigningKey, registrySigner, signBundle } from "@gaia/trust";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { command } from "../harness/operations.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

/** Nothing answers there: what is installed comes from files alone. */
const ADDRESS = "http://127.0.0.1:9";
const ORIGIN = "bundles.test/log";
const [first, second, another] = [0, 1, 2].map(generateSigningKey) as [string, string, string];
const publicOf = (pem: string) => registrySigner(pem).publicKey.public_key;
const logKey = formatVerifierKey(
  verifierKey({ name: ORIGIN, type: "ed25519", publicKey: ed25519FromPem(publicOf(first)) }),
);

type Bytes = Uint8Array<ArrayBuffer>;
const bundles: Record<string, Bytes> = {};
let home: CliHome;
const place = (...path: string[]) => join(home.dir, ...path);

const boot = (dataDir: string, key: string) =>
  startTestRegistry({
    dataDir,
    withoutScanners: true,
    environment: { SIGNING_KEY: key, PUBLIC_URL: ADDRESS, LOG_ORIGIN: ORIGIN },
  });

async function exported(registry: TestRegistry, ...specs: string[]): Promise<Bytes> {
  const skills = specs.map((spec) => ({ name: spec.split("@")[0], version: spec.split("@")[1] }));
  const headers = { authorization: `Bearer ${registry.adminToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ skills });
  const response = await fetch(`${registry.url}/api/v1/admin/bundles`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The same bundle with another index, or another signature over it. */
async function rewritten(
  bytes: Bytes,
  change: { index?: (index: BundleIndex) => void; key?: string | null },
): Promise<Bytes> {
  const bundle = await openBundle(fromBytes(bytes));
  const index = structuredClone(bundle.index);
  change.index?.(index);
  const text = indexText(index);
  const { registry, created_at: at, releases } = index;
  const head = { registry, issued_at: at, releases: releases.length };
  const sign = async (key: string) => signBundle(registrySigner(key), head, sha256Hex(Buffer.from(text)));
  const signature = change.key === null ? {} : change.key ? await sign(change.key) : bundle.signature;
  const read = async ({ path }: { path: string }) => (await bundle.read(path)) ?? new Uint8Array();
  const pieces: Uint8Array[] = [];
  const written = { index: text, signature: JSON.stringify(signature), files: index.files, read };
  for await (const piece of writeBundle(written)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

async function pin(pem = first): Promise<void> {
  await writeFile(place("registry.pem"), publicOf(pem));
  const done = await home.run(["trust", "add", ADDRESS, "--key", place("registry.pem"), "--log", logKey]);
  expect([done.code, done.stderr]).toEqual([0, expect.anything()]);
}

async function install(bundle: Bytes | string, spec: string, ...options: string[]) {
  const bytes = typeof bundle === "string" ? bundles[bundle] : bundle;
  await writeFile(place("b.tar"), bytes ?? new Uint8Array());
  const args = ["install", spec, "--bundle", place("b.tar"), "--allow-experimental", "--yes", ...options];
  const { code, stdout, stderr } = await home.run(args);
  const said = `${stdout}${stderr}`;
  return { code, said };
}

const refusedWith = async (bundle: Bytes | string, spec: string, sentence: RegExp, ...options: string[]) => {
  const { code, said } = await install(bundle, spec, ...options);
  expect([code, said]).toEqual([5, expect.stringMatching(sentence)]);
};

const locked = async (): Promise<Record<string, { version: string; registry: string; log_proof: string | null }>> =>
  JSON.parse(await readFile(place("home/skills/skill-lock.json"), "utf8")).skills;

beforeAll(async () => {
  const dataDir = await freshDataDir();
  let registry = await boot(dataDir, first);
  const ada = await account(registry.url, registry.adminToken, "ada");
  const published = (name: string, version: string) => publishedAtOnce(registry, { token: ada, name, version });
  const quarantine = async (release: string) => {
    const path = `${registry.url}/api/v1/admin/skills/${release}/quarantine`;
    const { status } = await call(path, { token: registry.adminToken, json: { reason: "a report" } });
    expect(status).toBe(200);
  };
  await published("tool", "1.0.0");
  await published("other", "1.0.0");
  bundles["first"] = await exported(registry, "tool@1.0.0", "other@1.0.0");
  await published("tool", "1.1.0");
  bundles["newer"] = await exported(registry, "tool@1.1.0");
  await quarantine("tool/1.0.0");
  bundles["revoking"] = await exported(registry, "other@1.0.0");
  await registry.close();
  const settings = { DATA_DIR: dataDir, SIGNING_KEY: first, SIGNING_KEY_NEXT: second, PUBLIC_URL: ADDRESS };
  const ended = await command(["rotate-key"], { ...settings, LOG_ORIGIN: ORIGIN });
  expect([ended.code, ended.err]).toEqual([0, ended.err]);
  registry = await boot(dataDir, second);
  bundles["rotated"] = await exported(registry, "other@1.0.0");
  await registry.close();
  // The same key and the same name of the log, and another history.
  const forked = await boot(await freshDataDir(), first);
  const eve = await account(forked.url, forked.adminToken, "ada");
  for (const name of ["tool", "second", "third", "fourth", "fifth", "sixth"])
    await publishedAtOnce(forked, { token: eve, name, version: "1.0.0" });
  bundles["forked"] = await exported(forked, "tool@1.0.0", "sixth@1.0.0");
  await forked.close();
}, 120_000);

beforeEach(async () => {
  home = await cliHome(ADDRESS);
});
afterEach(() => home.remove());

describe("install --bundle", () => {
  test("installs what the bundle has, with its proof, and verify works afterwards without a network", async () => {
    await pin();
    const { code, said } = await install("first", "tool");
    expect([code, said]).toEqual([0, expect.stringContaining("Installed tool 1.0.0")]);
    expect((await locked())["tool"]).toMatchObject({
      version: "1.0.0",
      registry: ADDRESS,
      log_proof: expect.stringMatching(/^sha256:/),
    });
    const verified = await home.run(["verify", "tool", "--offline"]);
    expect([verified.code, verified.stdout + verified.stderr]).toEqual([0, expect.stringContaining("entry")]);
    const again = await home.run(["install", "tool", "--offline", "--allow-experimental", "--yes"]);
    expect(again.code).toBe(0);
  });

  test("asks nobody: it works in a namespace without any network", async ({ skip }) => {
    const run = promisify(execFile);
    const bare = ["-rn"];
    await run("unshare", [...bare, "true"]).catch(() => skip("unshare -rn is not allowed here"));
    await pin();
    await writeFile(place("b.tar"), bundles["first"] ?? new Uint8Array());
    const bin = fileURLToPath(new URL("../../apps/cli/bin/gaia.js", import.meta.url));
    const args = ["skill", "install", "tool", "--bundle", place("b.tar"), "--allow-experimental", "--yes"];
    const environment = { PATH: process.env["PATH"], HOME: home.dir, GAIA_HOME: place("home"), GAIA_REGISTRY: ADDRESS };
    const env = { ...environment, GAIA_PIP_INDEX: "none", GAIA_NPM_INDEX: "none" };
    const { stdout } = await run("unshare", [...bare, process.execPath, bin, ...args], { env });
    expect(stdout).toContain("Installed tool 1.0.0");
  });

  test("without a pinned key, or with another registry's, nothing is taken", async () => {
    await refusedWith("first", "tool", /No key of .* is pinned/);
    await pin(another);
    await refusedWith("first", "tool", /not signed by a key that you pinned/);
    await expect(locked()).rejects.toThrow();
  });

  test("G1 one that is signed by anybody else, or by nobody, is refused, though everything in it is genuine", async () => {
    await pin();
    const first = bundles["first"] as Bytes;
    await refusedWith(await rewritten(first, { key: another }), "tool", /not signed by a key that you pinned/);
    await refusedWith(await rewritten(first, { key: null }), "tool", /not signed by a key that you pinned/);
    const older = await rewritten(first, { index: (index) => (index.created_at = "2031-01-01T00:00:00.000Z") });
    await refusedWith(older, "tool", /not the one that the registry signed/);
  });

  test("G1 one byte that was altered anywhere is refused before anything is read of it", async () => {
    await pin();
    const first = bundles["first"] as Bytes;
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 0.999]) {
      const changed = Uint8Array.from(first);
      const at = Math.floor(first.length * part);
      changed[at] = (first[at] ?? 0) ^ 4;
      const { code } = await install(changed, "tool");
      expect([part, code]).toEqual([part, expect.toSatisfy((exit: number) => exit === 5 || exit === 4)]);
    }
    await refusedWith(first.slice(0, first.length - 512), "tool", /altered, or is not whole/);
    await expect(locked()).rejects.toThrow();
  });

  test("G1 parts of two bundles make no third", async () => {
    await pin();
    const [one, other] = [bundles["first"] as Bytes, bundles["newer"] as Bytes];
    const half = Math.floor(Math.min(one.length, other.length) / 2);
    const mixed = new Uint8Array([...one.subarray(0, half), ...other.subarray(half)]);
    await refusedWith(mixed, "tool", /altered, or is not whole/);
    const index = (await openBundle(fromBytes(other))).index;
    const claimed = rewritten(one, { index: (own) => Object.assign(own, index) });
    // The writer holds every file against the index as well.
    await expect(claimed).rejects.toThrow("index says");
  });

  test("G9 what a newer bundle's list revokes is refused of an older one, and so is going back", async () => {
    await pin();
    expect((await install("revoking", "other")).code).toBe(0);
    await refusedWith("first", "tool", /older than what is known here/);
    await refusedWith("first", "tool", /quarantined/, "--allow-downgrade");
    const taken = await install("first", "tool", "--allow-downgrade", "--allow-revoked");
    expect([taken.code, taken.said]).toEqual([0, expect.stringContaining("quarantined")]);
  });

  test("G9 a newer version that was seen is not passed over in silence", async () => {
    await pin();
    expect((await install("newer", "tool")).code).toBe(0);
    await refusedWith("first", "tool", /older than what is known here/);
    expect((await locked())["tool"]).toMatchObject({ version: "1.1.0" });
    // Without a pinned log as well.
    await home.run(["trust", "remove", ADDRESS]);
    await writeFile(place("registry.pem"), publicOf(first));
    const bare = await home.run(["trust", "add", ADDRESS, "--key", place("registry.pem")]);
    expect(bare.code).toBe(0);
    await home.run(["remove", "tool"]);
    await refusedWith("first", "tool", /has seen tool 1\.1\.0/);
    expect((await install("first", "tool", "--allow-downgrade")).code).toBe(0);
  });

  test("a later bundle is shown to continue the log that an earlier one was of; one of a forked log is refused", async () => {
    await pin();
    expect((await install("first", "tool")).code).toBe(0);
    await refusedWith("forked", "sixth", /was rewritten/);
    const later = await install("newer", "tool");
    expect([later.code, later.said]).toEqual([0, expect.stringContaining("Installed tool 1.1.0")]);
  });

  test("a registry whose key changed is followed by the signed hand-over inside", async () => {
    await pin();
    const { code, said } = await install("rotated", "other");
    expect([code, said]).toEqual([0, expect.stringContaining("handed over to")]);
    const trusted = await home.run(["trust", "list"]);
    expect(trusted.stdout).toContain(registrySigner(second).publicKey.fingerprint);
    // With the former key nothing new is signed.
    const stolen = await rewritten(bundles["rotated"] as Bytes, { key: first });
    await refusedWith(stolen, "other", /not signed by a key that you pinned/);
  });

  test("says how old it is, and refuses one beyond --max-age", async () => {
    await pin();
    const old = (days: number) =>
      rewritten(bundles["first"] as Bytes, {
        key: first,
        index: (index) => (index.created_at = new Date(Date.now() - days * 86_400_000).toISOString()),
      });
    expect((await install(await old(20), "tool", "--dry-run")).said).not.toContain("days ago:");
    expect((await install(await old(40), "tool", "--dry-run")).said).toContain("40 days ago");
    await refusedWith(await old(20), "tool", /20 days ago; you allow 14d/, "--max-age", "14d");
    await refusedWith(await old(-20), "tool", /has not come; you allow 14d/, "--max-age", "14d");
    expect((await install("first", "tool", "--max-age", "1h")).code).toBe(0);
  });

  test("what is no bundle, or does not have the skill, is said", async () => {
    await pin();
    const none = await install(new Uint8Array(2048), "tool");
    expect([none.code, none.said]).toEqual([4, expect.stringContaining("This is no bundle")]);
    expect((await install("first", "nobodys")).code).toBe(3);
    const missing = await home.run(["install", "tool", "--bundle", place("nowhere.tar")]);
    expect(missing.code).toBe(3);
    expect((await home.run(["install", "tool", "--max-age", "3d"])).code).toBe(2);
  });
});
